# The contenders of docs/studies/performance.md with one genetic algorithm each; a contender is sudoku_ga_plain, and so on.
foreach(work sudoku_ga sudoku_published qap_ga real_ga)
  skerry_bench(${work}_skerry skerry_puzzles)
  skerry_bench(${work}_plain)
  if(pagmo_FOUND AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${work}_pagmo.cpp)
    skerry_bench(${work}_pagmo Pagmo::pagmo)
  endif()
endforeach()
