#include "puzzles/skyscraper/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/skyscraper/commands.hpp"
#include "puzzles/skyscraper/latin_rows.hpp"
#include "puzzles/skyscraper/puzzle_problem.hpp"

#include <memory>
#include <string>
#include <utility>

namespace skerry::skyscraper {
namespace {

std::unique_ptr<AnyProblem> make(const std::string& type, const Settings& table, Files& files) {
  const bool cells = table.choice("encoding", "rows", {"rows", "cells"}) == "cells";
  const ProblemType encoded =
      cells ? problem_type<ClassicProblem>(type) : problem_type<LatinRowsProblem>(type);
  return encoded.make(type, table, files);
}

std::unique_ptr<AnyProblem> make_puzzles(const std::string& type, const Settings& table, Files& files) {
  Puzzle all = read_all_hints(table, files);
  auto choice = latin::read_choice(table, puzzle_quantities(all.size), puzzle_choice(all.size));
  return std::make_unique<ConcreteProblem<PuzzleProblem>>(type,
                                                          PuzzleProblem(std::move(all), std::move(choice)));
}

}  // namespace

Module module() {
  return {.problem = {"skyscraper", make}, .commands = {generate_command(), solve_command()}};
}

Module puzzle_module() {
  return {.problem = {"skyscraper_puzzle", make_puzzles}, .commands = {}};
}

}  // namespace skerry::skyscraper
