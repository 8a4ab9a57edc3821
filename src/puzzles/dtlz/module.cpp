#include "puzzles/dtlz/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/dtlz/dtlz.hpp"

namespace skerry::dtlz {

Module module() {
  return {.problem = problem_type<Dtlz>("dtlz"), .commands = {}};
}

}  // namespace skerry::dtlz
