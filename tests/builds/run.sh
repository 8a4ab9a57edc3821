#!/usr/bin/env bash
# Compares the traces of a program built with another compiler, MPI or Debian, bit for bit, with those of the release build.
#   tests/builds/run.sh [BUILD]...        sanitize, clang, mpich, clang-mpich or trixie; default: sanitize, with SKERRY_THOROUGH=1 clang-mpich too
# sanitize is what tests/run.sh --sanitize builds and tests, with Clang and MPICH. Of the others, engine, trace and a program of the party
# puzzle are built, and their unit and MPI tests run: the latter on 1 and 2 ranks, and on 3, 4 and 8 if there are as many cores or
# SKERRY_THOROUGH=1, since waiting ranks of MPICH spin, and share a core so slowly that they take minutes. trixie is Debian 13, made by
# debootstrap in build/trixie, in which the two commands of the README are carried out: jobs/local.sh and tests/run.sh. Only root can.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
case "${1:-}" in
    -h | --help) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
if [ $# = 0 ]; then
    set -- sanitize
    [ "${SKERRY_THOROUGH:-}" != 1 ] || set -- sanitize clang-mpich
fi
for preset in "$@"; do
    case $preset in
        sanitize | clang | mpich | clang-mpich | trixie) ;;
        *) echo "builds: there is no build \"$preset\"; the builds are sanitize, clang, mpich, clang-mpich and trixie" >&2; exit 2 ;;
    esac
done
sets=(build test analysis)
[ "$*" = trixie ] || sets+=(builds fuzz)
case " $* " in *" trixie "*) sets+=(package) ;; esac
jobs/setup.sh "${sets[@]}"
# shellcheck source=tests/builds/chroot.sh
source tests/builds/chroot.sh
jobs/build.sh release skerry_binary

# Optimised just enough that rounding would show, which takes half the time of a release to compile.
build() {
    local folder=$1
    cmake --preset "$preset" -B "$folder" -DCMAKE_CXX_FLAGS_RELEASE=-O1 >"$folder.log" 2>&1 || { cat "$folder.log" >&2; return 1; }
    cmake --build "$folder" --parallel "$(nproc)" --target core >"$folder.log" || { cat "$folder.log" >&2; return 1; }
}

# Runs the unit and MPI tests of the build in a folder.
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
}

# compare PROGRAM [OPTION OF PYTEST]...
compare() {
    REFERENCE=build/release/skerry BUILT=$1 PYTHONPATH=$PWD PYTHONDONTWRITEBYTECODE=1 \
        /usr/bin/python3 -m pytest -q -p no:cacheprovider tests/builds "${@:2}"
}

# Makes a program and a launcher in a folder that are those of the chroot, which sees the folder at the same path.
enter_by() {
    local chroot=$1 folder=$2 name
    mkdir -p "$folder" "$chroot$folder"
    for name in skerry mpirun; do
        printf '#!/bin/sh\nexec chroot %q env --chdir="$PWD" %q "$@"\n' "$chroot" "$folder/$name" >"$folder/$name"
        chmod +x "$folder/$name"
    done
    echo "MPIEXEC_EXECUTABLE:FILEPATH=$folder/mpirun" >"$folder/CMakeCache.txt"
    ln -sf "$PWD/build/release/skerry" "$chroot$folder/skerry"
    ln -sf /usr/bin/mpirun "$chroot$folder/mpirun"
}

debian() {
    local suite=$1 chroot=$PWD/build/$1 entry=$PWD/build/$1.entry
    make_chroot "$chroot" "$suite"
    copy_tree "$chroot"
    inside "$chroot" bash -c 'jobs/setup.sh build test analysis && jobs/local.sh && tests/run.sh'
    built=$SECONDS
    # The tests of signals and kills have been run in there.
    enter_by "$chroot" "$entry"
    export -f compare
    mkdir -p "$chroot$entry/work" "$entry/work"
    TMPDIR=$entry/work mounted "$chroot" bash -c "mount --bind '$entry/work' '$chroot$entry/work'; compare '$entry/skerry' \
        --basetemp='$entry/work/traces' -k 'bit_for_bit or checkpoint'"
}

mkdir -p build
for preset in "$@"; do
    started=$SECONDS
    if [ "$preset" = sanitize ]; then
        SKERRY_CMAKE_OPTIONS=-DSKERRY_SANITIZE=ON jobs/build.sh sanitize skerry_binary
        built=$SECONDS
        ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 compare build/sanitize/skerry
    elif [ "$preset" = trixie ]; then
        debian "$preset"
    else
        build "build/core-$preset"
        built=$SECONDS
        check "build/core-$preset"
        compare "build/core-$preset/tests/builds/party"
    fi
    echo "builds: $preset passed ($((built - started)) s to build, $((SECONDS - built)) s to test)"
done
