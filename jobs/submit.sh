#!/usr/bin/env bash
# Submits a job as sbatch does, with what the file of the site says (SBATCH_ACCOUNT, SBATCH_PARTITION, modules, SKERRY_LAUNCHER;
# docs/running.md), from any folder. The job is named after its configuration, and slurm-<JOB>.out goes where the results go.
#   jobs/submit.sh -n 8 run.sbatch configs/party/type2.toml --seed 7
#   jobs/submit.sh --array=1-20 -c 4 experiment.sbatch configs/paper/party-islands.toml
#   jobs/submit.sh --dependency=afterok:123 --wrap 'jobs/analysis.sh report results/party-islands'
# Options of sbatch precede the script and override those chosen here.
set -euo pipefail

usage() { sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
case "${1:-}" in
    -h | --help) usage; exit 0 ;;
    "") usage >&2; exit 2 ;;
esac
# shellcheck source=jobs/place.sh
source "$(dirname "${BASH_SOURCE[0]}")/place.sh"
export SKERRY_TREE=${SKERRY_TREE:-$root}

options=()
jobs=%j
while [ $# -gt 0 ] && [[ $1 != *.sbatch ]]; do
    case $1 in -a* | --array*) jobs=%A_%a ;; esac
    options+=("$1")
    shift
done
[ $# -gt 0 ] || exec sbatch "${options[@]}"
script=$1
shift
[[ $script == */* || -e $script ]] || script=$root/jobs/$script
if [ ! -f "$script" ]; then
    echo "submit: there is no $script" >&2
    exit 2
fi
if [ $# = 0 ] || [[ $1 == -* ]]; then
    echo "submit: $script wants a configuration or an experiment first" >&2
    exit 2
fi
name=$(basename "$1" .toml)
output=results
seed=
[[ $script != *experiment.sbatch ]] || output=results/$name
words=("$@")
for ((i = 1; i < $#; ++i)); do
    case ${words[i]} in
        --seed) seed=-${words[i + 1]:-} ;;
        --seed=*) seed=-${words[i]#*=} ;;
        --output) output=${words[i + 1]:-} ;;
        --output=*) output=${words[i]#*=} ;;
    esac
done
if [[ $output == *.h5 ]]; then
    name=$(basename "$output" .h5)
    output=$(dirname "$output")
elif [[ $script == *run.sbatch ]]; then
    name+=$seed
fi
mkdir -p "$output"
exec sbatch --job-name="$name" --output="$output/slurm-$jobs.out" "${options[@]}" "$script" "$@"
