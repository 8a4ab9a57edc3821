# Everything comes from Debian 12's own packages; jobs/setup.sh installs them.
set(CMAKE_FIND_PACKAGE_PREFER_CONFIG OFF)
find_package(Threads REQUIRED)
include(skerry-mpi)
skerry_find_launcher()
find_package(MPI REQUIRED COMPONENTS CXX)
skerry_name_mpi(skerry_mpi)
# COMPONENTS CXX would silently pick the serial build.
set(HDF5_PREFER_PARALLEL ON)
# The shared library of Debian 12 loads libcurl for files in object stores, and thirty libraries with that: half the time
# that a short command takes.
set(HDF5_USE_STATIC_LIBRARIES ON)
# Debian has an HDF5 for each MPI, and h5pcc stands for one of them.
if(skerry_mpi AND NOT HDF5_ROOT AND NOT DEFINED ENV{HDF5_ROOT})
  find_program(HDF5_C_COMPILER_EXECUTABLE NAMES h5pcc.${skerry_mpi} h5pcc)
endif()
find_package(HDF5 REQUIRED COMPONENTS C HL)
skerry_refuse_other_mpi("${skerry_mpi}" ${HDF5_C_LIBRARIES})
find_package(Boost 1.74 REQUIRED COMPONENTS serialization)
find_package(fmt CONFIG REQUIRED)
find_package(tomlplusplus CONFIG REQUIRED)
find_package(CLI11 CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(ZLIB REQUIRED)
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
