#!/usr/bin/env bash
# Installs packages, builds everything and runs every test.
#   tests/run.sh [--sanitize] [options of ctest]...       for example: tests/run.sh -L unit, tests/run.sh -R migration
# --sanitize runs the unit and MPI tests under AddressSanitizer and UndefinedBehaviorSanitizer instead.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=release
targets=()
case "${1:-}" in
    -h | --help) sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    --sanitize) preset=sanitize; targets=(unit_tests mpi_tests); shift; set -- -L 'unit|mpi' "$@" ;;
esac

"$root/jobs/setup.sh" build test analysis
"$root/jobs/build.sh" "$preset" "${targets[@]}"
cd "$root"
# Only these tests need these packages, and only root can install them; a test that is skipped prints the reason itself.
if [ "$(id -u)" = 0 ]; then
    for set in fuzz hosts slurm; do
        if ctest --preset "$preset" -N "$@" | grep ": $set\$" >/dev/null; then jobs/setup.sh "$set" || true; fi
    done
fi
started=$SECONDS
status=0
ctest --preset "$preset" --parallel "$(nproc)" "$@" || status=$?
# CTest names the skipped tests, but not their reasons.
sed -n 's/^skipped: /tests\/run.sh: skipped: /p' "build/$preset/Testing/Temporary/LastTest.log" 2>/dev/null | sort -u || true
if [ "$status" = 0 ]; then verdict=passed; else verdict=FAILED; fi
echo "tests/run.sh: $verdict ($preset, $((SECONDS - started)) s)"
exit "$status"
