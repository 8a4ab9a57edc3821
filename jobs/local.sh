#!/usr/bin/env bash
# Carries out one run on this machine, and draws pictures of it; in a source tree it installs packages and builds first.
#   jobs/local.sh [CONFIG] [ISLANDS] [options of `skerry run`]...
# Default: the type 2 puzzle on 5 islands, with seed 3, since those of seed 1 arrive before they have met often.
# The trace and the pictures go to results/, named after the configuration; a second run of the same configuration replaces
# those of the first.
set -euo pipefail

usage() { sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
case "${1:-}" in -h | --help) usage; exit 0 ;; esac

# shellcheck source=jobs/place.sh
source "$(dirname "${BASH_SOURCE[0]}")/place.sh"
config=$(realpath -m -- "${1:-$root/configs/party/type2.toml}")
islands=${2:-5}
[ $# -gt 0 ] || set -- "$config" "$islands" --seed 3
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
"$root/jobs/analysis.sh" plot "${traces[@]}" --log --output "$name.svg"
echo "picture  $name.svg"
if [ ${#traces[@]} = 1 ] && [ "$islands" -gt 1 ]; then
    "$root/jobs/analysis.sh" plot --kind islands "${traces[@]}" --log --output "$name-islands.svg"
    echo "picture  $name-islands.svg"
fi
