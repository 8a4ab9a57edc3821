# shellcheck shell=bash
# Sourced by scripts: `timed PHASE COMMAND...` runs a command, and adds a line to the file that SKERRY_TIMES names, if it does:
# the phase, its wall seconds, and the CPU seconds of all its processes. Its status is the command's.
timed() {
    local phase=$1 status=0 TIMEFORMAT='%R %U %S' file=${SKERRY_TIMES:-/dev/null} told
    shift
    told=$(mktemp)
    { time "$@" 2>&4; } 4>&2 2>"$told" || status=$?
    awk -v phase="$phase" 'END {printf "%s\t%.1f\t%.1f\n", phase, $1, $2 + $3}' "$told" >>"$file"
    rm -f "$told"
    return "$status"
}
