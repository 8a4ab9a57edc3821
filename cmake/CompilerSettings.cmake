if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# skerry_settings holds the compiler options of every target of the tree; it is not exported to users.
add_library(skerry_settings INTERFACE)
if(SKERRY_WARNINGS)
  target_compile_options(skerry_settings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wpedantic)
else()
  target_compile_options(skerry_settings INTERFACE -w)
  # A format string that does not fit its arguments is an error of the compiler in every other preset.
  target_compile_definitions(skerry_settings INTERFACE FMT_CONSTEVAL=)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # Notes on how vectors were passed before GCC 4.6; and what the optimiser guesses, which differs by what happened to be
  # inlined and is often wrong: a build must not fail over it, even where CMAKE_COMPILE_WARNING_AS_ERROR is set.
  target_compile_options(skerry_settings INTERFACE -Wno-psabi
    -Wno-error=array-bounds -Wno-error=maybe-uninitialized -Wno-error=restrict -Wno-error=stringop-overflow
    -Wno-error=stringop-overread)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 reports these two for sums of strings, where there is nothing to report.
    target_compile_options(skerry_settings INTERFACE -Wno-restrict -Wno-stringop-overflow)
  endif()
endif()

# Options of a target follow those of CMAKE_CXX_FLAGS, and the last -march counts.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
if(SKERRY_ARCH STREQUAL "none" OR "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" MATCHES "-m(arch|cpu)=")
  set(skerry_arch "")
elseif(SKERRY_ARCH)
  set(skerry_arch ${SKERRY_ARCH})
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(skerry_arch x86-64-v2)
endif()
if(skerry_arch)
  target_compile_options(skerry_settings INTERFACE -march=${skerry_arch})
endif()
if(NOT APPLE)
  # Each library that a program loads without a use takes time at its start.
  target_link_options(skerry_settings INTERFACE LINKER:--as-needed)
endif()
# A fused multiply-add rounds once where two operations round twice: traces would differ between machines.
target_compile_options(skerry_settings INTERFACE -ffp-contract=off)

if(SKERRY_SANITIZE)
  if(SKERRY_SANITIZE STREQUAL thread)
    set(sanitizers thread)
  else()
    set(sanitizers address,undefined)
  endif()
  # Under its sanitizers GCC reports too many false cases of uninitialised values.
  target_compile_options(skerry_settings INTERFACE -fsanitize=${sanitizers} -fno-omit-frame-pointer
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(SKERRY_SANITIZE STREQUAL cheap)
    # These four are a third of the time of compilation. AddressSanitizer sees most of what they see, too.
    target_compile_options(skerry_settings INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
  endif()
  target_link_options(skerry_settings INTERFACE -fsanitize=${sanitizers})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# Files that are compiled many at a time parse their common headers and instantiate common templates once, and a build from
# nothing takes less than half the time. With ccache, which developers have, a change compiles one file alone; the standard
# library, which is nine tenths of what a file includes, is then a precompiled header.
if(CCACHE)
  set(unity_by_default OFF)
else()
  set(unity_by_default ON)
endif()
option(SKERRY_UNITY "Compile several files at a time" ${unity_by_default})
if(SKERRY_UNITY)
  set(CMAKE_UNITY_BUILD ON)
  # Without optimisation most of the time goes into reading headers.
  if(SKERRY_SANITIZE)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 40)
  else()
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 48)
  endif()
  # The names of a file are in scope in those that follow it.
  target_compile_options(skerry_settings INTERFACE -Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC collects its garbage from 128 MB on, which so many files exceed, and that takes a tenth of the time. Here it begins at a
    # quarter of the memory that there is for each core, of which a batch takes up to twice as much; the code is the same.
    cmake_host_system_information(RESULT memory_mib QUERY TOTAL_PHYSICAL_MEMORY)
    cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
    math(EXPR heap_kib "${memory_mib} * 1024 / ${cores} / 4")
    if(heap_kib GREATER 2000000)
      set(heap_kib 2000000)
    endif()
    target_compile_options(skerry_settings INTERFACE --param=ggc-min-heapsize=${heap_kib})
  endif()
endif()

# skerry_precompile(TARGET): precompiles the standard library for a target whose files are compiled one by one.
set(skerry_standard_headers <algorithm> <any> <array> <atomic> <chrono> <cmath> <concepts> <cstdint> <cstring> <deque> <exception>
  <filesystem> <fstream> <functional> <future> <iomanip> <iostream> <limits> <map> <memory> <mutex> <numeric> <optional> <random>
  <ranges> <regex> <set> <span> <sstream> <stdexcept> <string> <string_view> <thread> <tuple> <type_traits> <unordered_map>
  <unordered_set> <utility> <variant> <vector>)
function(skerry_precompile target)
  if(NOT SKERRY_UNITY)
    target_precompile_headers(${target} PRIVATE ${skerry_standard_headers})
  endif()
endfunction()
if(NOT SKERRY_UNITY AND CCACHE)
  # ccache takes part only if it is told that a precompiled header is no reason against it.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()
