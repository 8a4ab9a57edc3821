# Scripts whose work may be stopped and resumed source this file. It passes signals on, waits, and requeues a SLURM job.
# The sourcing script sets `me`, the name in its messages; the number of the job, for `requeue`, is set here.

say() { echo "$me: $*" >&2; }
fail() { say "$1"; exit 2; }

grace_s=${SKERRY_GRACE_S:-60}
restarts=${SLURM_RESTART_COUNT:-0}
max_restarts=${SKERRY_MAX_RESTARTS:-100}
pid=          # the launcher's process id
status=       # the launcher's exit status
stopped_at=   # the time of the first signal
stopper=      # the process that passes the signal on
disturbed=    # whether a signal ended the wait for the launcher

# mpirun passes USR1 on to its ranks, but kills them a second after TERM. USR1 is repeated, because mpirun drops it while it
# starts the ranks.
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

job=${SLURM_JOB_ID:-}
# The last task of an array has the array's own number, which stands for all of its tasks.
[ -z "${SLURM_ARRAY_JOB_ID:-}" ] || job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID

# From now on the output of a job goes to that file.
log_to() {
    say "the output of this job goes to $1"
    exec >>"$1" 2>&1
    say "job $job, restart $restarts, ${SLURM_NTASKS:-1} tasks on ${SLURM_JOB_NODELIST:-$(hostname)}, $(date -u +%FT%TZ)"
}

requeue() {
    # A cancelled job must not be requeued, and SLURM itself requeues a job that it preempts.
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

# Ends stopped work: requeues the job, or prints how to go on.
leave_interrupted() {
    if [ -n "$job" ]; then requeue; else say "interrupted; the same command goes on"; fi
    exit 75
}

# Waiting ranks yield their core. This is necessary where ranks share one, and costs almost nothing elsewhere.
export OMPI_MCA_mpi_yield_when_idle=${OMPI_MCA_mpi_yield_when_idle:-1}
# mpirun gives up a silent host after 10 s + 5 times 2 s; Open MPI's default is eight minutes.
export OMPI_MCA_oob_tcp_keepalive_time=${OMPI_MCA_oob_tcp_keepalive_time:-10}
export OMPI_MCA_oob_tcp_keepalive_intvl=${OMPI_MCA_oob_tcp_keepalive_intvl:-2}
export OMPI_MCA_oob_tcp_keepalive_probes=${OMPI_MCA_oob_tcp_keepalive_probes:-5}
# Two mpirun of one user that start on a host at the same time make the same folder, and one of them may fail.
export OMPI_MCA_orte_top_session_dir=${OMPI_MCA_orte_top_session_dir:-${OMPI_MCA_orte_tmpdir_base:-${TMPDIR:-/tmp}}/ompi.${SLURM_JOB_ID:-0}.$$}

trap on_signal USR1 TERM
