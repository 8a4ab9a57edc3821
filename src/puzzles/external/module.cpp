#include "puzzles/external/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/external/problem.hpp"

namespace skerry::external {

Module module() {
  return {.problem = problem_type<ExternalProblem>("external"), .commands = {}};
}

}  // namespace skerry::external
