#!/usr/bin/env bash
# Runs a command in namespaces of its own: processes, network, mounts, host name, shared memory. All that it starts and sets
# up there ends with it, even when it is killed. It serves tests that need hosts or daemons.
#   tests/apart.sh [--needs TOOL]... COMMAND...
# Where a tool or a permission is missing it prints a message and exits with 77, which CTest counts as skipped.
set -euo pipefail

skip() { echo "skipped: $*"; exit 77; }
own=(setpriv --pdeathsig KILL unshare --mount --net --uts --ipc --pid --fork --kill-child --mount-proc)
# The first process stays, to reap orphans. /run/netns and /dev/shm are new: Open MPI names shared memory after host and process number.
begin='mkdir -p /run/netns && mount -t tmpfs tmpfs /run/netns && mount -t tmpfs tmpfs /dev/shm &&
       ip link set lo up && { "$@"; exit $?; }'

tools=(ip unshare setpriv)
while [ "${1:-}" = --needs ]; do
    tools+=("$2")
    shift 2
done
missing=()
for tool in "${tools[@]}"; do
    command -v "$tool" >/dev/null || missing+=("$tool")
done
[ ${#missing[@]} = 0 ] || skip "no ${missing[*]} here; as root, jobs/setup.sh hosts slurm installs what is missing"
[ "$(id -u)" = 0 ] || skip "only root makes namespaces with a network of their own"
hosts='ip netns add a && ip link add type bridge && ip link add type veth peer netns a'
refusal=$("${own[@]}" bash -c "$begin" apart bash -c "$hosts" 2>&1) || skip "namespaces can't be made here: $refusal"

TMPDIR=$(mktemp -d)
export TMPDIR SKERRY_APART=1
trap 'rm -rf "$TMPDIR"' EXIT
status=0
"${own[@]}" bash -c "$begin" apart "$@" || status=$?
exit "$status"
