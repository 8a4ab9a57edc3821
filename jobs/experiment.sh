#!/usr/bin/env bash
# Carries out an experiment on this machine, and then makes its tables and figures; a source tree is built first.
#   jobs/experiment.sh EXPERIMENT [options of `skerry experiment`]...       for example: configs/paper/party-islands.toml
# Traces go to results/<EXPERIMENT>, figures to results/<EXPERIMENT>/figures. The same command, repeated, does the missing runs.
set -euo pipefail

usage() { sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
case "${1:-}" in
    -h | --help) usage; exit 0 ;;
    "" | -*) usage >&2; exit 2 ;;
esac
# shellcheck source=jobs/place.sh
source "$(dirname "${BASH_SOURCE[0]}")/place.sh"
if [ ! -f "$1" ]; then
    echo "experiment: there is no experiment $1" >&2
    exit 2
fi
experiment=$(realpath -- "$1")
shift
folder=
options=()
while [ $# -gt 0 ]; do
    case $1 in
        --output) folder=${2:?--output has no value}; shift ;;
        --output=*) folder=${1#*=} ;;
        *) options+=("$1") ;;
    esac
    shift
done
folder=$(realpath -m -- "${folder:-$home/results/$(basename "$experiment" .toml)}")

make_ready
status=0
"$skerry" experiment "$experiment" --output "$folder" "${options[@]}" || status=$?
# Status 1 means that some runs failed; the others can still be reported.
[ "$status" -le 1 ] && [ -e "$folder/experiment.json" ] || exit "$status"
cd "$home"
"$root/jobs/analysis.sh" report "$folder"
exit "$status"
