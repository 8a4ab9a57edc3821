#include "puzzles/qap/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/qap/commands.hpp"
#include "puzzles/qap/problem.hpp"

namespace skerry::qap {

Module module() {
  return {.problem = problem_type<QapProblem>("qap"), .commands = {generate_command()}};
}

}  // namespace skerry::qap
