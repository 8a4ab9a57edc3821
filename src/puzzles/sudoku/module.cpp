#include "puzzles/sudoku/module.hpp"

#include "skerry/app/concrete_problem.hpp"

#include "puzzles/sudoku/classic.hpp"
#include "puzzles/sudoku/commands.hpp"
#include "puzzles/sudoku/guided.hpp"
#include "puzzles/sudoku/layout.hpp"
#include "puzzles/sudoku/puzzle_problem.hpp"

#include <memory>
#include <string>
#include <utility>

namespace skerry::sudoku {
namespace {

/// The genetic algorithms are compiled for each order.
std::unique_ptr<AnyProblem> make(const std::string& type, const Settings& table, Files& files) {
  const bool classic = table.choice("operators", "guided", {"guided", "classic"}) == "classic";
  Puzzle puzzle = read_puzzle(table, files);
  return with_layout(puzzle.order, [&](auto layout) -> std::unique_ptr<AnyProblem> {
    using Classic = ClassicProblem<layout.order()>;
    using Guided = GuidedProblem<layout.order()>;
    if (classic) {
      return std::make_unique<ConcreteProblem<Classic>>(type,
                                                        Classic(std::move(puzzle), read_candidates(table)));
    }
    return std::make_unique<ConcreteProblem<Guided>>(type,
                                                     Guided(std::move(puzzle), read_guided_settings(table)));
  });
}

std::unique_ptr<AnyProblem> make_puzzles(const std::string& type, const Settings& table, Files& files) {
  Puzzle all = read_all_givens(table, files);
  auto choice = latin::read_choice(table, puzzle_quantities(all.order), puzzle_choice(all.order));
  return with_layout(all.order, [&](auto layout) -> std::unique_ptr<AnyProblem> {
    using P = PuzzleProblem<layout.order()>;
    return std::make_unique<ConcreteProblem<P>>(type, P(std::move(all), std::move(choice)));
  });
}

}  // namespace

Module module() {
  return {.problem = {"sudoku", make}, .commands = {generate_command(), solve_command()}};
}

Module puzzle_module() {
  return {.problem = {"sudoku_puzzle", make_puzzles}, .commands = {}};
}

}  // namespace skerry::sudoku
