#!/usr/bin/env bash
# Carries out one run on this machine: installs packages, builds, runs, and draws pictures.
#   jobs/local.sh [CONFIG] [ISLANDS] [options of `skerry run`]...
# Default: the type 2 puzzle on 5 islands. The trace and the pictures go to results/, named after the configuration;
# a second run of the same configuration replaces those of the first.
set -euo pipefail

usage() { sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
case "${1:-}" in -h | --help) usage; exit 0 ;; esac

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
config=$(realpath -m -- "${1:-$root/configs/party/type2.toml}")
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

"$root/jobs/setup.sh" build analysis
cd "$root"
"$root/jobs/build.sh" release skerry_binary

# mpirun gives its ranks a pipe for stderr, so only this script can tell whether a person watches.
if [ -t 2 ]; then
    export SKERRY_PROGRESS=bar COLUMNS="${COLUMNS:-$(tput cols 2>/dev/null || echo 80)}"
fi
mkdir -p results
name=results/$(basename "$config" .toml)
started=$(mktemp)
trap 'rm -f "$started"' EXIT
status=0
jobs/mpirun.sh -n "$islands" build/release/skerry run "$config" --output "$name.h5" --force "$@" || status=$?
[ "$status" = 0 ] || exit "$status"

# --repeat writes a trace for each seed, --output another file, and a configuration may switch the trace off.
mapfile -t traces < <(find results -name "$(basename "$name")*.h5" -newer "$started" | sort -V)
[ ${#traces[@]} -gt 0 ] || exit 0
jobs/analysis.sh plot "${traces[@]}" --log --output "$name.svg"
echo "picture  $name.svg"
if [ ${#traces[@]} = 1 ] && [ "$islands" -gt 1 ]; then
    jobs/analysis.sh plot --kind islands "${traces[@]}" --log --output "$name-islands.svg"
    echo "picture  $name-islands.svg"
fi
