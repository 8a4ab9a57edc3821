#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace skerry {

/// Whether this is inside a job of SLURM.
bool inside_a_job();

/// The cores that runs may keep busy: those this process may use; in a job its tasks. 1 in a job of several
/// nodes, where every mpirun would begin at the first of them: there runs follow each other.
std::uint64_t cores_here();

/// `wanted`, else SKERRY_LAUNCHER, else mpirun, as words; the first, where it is a path, absolute.
std::vector<std::string> launcher(const std::string& wanted);

/// Seconds that an interruption may take: SKERRY_GRACE_S, or a minute. Throws UsageError.
double grace_s();

/// Tells Open MPI, unless told otherwise, that runs share the machine: ranks are bound to no core, since
/// every mpirun would begin with the first, may be more than cores, and yield theirs while they wait.
void prepare_environment();

}  // namespace skerry
