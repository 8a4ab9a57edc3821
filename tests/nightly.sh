#!/usr/bin/env bash
# Runs every test, those of each change and those that take too long for that: all cases of the tests, long runs, hosts, SLURM,
# packages and a browser; the sanitizers on everything; ThreadSanitizer; a thousand kills, every failing call; libFuzzer; other compilers and
# MPIs, and Debian 13.
# It goes on after a failure, and ends with status 1 if there was one. It takes some hours on two cores.
set -uo pipefail
case "${1:-}" in -h | --help) sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
export SKERRY_NIGHTLY=1
failed=()
part() {
    echo "nightly: $*"
    "$@" || failed+=("$*")
}
part tests/run.sh
part tests/run.sh --sanitize
part tests/run.sh --sanitize-threads
part env SKERRY_THOROUGH=1 tests/run.sh -R 'faults[.](.*kills|failing_calls)|fuzz[.]coverage'
part tests/builds/run.sh sanitize clang-mpich trixie
part tests/install/stranger.sh bookworm trixie
if [ ${#failed[@]} -gt 0 ]; then
    printf 'nightly: FAILED: %s\n' "${failed[@]}"
    exit 1
fi
echo "nightly: passed in $SECONDS s"
