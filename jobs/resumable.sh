#!/usr/bin/env bash
# Runs an experiment that may be stopped and started again: what is begun goes on, what is not begins.
#   jobs/resumable.sh CONFIG [options of `skerry run`]...
# The trace is --output, or results/<CONFIG>.h5, or results/<CONFIG>-<SEED>.h5 with --seed. Where it exists, the run in it
# is resumed, with the settings it was begun with; --force begins anew and keeps the old trace as <TRACE>.old.
# USR1 and TERM stop the run at its next generation. In a SLURM job the output goes to a log beside the trace, and
# a stopped run is put back into the queue. docs/running.md tells the whole story. Environment:
#   SKERRY               the program, or one with a problem of your own; default: build/release/skerry of this tree
#   SKERRY_LAUNCHER      what starts the ranks; default: mpirun
#   SKERRY_GRACE_S       seconds that a stop may take before the ranks are ended wherever they are; default 60
#   SKERRY_MAX_RESTARTS  how often a job may be put back into the queue; default 100
set -euo pipefail

usage() { sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
say() { echo "resumable: $*" >&2; }
fail() { say "$1"; exit 2; }

tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${SKERRY:-$tree/build/release/skerry}
read -r -a launcher <<<"${SKERRY_LAUNCHER:-mpirun}"
grace_s=${SKERRY_GRACE_S:-60}
restarts=${SLURM_RESTART_COUNT:-0}
max_restarts=${SKERRY_MAX_RESTARTS:-100}
pid=          # of the launcher
status=       # its exit status
stopped_at=   # when the first signal came
stopper=      # the process that passes it on
disturbed=    # whether a signal ended the wait for the launcher

# USR1 is what mpirun passes on to its ranks; TERM would have them killed a second later. It is repeated, because mpirun
# drops it while it starts them.
stop_gently() {
    local passed
    for ((passed = 0; passed < grace_s; passed += 5)); do
        kill -USR1 "$pid" 2>/dev/null || return 0
        sleep $((grace_s - passed < 5 ? grace_s - passed : 5)) &>/dev/null
    done
    say "the run didn't stop within $grace_s s (SKERRY_GRACE_S); it is ended, and will go on from its last checkpoint"
    kill -TERM "$pid" 2>/dev/null || return 0
    sleep 5 &>/dev/null
    kill -KILL "$pid" 2>/dev/null || return 0
}

# shellcheck disable=SC2317  # called by the trap
on_signal() {
    disturbed=yes
    stopped_at=${stopped_at:-$SECONDS}
    pass_on
}

pass_on() {
    [ -n "$stopped_at" ] && [ -n "$pid" ] && [ -z "$stopper" ] || return 0
    stop_gently &
    stopper=$!
}

# Runs a command to its end, through any signals.
attend() {
    "$@" &
    pid=$!
    pass_on
    disturbed=yes
    while [ -n "$disturbed" ]; do
        disturbed=
        status=0
        wait "$pid" || status=$?
    done
    [ -z "$stopper" ] || kill "$stopper" 2>/dev/null || true
}

saved() { stat -c '%i %y' "$trace.checkpoint" 2>/dev/null || true; }

# 75: stopped and saved. 138: the signal came before anybody could listen. 1 to 3 are skerry's own failures, unless the
# run had to be ended. Anything else is a death, by a lost host or a lack of memory: worth another attempt if this one
# saved something new.
worth_another_attempt() {
    case $status in
        75) return 0 ;;
        0 | 2 | 3) return 1 ;;
    esac
    if [ -n "$stopped_at" ] && { [ "$status" = 138 ] || ((SECONDS - stopped_at >= grace_s)); }; then return 0; fi
    [ "$status" != 1 ] && [ "$(saved)" != "$saved_before" ]
}

