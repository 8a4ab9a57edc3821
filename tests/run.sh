#!/usr/bin/env bash
# Installs packages, builds everything and runs every test. At the end it prints the ten slowest tests.
#   tests/run.sh [--thorough] [--sanitize | --sanitize-threads] [options of ctest]...      for example: tests/run.sh -L unit, tests/run.sh -R migration
# --thorough runs the deep versions: all seeds, all combinations of settings and ranks, ten times the kills, and libFuzzer
# for five minutes a target. It takes some hours.
# --sanitize-threads runs the MPI tests, whose islands are ranks, threads and both, under ThreadSanitizer.
# --sanitize runs the unit, MPI and fuzz tests under AddressSanitizer and UndefinedBehaviorSanitizer instead, with Clang and MPICH.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=release
targets=()
packages=(build test analysis)
while [ $# -gt 0 ]; do
    case "$1" in
        -h | --help) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        --thorough) export SKERRY_THOROUGH=1; shift ;;
        --sanitize) preset=sanitize; targets=(unit_tests mpi_tests fuzz_programs); packages+=(fuzz builds); shift; set -- "$@" -L "unit|mpi|fuzz" ;;
        --sanitize-threads) preset=sanitize-threads; targets=(mpi_tests); packages+=(fuzz builds); shift; set -- "$@" -L mpi ;;
        *) break ;;
    esac
done

"$root/jobs/setup.sh" "${packages[@]}"
"$root/jobs/build.sh" "$preset" "${targets[@]}"
built=$SECONDS
cd "$root"
# Only these tests need these packages, and only root can install them; a test that is skipped prints the reason itself.
if [ "$(id -u)" = 0 ]; then
    for set in fuzz hosts slurm package browser; do
        [ "$set" != fuzz ] || [ -n "${SKERRY_THOROUGH:-}" ] || continue
        if ctest --preset "$preset" -N "$@" | grep ": $set\$" >/dev/null; then jobs/setup.sh "$set" || true; fi
    done
fi
started=$SECONDS
results=$root/build/$preset/tests.xml
status=0
# Many tests wait most of their time; those that compute declare the cores they need (tests/CMakeLists.txt).
ctest --preset "$preset" --parallel $((4 * $(nproc))) --output-junit "$results" "$@" || status=$?
# CTest names the skipped tests, but not their reasons.
sed -n 's/^skipped: /tests\/run.sh: skipped: /p' "build/$preset/Testing/Temporary/LastTest.log" 2>/dev/null | sort -u || true
[ ! -f "$results" ] || /usr/bin/python3 tests/slowest.py "$results"
if [ "$status" = 0 ]; then verdict=passed; else verdict=FAILED; fi
echo "tests/run.sh: $verdict ($preset: build $built s, tests $((SECONDS - started)) s)"
exit "$status"
