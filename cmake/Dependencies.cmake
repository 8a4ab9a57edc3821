# Everything comes from Debian 12's own packages; jobs/setup.sh installs them.
set(CMAKE_FIND_PACKAGE_PREFER_CONFIG OFF)
find_package(Threads REQUIRED)
find_package(MPI REQUIRED COMPONENTS CXX)
# COMPONENTS CXX would silently pick the serial build.
set(HDF5_PREFER_PARALLEL ON)
# The shared library of Debian 12 loads libcurl for files in object stores, and thirty libraries with that: half the time
# that a short command takes.
set(HDF5_USE_STATIC_LIBRARIES ON)
find_package(HDF5 REQUIRED COMPONENTS C HL)
find_package(Boost 1.74 REQUIRED COMPONENTS serialization)
find_package(fmt CONFIG REQUIRED)
find_package(tomlplusplus CONFIG REQUIRED)
find_package(CLI11 CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(ZLIB REQUIRED)
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
