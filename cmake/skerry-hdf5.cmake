# Makes the target skerry::hdf5: HDF5 with its high-level library, of the kind SKERRY_HDF5, built with the MPI that was found before.
# The build of skerry and the installed skerry-config.cmake include this file.
include(${CMAKE_CURRENT_LIST_DIR}/skerry-mpi.cmake)
set(SKERRY_HDF5 shared CACHE STRING "Kind of HDF5 library to link: shared, or static, with which programs start faster")
set_property(CACHE SKERRY_HDF5 PROPERTY STRINGS shared static)

function(skerry_find_hdf5)
  # COMPONENTS CXX would silently pick the serial build.
  set(HDF5_PREFER_PARALLEL ON)
  set(HDF5_USE_STATIC_LIBRARIES OFF)
  if(SKERRY_HDF5 STREQUAL "static")
    set(HDF5_USE_STATIC_LIBRARIES ON)
  elseif(NOT SKERRY_HDF5 STREQUAL "shared")
    message(FATAL_ERROR "SKERRY_HDF5 is \"${SKERRY_HDF5}\"; it can be shared or static")
  endif()
  # CMake keeps the libraries of an earlier search, which may have been of the other kind.
  if(NOT SKERRY_HDF5 STREQUAL SKERRY_HDF5_FOUND)
    unset(HDF5_C_LIBRARY_hdf5 CACHE)
    unset(HDF5_C_LIBRARY_hdf5_hl CACHE)
    set(SKERRY_HDF5_FOUND ${SKERRY_HDF5} CACHE INTERNAL "Kind of HDF5 library of the last search")
  endif()

  # Debian has an HDF5 for each MPI, and h5pcc stands for one of them, which need not be of the MPI in use.
  skerry_name_mpi(mpi)
  if(mpi AND NOT HDF5_ROOT AND NOT DEFINED ENV{HDF5_ROOT})
    find_program(HDF5_C_COMPILER_EXECUTABLE NAMES h5pcc.${mpi} h5pcc)
  endif()
  find_package(HDF5 COMPONENTS C HL)
  if(NOT HDF5_FOUND)
    return()
  endif()
  set(libraries ${HDF5_C_HL_LIBRARIES} ${HDF5_C_LIBRARIES})
  if(SKERRY_HDF5 STREQUAL "shared")
    # A shared HDF5 brings what it is linked with itself.
    list(FILTER libraries INCLUDE REGEX "hdf5[^/]*$")
  endif()
  skerry_refuse_other_mpi("${mpi}" ${libraries})
  add_library(skerry::hdf5 INTERFACE IMPORTED)
  target_include_directories(skerry::hdf5 INTERFACE ${HDF5_C_INCLUDE_DIRS})
  target_link_libraries(skerry::hdf5 INTERFACE ${libraries})
endfunction()

if(NOT TARGET skerry::hdf5)
  skerry_find_hdf5()
endif()
