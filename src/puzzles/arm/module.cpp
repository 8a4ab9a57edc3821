#include "puzzles/arm/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/arm/arm.hpp"

namespace skerry::arm {

Module module() {
  return {.problem = problem_type<Arm>("arm"), .commands = {}};
}

}  // namespace skerry::arm
