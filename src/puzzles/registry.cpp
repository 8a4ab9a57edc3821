#include "puzzles/registry.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/landscapes/bit_functions.hpp"
#include "puzzles/landscapes/real_functions.hpp"
#include "puzzles/landscapes/test_fronts.hpp"

#include <string>
#include <utility>

namespace skerry {
namespace {

template <typename Problem>
Module landscape(const std::string& name) {
  return {.problem = problem_type<Problem>(name), .commands = {}};
}

}  // namespace

std::vector<Module> shipped_modules(std::vector<Command> of_party) {
  Module party = party::module();
  for (Command& command : of_party) party.commands.push_back(std::move(command));
  return {landscape<Arm>("arm"),
          landscape<dtlz::Dtlz>("dtlz"),
          external::module(),
          jump_maze::module(),
          landscape<nk::NkProblem>("nk"),
          landscape<OneMax>("onemax"),
          std::move(party),
          qap::module(),
          landscape<RealFunction>("real_function"),
          skyscraper::module(),
          skyscraper::puzzle_module(),
          sudoku::module(),
          sudoku::puzzle_module(),
          landscape<trap::Trap>("trap"),
          landscape<zdt::Zdt>("zdt")};
}

}  // namespace skerry
