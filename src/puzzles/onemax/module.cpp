#include "puzzles/onemax/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/onemax/onemax.hpp"

namespace skerry::onemax {

Module module() {
  return {.problem = problem_type<OneMax>("onemax"), .commands = {}};
}

}  // namespace skerry::onemax
