# Scripts source this file to set what launchers of MPI read in the environment. `for_launcher ORTE PRRTE VALUE` sets a parameter by the
# name that it has in Open MPI 4, whose launcher is ORTE, and by that of Open MPI 5, whose launcher is PRRTE; - stands for none. What is set
# already stays. MPICH reads none of them.
for_launcher() {
    local name
    for name in "OMPI_MCA_$1" "PRTE_MCA_$2"; do
        [[ $name == *_MCA_- ]] || export "$name=${!name:-$3}"
    done
}

# Open MPI binds each of one or two processes to a core, which all threads and workers of a rank would share.
for_launcher hwloc_base_binding_policy hwloc_default_binding_policy none
# Waiting ranks yield their core. This is necessary where ranks share one, and costs almost nothing elsewhere.
for_launcher mpi_yield_when_idle - 1
