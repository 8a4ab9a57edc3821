# Scripts source this file to learn what a SLURM job has. It sets
#   nodes   their number
#   ranks   the number of tasks, each of which is a rank
#   cores   the cores of all tasks: those of --cpus-per-task, or one each. Where each node has one task, it has all cores of the job there

# Prints the sum of what SLURM has for each node, such as "4(x2),1".
sum_over_nodes() {
    local group groups sum=0
    IFS=, read -r -a groups <<<"$1"
    for group in "${groups[@]}"; do
        if [[ $group =~ ^([0-9]+)\(x([0-9]+)\)$ ]]; then
            sum=$((sum + BASH_REMATCH[1] * BASH_REMATCH[2]))
        else
            sum=$((sum + group))
        fi
    done
    echo "$sum"
}

nodes=${SLURM_JOB_NUM_NODES:-1}
ranks=${SLURM_NTASKS:-$nodes}
# A requeued job that was given fewer tasks has the former number of them here still.
there=$(sum_over_nodes "${SLURM_TASKS_PER_NODE:-$ranks}")
((ranks <= there)) || ranks=$there
if [ -n "${SLURM_CPUS_PER_TASK:-}" ]; then
    cores=$((ranks * SLURM_CPUS_PER_TASK))
elif [ "$ranks" = "$nodes" ] && [ -n "${SLURM_JOB_CPUS_PER_NODE:-}" ]; then
    cores=$(sum_over_nodes "$SLURM_JOB_CPUS_PER_NODE")
else
    cores=$ranks
fi

counted() { if [ "$1" = 1 ]; then echo "1 $2"; else echo "$1 $2s"; fi; }
