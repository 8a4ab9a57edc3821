#pragma once

#include "skerry/app/files.hpp"
#include "skerry/app/module.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/problem.hpp"

#include <vector>

namespace skerry {

/// The commands run, resume, experiment, inspect, repair, check and draw over the problems of these modules,
/// and the commands that the modules bring; returns the exit status. Starts and ends MPI where the command
/// needs it. With a single module, problem.type may be left out of configurations.
int run_program(int argc, char** argv, std::vector<Module> modules);

/// A whole program for a problem of one's own:
///   int main(int argc, char** argv) { return skerry::main<MyProblem>(argc, argv); }
/// P is made from the [problem] table where it has a constructor P(const Settings&, Files&), and P()
/// otherwise. Its commands are those of P::commands(), where it has any.
template <Problem P>
int main(int argc, char** argv) {
  return run_program(argc, argv, {module_of<P>()});
}

}  // namespace skerry
