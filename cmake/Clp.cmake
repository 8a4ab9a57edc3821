# Makes the target skerry::clp: the solver of linear programs with what it is built on.
set(SKERRY_CLP shared CACHE STRING "Kind of Clp library to link: shared, or static where all that it needs is there, with which programs start faster")
set_property(CACHE SKERRY_CLP PROPERTY STRINGS shared static)

find_path(CLP_INCLUDE_DIR coin/ClpSimplex.hpp REQUIRED)
add_library(skerry::clp INTERFACE IMPORTED)
target_include_directories(skerry::clp INTERFACE ${CLP_INCLUDE_DIR})

# Its static libraries need those of LAPACK and of Fortran, which Debian has in folders of their own. The two for compressed files stay
# shared, since Debian's packages must not hold copies of them.
set(clp_static_libraries "")
if(SKERRY_CLP STREQUAL "static")
  foreach(name Clp CoinUtils lapack blas gfortran quadmath)
    find_library(CLP_STATIC_${name} lib${name}.a PATH_SUFFIXES lapack blas HINTS ${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES})
    mark_as_advanced(CLP_STATIC_${name})
    if(NOT CLP_STATIC_${name})
      message(STATUS "Clp is linked shared, since there is no lib${name}.a")
      set(clp_static_libraries "")
      break()
    endif()
    list(APPEND clp_static_libraries ${CLP_STATIC_${name}})
  endforeach()
elseif(NOT SKERRY_CLP STREQUAL "shared")
  message(FATAL_ERROR "SKERRY_CLP is \"${SKERRY_CLP}\"; it can be shared or static")
endif()

if(clp_static_libraries)
  find_library(BZ2_LIBRARY bz2 REQUIRED)
  target_link_libraries(skerry::clp INTERFACE ${clp_static_libraries} ${BZ2_LIBRARY} ZLIB::ZLIB)
else()
  find_library(CLP_LIBRARY Clp REQUIRED)
  find_library(COINUTILS_LIBRARY CoinUtils REQUIRED)
  target_link_libraries(skerry::clp INTERFACE ${CLP_LIBRARY} ${COINUTILS_LIBRARY})
endif()
