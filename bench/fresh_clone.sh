#!/usr/bin/env bash
# Measures how long the commands of a fresh clone take: each in an empty folder, without ccache, on all cores. The packages
# are installed before, and so not counted.
#   bench/fresh_clone.sh [RUNS [COMMAND]...]
# RUNS: 3. Commands: "jobs/local.sh", "tests/run.sh" and ".ci/run"; each is one word for the shell. Prints a line for each
# command: its times in seconds in ascending order, and their median.
set -euo pipefail
case "${1:-}" in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac
tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
runs=${1:-3}
shift $(($# < 1 ? $# : 1))
[ $# -gt 0 ] || set -- jobs/local.sh tests/run.sh .ci/run

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CCACHE_DISABLE=1
"$tree/jobs/setup.sh" build test analysis hosts slurm package builds fuzz
for command in "$@"; do
    times=()
    for ((run = 0; run < runs; ++run)); do
        rm -rf "$scratch/clone"
        git clone --quiet "$tree" "$scratch/clone"
        started=$(date +%s)
        if ! (cd "$scratch/clone" && bash -c "$command") >"$scratch/log" 2>&1 </dev/null; then
            tail -n 40 "$scratch/log" >&2
            echo "fresh_clone: $command failed" >&2
            exit 1
        fi
        times+=($(($(date +%s) - started)))
    done
    mapfile -t times < <(printf '%s\n' "${times[@]}" | sort -n)
    echo "$command: ${times[*]} s, median ${times[$((runs / 2))]} s"
done
