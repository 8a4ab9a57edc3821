#include "puzzles/party/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/party/commands.hpp"
#include "puzzles/party/problem.hpp"

namespace skerry::party {

Module module() {
  return {.problem = problem_type<PartyProblem>("party"),
          .commands = {construct_command(), generate_command(), validate_command()}};
}

}  // namespace skerry::party