requeue() {
    # A cancelled job that is requeued would rise from the dead; one that is being preempted SLURM requeues itself.
    if [ "$(squeue --noheader --jobs "$job" --format %T 2>/dev/null)" != RUNNING ]; then
        say "interrupted; SLURM is ending job $job. If it is not in the queue then, submit the same command to go on"
    elif [ "$restarts" -ge "$max_restarts" ]; then
        say "interrupted; job $job was restarted $restarts times (SKERRY_MAX_RESTARTS). Submit the same command to go on"
    elif scontrol requeue "$job"; then
        say "interrupted; job $job is back in the queue and will go on"
    else
        say "interrupted, and SLURM refused to requeue job $job. Submit the same command to go on"
    fi
}

trap on_signal USR1 TERM

case "${1:-}" in
    -h | --help) usage; exit 0 ;;
    "" | -*) usage >&2; exit 2 ;;
esac
config=$1
shift
seed=
trace=
force=
for_run=()
for_both=()
while [ $# -gt 0 ]; do
    case $1 in
        --seed | --output) [ $# -gt 1 ] || fail "$1 has no value" ;;
    esac
    case $1 in
        --seed) seed=$2; for_run+=("$1" "$2"); shift ;;
        --seed=*) seed=${1#*=}; for_run+=("$1") ;;
        --output) trace=$2; shift ;;
        --output=*) trace=${1#*=} ;;
        --repeat | --repeat=*) fail "$1 would be several runs in one job; jobs/replicates.sbatch makes a job of each" ;;
        --force) force=yes ;;
        --json | --quiet) for_both+=("$1") ;;
        *) for_run+=("$1") ;;
    esac
    shift
done
trace=${trace:-results/$(basename "$config" .toml)${seed:+-$seed}.h5}
[ -x "$program" ] || fail "there is no program $program; build it (jobs/build.sh), or name yours: SKERRY=/path/to/skerry"
[ -f "$config" ] || fail "there is no configuration $config in $PWD"

mkdir -p "$(dirname "$trace")"
if [ -n "${SLURM_JOB_ID:-}" ]; then
    job=$SLURM_JOB_ID
    # The last task of an array has the array's own number, which stands for all of its tasks.
    [ -z "${SLURM_ARRAY_JOB_ID:-}" ] || job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
    say "the output of this job goes to ${trace%.h5}.log"
    exec >>"${trace%.h5}.log" 2>&1
    say "job $job, restart $restarts, ${SLURM_NTASKS:-1} tasks on ${SLURM_JOB_NODELIST:-$(hostname)}, $(date -u +%FT%TZ)"
fi

if [ -n "$force" ] && [ "$restarts" = 0 ] && [ -e "$trace" ]; then
    rm -f "$trace.checkpoint"
    mv -f "$trace" "$trace.old"
fi
if [ -e "$trace" ]; then
    say "$trace exists: its run goes on; --force begins it anew, --output names another"
    work=(resume "$trace")
else
    work=(run "$config" --output "$trace" "${for_run[@]}")
fi

# Waiting ranks yield their core: needed where ranks share one, next to free where they don't.
export OMPI_MCA_mpi_yield_when_idle=${OMPI_MCA_mpi_yield_when_idle:-1}
# A host that went silent is given up after 10 s + 5 times 2 s; Open MPI by itself takes eight minutes.
export OMPI_MCA_oob_tcp_keepalive_time=${OMPI_MCA_oob_tcp_keepalive_time:-10}
export OMPI_MCA_oob_tcp_keepalive_intvl=${OMPI_MCA_oob_tcp_keepalive_intvl:-2}
export OMPI_MCA_oob_tcp_keepalive_probes=${OMPI_MCA_oob_tcp_keepalive_probes:-5}

saved_before=$(saved)
attend "${launcher[@]}" "$program" "${work[@]}" "${for_both[@]}"
if ! worth_another_attempt; then
    [ "$status" = 0 ] || say "exit status $status"
    exit "$status"
fi
if [ -n "${SLURM_JOB_ID:-}" ]; then requeue; else say "interrupted; the same command goes on"; fi
exit 75
