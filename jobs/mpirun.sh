#!/usr/bin/env bash
# mpirun for one machine, as the tests and scripts of the tree use it: it allows more ranks than cores and root as the user
# (containers and CI run as root), lets waiting ranks yield their core, and prints no help pages after a failure.
# SKERRY_MPIRUN names the launcher, which has to be of the MPI that the program is built with; default: the one that CMake found
# for build/release, else mpirun. Only Open MPI reads its variables; the launcher of MPICH needs no leave.
# shellcheck source=jobs/launcher.sh
source "${BASH_SOURCE[0]%/*}/launcher.sh"
for_launcher rmaps_base_oversubscribe - 1
for_launcher - rmaps_default_mapping_policy :oversubscribe
for_launcher orte_execute_quiet prte_execute_quiet 1
export SKERRY_YIELD=1
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
launcher=${SKERRY_MPIRUN:-}
cache=${BASH_SOURCE[0]%/*}/../build/release/CMakeCache.txt
if [ -z "$launcher" ] && [ -f "$cache" ]; then
    launcher=$(sed -n 's/^MPIEXEC_EXECUTABLE:[A-Z]*=//p' "$cache")
fi
[ -x "$(command -v "$launcher")" ] || launcher=mpirun
exec "$launcher" "$@"
