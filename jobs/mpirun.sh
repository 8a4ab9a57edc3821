#!/usr/bin/env bash
# mpirun for one machine, as the tests and scripts of the tree use it: it allows more ranks than cores and root as the user
# (containers and CI run as root), lets waiting ranks yield their core, and prints no help pages after a failure.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
exec mpirun --quiet "$@"
