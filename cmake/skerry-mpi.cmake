# What the build and the installed package do so that a program is of one MPI throughout.

# Looks for the launcher that belongs to the compiler of an MPI, where -DMPI_CXX_COMPILER names one: FindMPI by itself takes the
# first mpiexec that it finds. It finds the right one where -DMPI_EXECUTABLE_SUFFIX=.mpich names the MPI.
function(skerry_find_launcher)
  if(MPI_CXX_COMPILER AND NOT MPIEXEC_EXECUTABLE)
    get_filename_component(folder "${MPI_CXX_COMPILER}" DIRECTORY)
    get_filename_component(suffix "${MPI_CXX_COMPILER}" LAST_EXT)
    find_program(MPIEXEC_EXECUTABLE NAMES mpiexec${suffix} mpirun${suffix} HINTS ${folder})
  endif()
endfunction()

# Debian's MPI libraries are links in a folder of their own to files where the loader looks anyway. Without this, programs would look
# for all of their libraries in that folder first.
function(skerry_find_mpi_as_loader_does)
  set(implicit ${CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES})
  foreach(library IN LISTS MPI_CXX_LIBRARIES)
    file(REAL_PATH ${library} file)
    cmake_path(GET file PARENT_PATH folder)
    if(folder IN_LIST implicit)
      cmake_path(GET library PARENT_PATH folder)
      list(APPEND implicit ${folder})
    endif()
  endforeach()
  set(CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES ${implicit} PARENT_SCOPE)
endfunction()

# Sets the variable to the MPI that was found: openmpi; mpich, which stands for its descendants (MVAPICH, Intel MPI), too; or nothing
# where it is neither.
function(skerry_name_mpi variable)
  set(${variable} "" PARENT_SCOPE)
  foreach(folder IN LISTS MPI_CXX_INCLUDE_DIRS)
    if(EXISTS ${folder}/mpi.h)
      file(STRINGS ${folder}/mpi.h names REGEX "^#[ ]*define +(OPEN_MPI|MPICH_VERSION) ")
      if(names MATCHES "OPEN_MPI")
        set(${variable} openmpi PARENT_SCOPE)
      elseif(names MATCHES "MPICH_VERSION")
        set(${variable} mpich PARENT_SCOPE)
      endif()
    endif()
  endforeach()
endfunction()

# Stops where one of the libraries is a parallel HDF5 of the other MPI: a program with both may be linked, and crashes.
# Every library that uses Open MPI refers to objects that only Open MPI has.
function(skerry_refuse_other_mpi mpi)
  foreach(library IN LISTS ARGN)
    if(NOT EXISTS "${library}" OR NOT library MATCHES "hdf5[^/]*$")
      continue()
    endif()
    file(STRINGS ${library} names REGEX "H5Pset_fapl_mpio|ompi_mpi_")
    if(mpi STREQUAL "mpich" AND names MATCHES "ompi_mpi_")
      set(of_hdf5 "Open MPI")
      set(of_compiler "MPICH")
    elseif(mpi STREQUAL "openmpi" AND names AND NOT names MATCHES "ompi_mpi_")
      set(of_hdf5 "MPICH")
      set(of_compiler "Open MPI")
    else()
      continue()
    endif()
    message(FATAL_ERROR "Two MPIs would be mixed: ${library} is built with ${of_hdf5}, and ${MPI_CXX_COMPILER} is of ${of_compiler}. "
      "Install the HDF5 of ${of_compiler} (libhdf5-${mpi}-dev on Debian) or name it with -DHDF5_ROOT=FOLDER, or name the other MPI "
      "with -DMPI_CXX_COMPILER=FILE; and configure in an empty folder, since CMake keeps what it has found.")
  endforeach()
endfunction()
