#!/usr/bin/env bash
# Carries out a run that may be stopped and started again: begins it, or resumes it where it has begun.
#   jobs/resumable.sh CONFIG [options of `skerry run`]...
# The trace is --output, or results/<CONFIG>.h5, or results/<CONFIG>-<SEED>.h5 with --seed. Where it exists, the run in it
# is resumed with its own settings; --force begins anew and keeps the old trace as <TRACE>.old.
# USR1 and TERM stop the run at its next generation. In a SLURM job each task is a rank, the run has as many islands as
# there are cores unless --islands or the configuration says how many, the output goes to a log beside the trace, and a stopped
# run is requeued. docs/running.md describes this. Environment:
#   SKERRY               a program with a problem of your own; default: build/release/skerry of this tree, or the installed skerry
#   SKERRY_LAUNCHER      the command that starts the ranks; default: mpirun
#   SKERRY_SITE          the file of the site; default: site.sh beside this script, or ~/.config/skerry/site.sh
#   SKERRY_GRACE_S       seconds that a stop may take before the ranks are ended wherever they are; default 60
#   SKERRY_MAX_RESTARTS  how often a job may be requeued; default 100
set -euo pipefail

usage() { sed -n '2,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
me=resumable
# shellcheck source=jobs/place.sh
source "$(dirname "${BASH_SOURCE[0]}")/place.sh"
# shellcheck source=jobs/attend.sh
source "$root/jobs/attend.sh"
# shellcheck source=jobs/allocation.sh
source "$root/jobs/allocation.sh"
program=${SKERRY:-$skerry}
read -r -a launcher <<<"${SKERRY_LAUNCHER:-mpirun}"
max_launches=5
launch_pause_s=2
saved() { stat -c '%i %y' "$trace.checkpoint" 2>/dev/null || true; }

# Prints the value of a key of a JSON object; nothing where it has none.
told() {
    python3 -c 'import json, sys; value = json.load(sys.stdin).get(sys.argv[1]); print("" if value is None else value)' "$1" 2>/dev/null || true
}

# Prints the value of run.islands in the configuration; nothing where it has none.
islands_of_configuration() {
    python3 -c 'import json, sys; print(json.dumps({"config": sys.argv[1], "output": "any.h5", "islands": 1, "seeds": []}))' "$config" |
        "$program" plan 2>/dev/null | told islands
}

# Prints what `skerry inspect` tells of the trace under a name; nothing where it can't be read.
of_trace() { told "$1" <<<"$inspected"; }

# Prints the option of the launcher that says how many ranks it starts, or how many cores each has; nothing where it has none.
of_launcher() { [[ " ${launcher[*]} " =~ \ ($1)[\ =]([0-9]+)\  ]] && echo "${BASH_REMATCH[2]}"; }

# Gives the launcher options, in front of a command that it starts in turn, as in "srun apptainer exec IMAGE".
give_launcher() { launcher=("${launcher[0]}" "$@" "${launcher[@]:1}"); }

# Lays the islands out over what a SLURM job has. A trace has its number of islands, and more ranks than that serve only where they
# evaluate for the islands.
lay_out() {
    local inspected processes own each threads count='-n|--ntasks' takes_n='' fewer=''
    command -v python3 >/dev/null || fail "there is no python3 on $(hostname), which reads what skerry tells in JSON"
    [ "${launcher[0]##*/}" = srun ] || count='-n|--n|-np|--np|-c'
    if own=$(of_launcher "$count") && [ "$own" != "$ranks" ]; then
        ranks=$own
        cores=$((ranks * ${SLURM_CPUS_PER_TASK:-1}))
    fi
    each=$((cores / ranks))
    case ${launcher[0]##*/} in srun | mpirun* | mpiexec*) takes_n=yes ;; esac
    if [ "${work[0]}" = resume ]; then
        inspected=$("$program" inspect "$trace" --json 2>/dev/null || true)
        islands=$(of_trace islands)
        processes=$(of_trace processes)
        if [[ $islands =~ ^[0-9]+$ && $processes =~ ^[0-9]+$ ]] && ((islands < ranks && processes <= islands)) &&
            [ "$(of_trace problem)" != external ] && [ -n "$takes_n" ] && [ -z "$own" ]; then
            fewer=", and its other tasks idle"
            ranks=$islands
            cores=$((ranks * each))
        fi
    else
        islands=${islands:-$(islands_of_configuration)}
        # Otherwise the ranks are the islands, however many a launcher of the site starts.
        if [ -z "$islands" ] && ((cores != ranks)); then work+=(--islands "$cores"); fi
    fi
    [[ $islands =~ ^[1-9][0-9]*$ ]] || islands=$cores
    [ -z "$takes_n" ] || [ -n "$own" ] || give_launcher -n "$ranks"
    # Where nobody says how many tasks a node has, mpirun takes one for each core.
    [ "$ranks" != "$nodes" ] || for_launcher rmaps_base_mapping_policy rmaps_default_mapping_policy node
    # srun of SLURM 22.05 and later gives a task one core unless it is told.
    if [ "${launcher[0]##*/}" = srun ] && ((each > 1)) && ! of_launcher '-c|--cpus-per-task' >/dev/null; then give_launcher -c "$each"; fi
    threads=$(((islands + ranks - 1) / ranks))
    say "$(counted "$islands" island): $(counted "$ranks" rank) with $(counted "$threads" thread) each," \
        "on $(counted "$cores" core) of $(counted "$nodes" node)$fewer"
}

# srun of SLURM may fail to start a task, end the others, and return anything, 0 too.
not_launched() {
    [ -n "$job" ] && [[ ${launcher[0]##*/} = srun* ]] && [ "$(saved)" = "$saved_before" ] &&
        tail -c "+$((log_before + 1))" "$log" | grep -qE 'srun: .*(launch failed|aborted before step completely launched|Unable to create step)'
}

# Status 75 means that the run stopped and is saved, 138 that the signal came before the program handled it. 1 to 3 are skerry's
# own failures, unless the run had to be killed. mpirun ends with 205 where it lost contact with a host, which may happen again
# before anything is saved: a host that has just returned may fail again. Any other status follows from a lost rank or a lack of
# memory, and deserves another attempt if this one saved something new.
worth_another_attempt() {
    case $status in
        75 | 205) return 0 ;;
        0 | 2 | 3) return 1 ;;
    esac
    if [ -n "$stopped_at" ] && { [ "$status" = 138 ] || ((SECONDS - stopped_at >= grace_s)); }; then return 0; fi
    [ "$status" != 1 ] && [ "$(saved)" != "$saved_before" ]
}

case "${1:-}" in
    -h | --help) usage; exit 0 ;;
    "" | -*) usage >&2; exit 2 ;;
esac
config=$1
shift
seed=
task=
islands=
trace=
force=
for_run=()
for_both=()
while [ $# -gt 0 ]; do
    case $1 in
        --seed | --islands | --task | --output) [ $# -gt 1 ] || fail "$1 has no value" ;;
    esac
    case $1 in
        --seed) seed=$2; for_run+=("$1" "$2"); shift ;;
        --seed=*) seed=${1#*=}; for_run+=("$1") ;;
        --task) task=$2; shift ;;
        --islands) islands=$2; for_run+=("$1" "$2"); shift ;;
        --islands=*) islands=${1#*=}; for_run+=("$1") ;;
        run.islands=* | --set=run.islands=*) islands=${1##*=}; for_run+=("$1") ;;
        --output) trace=$2; shift ;;
        --output=*) trace=${1#*=} ;;
        --repeat | --repeat=*) fail "$1 would be several runs in one job; jobs/replicates.sbatch makes a job of each" ;;
        --force) force=yes ;;
        --json | --quiet) for_both+=("$1") ;;
        *) for_run+=("$1") ;;
    esac
    shift
