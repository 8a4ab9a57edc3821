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
watcher=      # the process that watches the launcher

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

# Prints the exit status of the ranks of a launcher that stays behind: all children that it has not waited for have ended, and it is
# not stopped. A killed rank counts as mpirun reports it. Fails where this is not so, and for srun, whose children are no ranks.
left_behind() {
    local file text fields more child code children=() worst=0
    read -r text 2>/dev/null <"/proc/$pid/stat" && [[ ${text##*) } != [TtZX]* && $text != *"(srun)"* ]] || return 1
    for file in "/proc/$pid/task/"*/children; do
        read -r -a more 2>/dev/null <"$file" || true
        children+=("${more[@]}")
    done
    for child in "${children[@]}"; do
        read -r text 2>/dev/null <"/proc/$child/stat" && [[ ${text##*) } = Z* ]] || return 1
        read -r -a fields <<<"$text"
        code=${fields[-1]}
        code=$((code & 127 ? 128 + (code & 127) : code >> 8 & 255))
        ((code <= worst)) || worst=$code
    done
    [ ${#children[@]} -gt 0 ] && echo "$worst"
}

# Ends a launcher that stays behind for ten seconds, and writes the status of its ranks to the file. mpirun of Open MPI 4.1 does so in
# one of some hundred jobs of which a rank was killed, and for ever: in PMIx_server_finalize it waits for a lock whose thread is gone,
# and TERM does not end it.
end_left_behind() {
    local looks=0 ended
    while sleep 2 &>/dev/null; do
        if ended=$(left_behind); then looks=$((looks + 1)); else looks=0; fi
        [ "$looks" -ge 5 ] || continue
        say "the ranks have ended with status $ended and their launcher has not; it is ended"
        echo "$ended" >"$1"
        kill -TERM "$pid" 2>/dev/null || return 0
        sleep 5 &>/dev/null
        kill -KILL "$pid" 2>/dev/null
        return 0
    done
}

# Runs a command to its end, through any signals.
attend() {
    local verdict
    "$@" &
    pid=$!
    verdict=$(mktemp) && { end_left_behind "$verdict" & watcher=$!; }
    pass_on
    disturbed=yes
    while [ -n "$disturbed" ]; do
        disturbed=
        status=0
        wait "$pid" || status=$?
    done
    [ -z "$stopper" ] || kill "$stopper" 2>/dev/null || true
    [ -z "$watcher" ] || kill "$watcher" 2>/dev/null || true
    [ ! -s "$verdict" ] || status=$(<"$verdict")
    rm -f "$verdict"
}

job=${SLURM_JOB_ID:-}
# The last task of an array has the array's own number, which stands for all of its tasks.
[ -z "${SLURM_ARRAY_JOB_ID:-}" ] || job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID

# From now on the output of a job goes to that file. The job is named after its work, unless whoever submitted it has named it.
log_to() {
    local name=$2
    [ "${SLURM_JOB_NAME:-}" != skerry ] || scontrol update "JobId=$job" "JobName=$name" 2>/dev/null || true
    say "the output of this job goes to $1"
    exec >>"$1" 2>&1
    say "job $job, restart $restarts, on ${SLURM_JOB_NODELIST:-$(hostname)}, $(date -u +%FT%TZ)"
}

# A cancelled job must not be requeued, and SLURM itself requeues a job that it preempts.
runs_still() { [ "$(squeue --noheader --jobs "$job" --format %T 2>/dev/null)" = RUNNING ]; }

# Says how to go on where scancel, SLURM or the owner's signals have ended the work with the status of a failure.
tell_of_end() {
    [ "$status" != 0 ] || return 0
    if [ -n "$job" ] && ! runs_still; then
        say "exit status $status; SLURM is ending job $job. If it is not in the queue then, submit the same command to go on"
    else
        say "exit status $status"
    fi
}

requeue() {
    if ! runs_still; then
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

# shellcheck source=jobs/launcher.sh
source "$(dirname "${BASH_SOURCE[0]}")/launcher.sh"
# mpirun gives up a silent host after 10 s + 5 times 2 s; Open MPI's default is eight minutes.
for_launcher oob_tcp_keepalive_time oob_tcp_keepalive_time 10
for_launcher oob_tcp_keepalive_intvl oob_tcp_keepalive_intvl 2
for_launcher oob_tcp_keepalive_probes oob_tcp_keepalive_probes 5
# Two mpirun of one user that start on a host at the same time make the same folder, and one of them may fail.
for_launcher orte_top_session_dir prte_top_session_dir "${OMPI_MCA_orte_tmpdir_base:-${TMPDIR:-/tmp}}/ompi.${SLURM_JOB_ID:-0}.$$"

trap on_signal USR1 TERM
