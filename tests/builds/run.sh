#!/usr/bin/env bash
# Builds engine, trace and a program of the party puzzle with other compilers and MPIs, runs their unit tests and their MPI tests, and
# compares the traces of that program, bit for bit, with those of the release build. The MPI tests run on 1 and 2 ranks, and on 3, 4 and
# 8 if there are as many cores or SKERRY_THOROUGH=1: waiting ranks of MPICH spin, and share a core so slowly that they take minutes.
#   tests/builds/run.sh [PRESET]...        clang, mpich or clang-mpich; by default the last, which is both
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
case "${1:-}" in
    -h | --help) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
[ $# -gt 0 ] || set -- clang-mpich
for preset in "$@"; do
    case $preset in
        clang | mpich | clang-mpich) ;;
        *) echo "builds: there is no build \"$preset\"; the builds are clang, mpich and clang-mpich" >&2; exit 2 ;;
    esac
done
jobs/setup.sh build test analysis builds
jobs/build.sh release skerry_binary

# Optimised just enough that rounding would show, which takes half the time of a release to compile.
build() {
    local folder=$1
    cmake --preset "$preset" -B "$folder" -DCMAKE_CXX_FLAGS_RELEASE=-O1 >"$folder.log" 2>&1 || { cat "$folder.log" >&2; return 1; }
    cmake --build "$folder" --parallel "$(nproc)" --target core >"$folder.log" || { cat "$folder.log" >&2; return 1; }
}

check() {
    local folder=$1 tests=$1/tests/builds ranks
    "$tests/core_unit_tests" --gtest_brief=1
    SKERRY_MPIRUN=$(sed -n 's/^MPIEXEC_EXECUTABLE:[A-Z]*=//p' "$folder/CMakeCache.txt")
    export SKERRY_MPIRUN
    for ranks in 1 2 3 4 8; do
        [ "$ranks" -le 2 ] || [ "$ranks" -le "$(nproc)" ] || [ "${SKERRY_THOROUGH:-}" = 1 ] || continue
        echo "$ranks ranks"
        jobs/mpirun.sh -n "$ranks" "$tests/core_mpi_tests" --gtest_brief=1
    done
    REFERENCE=build/release/skerry BUILT=$tests/party PYTHONPATH=$PWD PYTHONDONTWRITEBYTECODE=1 \
        /usr/bin/python3 -m pytest -q -p no:cacheprovider tests/builds
}

mkdir -p build
for preset in "$@"; do
    started=$SECONDS
    build "build/core-$preset"
    built=$SECONDS
    check "build/core-$preset"
    echo "builds: $preset passed ($((built - started)) s to build, $((SECONDS - built)) s to test)"
done
