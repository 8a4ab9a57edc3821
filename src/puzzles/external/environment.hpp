#pragma once

#include <string>
#include <vector>

namespace skerry::external {

/// Leaves out what a launcher of MPI tells its ranks, so that a program which uses MPI does not take itself
/// for one. A job of Open MPI in it has a folder of its own, since jobs that share one remove it.
std::vector<std::string> environment_without_rank();

/// Lets Python find the package of skerry, behind what PYTHONPATH names already.
void add_python_package(std::vector<std::string>& environment);

}  // namespace skerry::external
