#include "puzzles/real_function/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/real_function/real_function.hpp"

namespace skerry::real_function {

Module module() {
  return {.problem = problem_type<RealFunction>("real_function"), .commands = {}};
}

}  // namespace skerry::real_function
