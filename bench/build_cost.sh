#!/usr/bin/env bash
# The CPU time of builds from nothing, in multiples of that of bench/reference_compilation.cpp, which is compiled before and after
# each build.
#   bench/build_cost.sh [TREE]...        default: this tree; a TREE is a checkout of this project
# Prints a line for the program alone and one for everything, with its tests. It needs the packages of jobs/setup.sh build test,
# and no ccache.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case "${1:-}" in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac
[ $# -gt 0 ] || set -- "$here"
# shellcheck source=jobs/timed.sh
source "$here/jobs/timed.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# cpu_of COMMAND...: the CPU seconds of a command and its children.
cpu_of() {
    local SKERRY_TIMES=$scratch/times
    : >"$SKERRY_TIMES"
    timed cpu "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; return 1; }
    cut -f3 "$SKERRY_TIMES"
}

# The CPU seconds of six reference compilations, two at a time, as a build of two jobs disturbs itself.
reference() {
    cpu_of xargs -P "$(nproc)" -I FILE "${CXX:-c++}" -std=c++20 -O2 -c "$here/bench/reference_compilation.cpp" -o FILE \
        < <(printf "$scratch/%s.o\n" 1 2 3 4 5 6)
}

for tree in "$@"; do
    cmake -S "$tree" --preset release -B "$scratch/build" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
    for part in skerry_binary all; do
        before=$(reference)
        built=$(cpu_of cmake --build "$scratch/build" --parallel "$(nproc)" --target "$part")
        after=$(reference)
        # Everything is what the program takes, and what follows.
        [ "$part" = skerry_binary ] || built=$(awk "BEGIN {print $built + $program}")
        program=$built
        awk -v tree="$tree" -v part="$part" -v built="$built" -v before="$before" -v after="$after" 'BEGIN {
            one = (before + after) / 12
            printf "%s: %s %.0f CPU s, %.1f times a reference compilation of %.2f s\n", tree, part, built, built / one, one }'
    done
    rm -rf "$scratch/build"
done
