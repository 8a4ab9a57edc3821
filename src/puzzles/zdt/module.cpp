#include "puzzles/zdt/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/zdt/zdt.hpp"

namespace skerry::zdt {

Module module() {
  return {.problem = problem_type<Zdt>("zdt"), .commands = {}};
}

}  // namespace skerry::zdt
