#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/app/files.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/problem.hpp"

#include <string>
#include <vector>

namespace skerry {

/// The commands run, inspect and check over these problems; returns the exit status. Starts and ends MPI
/// where the command needs it. With a single problem, problem.type may be left out of configurations.
int run_program(int argc, char** argv, const std::vector<ProblemType>& problems);

/// A whole program for a problem of one's own:
///   int main(int argc, char** argv) { return skerry::main<MyProblem>(argc, argv); }
/// P is made from the [problem] table where it has a constructor P(const Settings&, Files&), and P()
/// otherwise.
template <Problem P>
int main(int argc, char** argv) {
  return run_program(argc, argv, {problem_type<P>(name_of<P>())});
}

}  // namespace skerry