done
# Tasks of an array have a trace each, and with it a seed unless one is named.
if [ -n "$task" ] && [ -z "$seed" ]; then
    for_run+=(--seed "$task")
fi
trace=${trace:-results/$(basename "$config" .toml)${seed:+-$seed}.h5}
[ -z "$task" ] || trace=${trace%.h5}-$task.h5
[ -x "$program" ] || fail "there is no program $program; build it (jobs/build.sh), or name yours: SKERRY=/path/to/skerry"
[ -f "$config" ] || fail "there is no configuration $config in $PWD"

mkdir -p "$(dirname "$trace")"
log=${trace%.h5}.log
[ -z "$job" ] || log_to "$log" "$(basename "$trace" .h5)"

if [ -n "$force" ] && [ "$restarts" = 0 ] && [ -e "$trace" ]; then
    rm -f "$trace.checkpoint" "$trace.structure"
    mv -f "$trace" "$trace.old"
    rm -rf "$trace.old.journal"
    [ ! -e "$trace.journal" ] || mv "$trace.journal" "$trace.old.journal"
fi
if [ -e "$trace" ]; then
    say "$trace exists: its run goes on; --force begins it anew, --output names another"
    work=(resume "$trace")
else
    work=(run "$config" --output "$trace" "${for_run[@]}")
fi
[ -z "$job" ] || lay_out

saved_before=$(saved)
for ((launches = 1; ; ++launches)); do
    log_before=$(stat -c %s "$log" 2>/dev/null || echo 0)
    attend "${launcher[@]}" "$program" "${work[@]}" "${for_both[@]}"
    not_launched || break
    [ -z "$stopped_at" ] || leave_interrupted
    if [ "$launches" = "$max_launches" ]; then
        say "${launcher[*]} failed to start the tasks $launches times; mpirun may (unset SKERRY_LAUNCHER), and docs/running.md" \
            "names a cause (TmpFS)"
        exit 1
    fi
    say "${launcher[*]} failed to start the tasks; it is tried again in ${launch_pause_s} s"
    sleep "$launch_pause_s"
done
if ! worth_another_attempt; then
    tell_of_end
    exit "$status"
fi
leave_interrupted
