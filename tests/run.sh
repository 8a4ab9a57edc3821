#!/usr/bin/env bash
# Installs packages, builds everything and runs the tests that a change has to pass.
#   tests/run.sh [--sanitize | --sanitize-threads | --thorough] [options of ctest]...      for example: tests/run.sh -L unit, tests/run.sh -R migration
#   tests/run.sh --times          where the time of the last run went: phases, targets, translation units, tests
# -L and -R choose from all tests, those of the night as well, which tests/nightly.sh runs: tests/run.sh -L slurm.
# --sanitize builds with Clang and MPICH under AddressSanitizer and UndefinedBehaviorSanitizer, and runs the tests of what can
# break in memory: engine, traces, commands, external evaluators and parsers; on 2 ranks.
# --sanitize-threads runs the MPI tests, whose islands are ranks, threads and both, under ThreadSanitizer.
# --thorough runs the deep versions: all seeds, all combinations of settings and ranks, a thousand kills, and libFuzzer
# for five minutes a target. It takes some hours.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
preset=release
targets=()
packages=(build test analysis)
while [ $# -gt 0 ]; do
    case "$1" in
        -h | --help) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        --times) exec cat "build/$preset/times.txt" ;;
        --thorough) export SKERRY_THOROUGH=1; shift ;;
        --sanitize) preset=sanitize; shift ;;
        --sanitize-threads) preset=sanitize-threads; shift ;;
        *) break ;;
    esac
done
named=
case " $*" in *" -L"* | *" -R"* | *" --label-regex"* | *" --tests-regex"*) named=yes ;; esac
nightly=
if [ "${SKERRY_NIGHTLY:-}" = 1 ] || [ "${SKERRY_THOROUGH:-}" = 1 ]; then nightly=yes; fi
case $preset in
    sanitize)
        # The night tries the memory of solvers and generators, too, which are pure functions of their input.
        tests=memory_tests labels="memory|mpi|fuzz"
        if [ -n "$nightly" ]; then
            tests=unit_tests labels="unit|mpi|fuzz"
            export SKERRY_CMAKE_OPTIONS="${SKERRY_CMAKE_OPTIONS:-} -DSKERRY_SANITIZE=ON"
        fi
        targets=("$tests" mpi_tests fuzz_tests)
        [ -n "$named" ] || set -- "$@" --label-regex "$labels" ;;
    sanitize-threads)
        targets=(mpi_tests)
        [ -n "$named" ] || set -- "$@" --label-regex mpi ;;
esac
[ "$preset" = release ] || packages=(build test builds fuzz)
# Whoever names tests gets those; otherwise those of the night are left to it.
[ -n "$nightly" ] || [ -n "$named" ] || set -- "$@" --label-exclude nightly

# shellcheck source=jobs/timed.sh
source jobs/timed.sh
SKERRY_TIMES=$(mktemp)
export SKERRY_TIMES
trap 'rm -f "$SKERRY_TIMES"' EXIT
timed packages jobs/setup.sh "${packages[@]}"
jobs/build.sh "$preset" "${targets[@]}"
built=$SECONDS
# Only these tests need these packages, and only root can install them; a test that is skipped prints the reason itself.
if [ "$(id -u)" = 0 ]; then
    for set in fuzz hosts slurm package browser; do
        [ "$set" != fuzz ] || [ "${SKERRY_THOROUGH:-}" = 1 ] || continue
        if ctest --preset "$preset" -N "$@" | grep ": $set\$" >/dev/null; then timed packages jobs/setup.sh "$set" || true; fi
    done
fi
started=$SECONDS
build=build/$preset
rm -f "$build/tests/cpu.tsv"
status=0
# Many tests wait most of their time; those that compute declare the cores they need (tests/CMakeLists.txt).
timed tests env -u SKERRY_TIMES ctest --preset "$preset" --parallel $((4 * $(nproc))) --output-junit "$root/$build/tests.xml" "$@" || status=$?
# CTest names the skipped tests, but not their reasons.
sed -n 's/^skipped: /tests\/run.sh: skipped: /p' "$build/Testing/Temporary/LastTest.log" 2>/dev/null | sort -u || true
/usr/bin/python3 tests/times.py "$SKERRY_TIMES" "$build" "$build/tests.xml" >"$build/times.txt" || true
if [ "$status" = 0 ]; then verdict=passed; else verdict=FAILED; fi
echo "tests/run.sh: $verdict ($preset: build $built s, tests $((SECONDS - started)) s; tests/run.sh --times: where they went)"
exit "$status"
