#include "skerry/app/concrete_problem.hpp"

#include "puzzles/registry.hpp"
#include "puzzles/sudoku/classic.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/guided.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <memory>
#include <string>
#include <string_view>
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

}  // namespace

Module module() {
  return {.problem = {.name = "sudoku",
                      .make = make,
                      .read_puzzle = [](std::string_view text,
                                        const std::string& file) { parse_puzzles(text, file); },
                      .puzzle_configuration = "configs/sudoku/island.toml"},
          .commands = commands()};
}

}  // namespace skerry::sudoku
