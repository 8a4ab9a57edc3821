#!/usr/bin/env bash
# Carries out a run that may be stopped and started again: begins it, or resumes it where it has begun.
#   jobs/resumable.sh CONFIG [options of `skerry run`]...
# The trace is --output, or results/<CONFIG>.h5, or results/<CONFIG>-<SEED>.h5 with --seed. Where it exists, the run in it
# is resumed with its own settings; --force begins anew and keeps the old trace as <TRACE>.old.
# USR1 and TERM stop the run at its next generation. In a SLURM job the output goes to a log beside the trace, and
# a stopped run is requeued. docs/running.md describes this. Environment:
#   SKERRY               a program with a problem of your own; default: build/release/skerry of this tree, or the installed skerry
#   SKERRY_LAUNCHER      the command that starts the ranks; default: mpirun
#   SKERRY_GRACE_S       seconds that a stop may take before the ranks are ended wherever they are; default 60
#   SKERRY_MAX_RESTARTS  how often a job may be requeued; default 100
set -euo pipefail

usage() { sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
me=resumable
# shellcheck source=jobs/place.sh
source "$(dirname "${BASH_SOURCE[0]}")/place.sh"
# shellcheck source=jobs/attend.sh
source "$root/jobs/attend.sh"
program=${SKERRY:-$skerry}
read -r -a launcher <<<"${SKERRY_LAUNCHER:-mpirun}"
saved() { stat -c '%i %y' "$trace.checkpoint" 2>/dev/null || true; }

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
[ -z "$job" ] || log_to "${trace%.h5}.log"

if [ -n "$force" ] && [ "$restarts" = 0 ] && [ -e "$trace" ]; then
    rm -f "$trace.checkpoint"
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

saved_before=$(saved)
attend "${launcher[@]}" "$program" "${work[@]}" "${for_both[@]}"
if ! worth_another_attempt; then
    [ "$status" = 0 ] || say "exit status $status"
    exit "$status"
fi
leave_interrupted
