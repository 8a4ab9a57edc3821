#include "puzzles/trap/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/trap/trap.hpp"

namespace skerry::trap {

Module module() {
  return {.problem = problem_type<Trap>("trap"), .commands = {}};
}

}  // namespace skerry::trap
