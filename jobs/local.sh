#!/usr/bin/env bash
# Runs on this machine, and draws pictures; in a source tree it installs packages and builds first.
#   jobs/local.sh                                                           one island against twenty: how much sooner do more arrive?
#   jobs/local.sh CONFIG [ISLANDS] [options of `skerry run`]...             one configuration, on five islands by default
# Traces and pictures go to results/, named after the configuration; a second run of the same configuration replaces those of
# the first.
set -euo pipefail

usage() { sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
case "${1:-}" in -h | --help) usage; exit 0 ;; esac

# shellcheck source=jobs/place.sh
source "$(dirname "${BASH_SOURCE[0]}")/place.sh"

# Solves a 6x6 skyscraper puzzle five times on one island, and five times on twenty, and compares them.
compare() {
    local config=$root/configs/skyscraper/classic-islands.toml islands
    for islands in 1 20; do
        echo "A skyscraper puzzle, without inference, on islands of 76 individuals: $islands of them, five runs."
        rm -f results/skyscraper-"$islands"*.h5
        # Status 1 is a run that has not solved it within its evaluations.
        "$skerry" run "$config" --islands "$islands" --repeat 5 --output "results/skyscraper-$islands.h5" --force || [ $? = 1 ]
    done
    local groups=(--label "one island" results/skyscraper-1-*.h5 --label "20 islands" results/skyscraper-20-*.h5)
    "$root/jobs/analysis.sh" ecdf "${groups[@]}" --axis generations --targets target --output results/skyscraper.svg
    echo "picture  results/skyscraper.svg"
    "$root/jobs/analysis.sh" scaling "${groups[@]}"
}

if [ $# = 0 ]; then
    make_ready
    cd "$home"
    mkdir -p results
    compare
    exit 0
fi

config=$(realpath -m -- "$1")
islands=${2:-5}
shift $(($# < 2 ? $# : 2))
if [ ! -f "$config" ]; then
    echo "local: there is no configuration $config" >&2
    exit 2
fi
if ! [[ $islands =~ ^[1-9][0-9]*$ ]]; then
    echo "local: \"$islands\" is no number of islands; it is a whole number from 1 up" >&2
    usage >&2
    exit 2
fi

make_ready
cd "$home"

mkdir -p results
name=results/$(basename "$config" .toml)
started=$(mktemp)
trap 'rm -f "$started"' EXIT
status=0
"$skerry" run "$config" --islands "$islands" --output "$name.h5" --force "$@" || status=$?
[ "$status" = 0 ] || exit "$status"

# --repeat writes a trace for each seed, --output another file, and a configuration may switch the trace off.
mapfile -t traces < <(find results -name "$(basename "$name")*.h5" -newer "$started" | sort -V)
[ ${#traces[@]} -gt 0 ] || exit 0
"$root/jobs/analysis.sh" plot "${traces[@]}" --output "$name.svg"
echo "picture  $name.svg"
if [ ${#traces[@]} = 1 ] && [ "$islands" -gt 1 ]; then
    "$root/jobs/analysis.sh" plot --kind islands "${traces[@]}" --log --output "$name-islands.svg"
    echo "picture  $name-islands.svg"
fi
