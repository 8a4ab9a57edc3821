#include "puzzles/nk/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/nk/problem.hpp"

namespace skerry::nk {

Module module() {
  return {.problem = problem_type<NkProblem>("nk"), .commands = {}};
}

}  // namespace skerry::nk
