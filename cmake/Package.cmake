# cpack -G DEB makes a package for the Debian that it runs on, cpack -G TGZ an archive that works wherever it is unpacked.
set(SKERRY_MAINTAINER "The skerry developers <skerry@packages.invalid>" CACHE STRING
    "Name and address of who makes the package")
set(CPACK_PACKAGE_NAME skerry)
set(CPACK_PACKAGE_VENDOR "The skerry developers")
set(CPACK_PACKAGE_CONTACT ${SKERRY_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "island-model genetic algorithms on MPI")
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(BUILD_SHARED_LIBS)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/triggers)
endif()
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Distributed island-model genetic algorithms for puzzles and other
combinatorial problems. One MPI rank evolves one island; every few
generations the islands pool their individuals and deal them out again.
Every run leaves an HDF5 trace, and the same seed gives the same trace,
interrupted or not.
.
This package holds the program, configurations, job scripts for
workstations and SLURM, the Python package that draws and compares traces,
and headers and libraries for problems of one's own.")
# The mpirun of the MPI that the program is linked with; what draws traces; and what programs of one's own are built with.
if(skerry_mpi STREQUAL "mpich")
  set(mpi_programs "mpich")
  set(mpi_headers "libmpich-dev, libhdf5-mpich-dev")
else()
  set(mpi_programs "openmpi-bin")
  set(mpi_headers "libopenmpi-dev, libhdf5-openmpi-dev")
endif()
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "${mpi_programs}, python3 (>= 3.11), python3-h5py, python3-numpy, \
python3-pandas, python3-matplotlib, python3-scipy, python3-xarray, python3-jinja2")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, ${mpi_headers}, libboost-serialization-dev, libfmt-dev, nettle-dev, \
zlib1g-dev, libtomlplusplus-dev, libcli11-dev, nlohmann-json3-dev, python3-optuna, python3-flask")
# What Debian wants besides the installed files.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/finish.cmake)
include(CPack)
