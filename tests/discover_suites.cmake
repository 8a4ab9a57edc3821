# Writes a file that adds a test for each suite of a program of GoogleTest: a process for each single test would spend most of its
# time on its start.   cmake -DPROGRAM=FILE -DTESTS=FILE -DPROPERTIES=LIST -DTIME=FILE -P discover_suites.cmake
# Where TIME names GNU time, the CPU seconds of each go to cpu.tsv beside the program. The tests that the patterns of LONG name are
# one of their own, which the night runs.
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n[A-Za-z0-9_/]+\\." suites "${list}")
set(text "")
string(REPLACE ";" " " properties "${PROPERTIES}")
cmake_path(GET PROGRAM PARENT_PATH folder)
list(APPEND suites unit.long)
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "^\n(.*)\\.$" "\\1" suite "${suite}")
  set(filter ${suite}.*-${LONG})
  set(labels unit)
  if(suite STREQUAL "unit.long")
    set(filter ${LONG})
    set(labels "[[unit;nightly]]")
  endif()
  set(timed "")
  if(TIME)
    set(timed "[[${TIME}]] --quiet --append [[--output=${folder}/cpu.tsv]] [[--format=${suite}\\t%U\\t%S]]")
  endif()
  string(APPEND text "add_test([[${suite}]] ${timed} [[${PROGRAM}]] [[--gtest_filter=${filter}]] --gtest_brief=1)\n"
    "set_tests_properties([[${suite}]] PROPERTIES ${properties} LABELS ${labels})\n")
endforeach()
file(WRITE ${TESTS} "${text}")
