#!/usr/bin/env bash
# The most memory that a process of a run has had, in MB: with one island, by each of 16 more as a thread, and as one of two ranks of MPI.
#   bench/memory.sh [PROGRAM]        default: build/release/skerry
# What an island needs grows with its population and the length of a genome.
set -euo pipefail
case "${1:-}" in -h | --help) sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${1:-$here/build/release/skerry}
most=$(mktemp)
trap 'rm -f "$most"' EXIT

# kib_of CONFIG LAUNCHER... -- OPTION...: the most that a process has had.
kib_of() {
    local config=$1 launcher=()
    shift
    while [ "$1" != -- ]; do launcher+=("$1"); shift; done
    shift
    : >"$most"
    # Status 1 is a run that has found nothing feasible yet.
    "${launcher[@]}" /usr/bin/time -a -o "$most" -f %M "$program" run "$here/configs/$config" --quiet --set trace.enabled=false \
        --set stop.generations=20 "$@" >/dev/null || [ $? = 1 ]
    grep -E '^[0-9]+$' "$most" | sort -n | tail -n 1
}

echo "| configuration | one island | each further island | a rank of two |"
echo "|---|---:|---:|---:|"
for config in party/designer.toml party/type2.toml sudoku/island.toml benchmarks/rastrigin.toml onemax.toml benchmarks/trap.toml; do
    one=$(kib_of "$config" --)
    many=$(kib_of "$config" -- --islands 17)
    rank=$(kib_of "$config" "$here/jobs/mpirun.sh" -n 2 --)
    awk -v config="$config" -v one="$one" -v many="$many" -v rank="$rank" \
        'BEGIN {printf "| `%s` | %.0f | %.2f | %.0f |\n", config, one / 1024, (many - one) / 16 / 1024, rank / 1024}'
done
