#include "puzzles/party/module.hpp"

#include "skerry/app/concrete_problem.hpp"
#include "skerry/app/settings.hpp"

#include "puzzles/party/commands.hpp"
#include "puzzles/party/search/islands.hpp"
#include "puzzles/party/search/problem.hpp"

#include <utility>

namespace skerry::party {

Module module() {
  ProblemType problem = problem_type<PartyProblem>("party");
  problem.is_puzzle = [](const Settings& file) { return file.has("pool") && file.has("formation"); };
  return {.problem = std::move(problem),
          .commands = {construct_command(), generate_command(), map_command(), validate_command()},
          .example = "configs/party/type2.toml"};
}

}  // namespace skerry::party
