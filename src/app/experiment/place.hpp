#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace skerry {

/// Tells whether this process is part of a SLURM job.
bool inside_a_job();

/// Tells whether that job has more than one node.
bool on_several_nodes();

/// Returns how many cores runs may keep busy: those that this process may use, or in a SLURM job its tasks.
/// In a job of several nodes it is 1, and runs follow each other, since every mpirun would begin at the first
/// node.
std::uint64_t cores_here();

/// Returns the launcher as words: `wanted`, else SKERRY_LAUNCHER, else mpirun in a job of several nodes, else
/// none, and islands are threads. A first word that is a path becomes absolute.
std::vector<std::string> launcher(const std::string& wanted);

/// Returns the seconds that an interruption may take: SKERRY_GRACE_S, or 60. Throws UsageError.
double grace_s();

/// Tells Open MPI, unless the environment says otherwise, that runs share the machine: ranks are bound to no
/// core, since every mpirun would begin with the first one; ranks may outnumber the cores; and they yield
/// their core while they wait.
void prepare_environment();

/// Gives the next run a folder of its own for Open MPI's files. Two mpirun of one user that start on a host
/// at the same time otherwise make the same folder, and one of them may fail ("A call to mkdir was unable
/// ...").
void separate_next_run();

}  // namespace skerry
