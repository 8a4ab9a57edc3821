#include "puzzles/sudoku/puzzle_problem.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/sudoku/generate.hpp"
#include "puzzles/sudoku/grid_problem.hpp"

#include <fmt/core.h>

namespace skerry::sudoku {

std::vector<latin::PuzzleQuantity> puzzle_quantities(std::uint32_t order) {
  using latin::Quantity;
  constexpr std::array<std::uint64_t, 4> fewest = {4, 17, 55, 151};
  const std::uint64_t cells = Puzzle(order).cell_count();
  return {{"givens", Quantity::givens, fewest.at(order - least_order), cells * 5 / 8},
          {"unpaired", Quantity::unpaired, 0, cells / 4},
          {"difficulty", Quantity::difficulty, 0, 2 * cells},
          {"hardest_inference", Quantity::hardest_inference}};
}

latin::PuzzleChoice puzzle_choice(std::uint32_t order) {
  constexpr std::array<std::string_view, 2> features = {"givens", "hardest_inference"};
  constexpr std::array<std::string_view, 2> objectives = {"givens", "unpaired"};
  return latin::choice_of(puzzle_quantities(order), "unpaired", features, objectives);
}

Puzzle read_all_givens(const Settings& settings, Files& files) {
  if (settings.has("instance")) {
    Puzzle puzzle = read_puzzle(settings, files);
    const SolveResult result = solve(puzzle, 2);
    if (result.solutions != 1) {
      settings.fail(
          "instance",
          fmt::format("the puzzle has {}; puzzles are made of the grid of one that has one solution ({})",
                      result.solutions == 0 ? "no solution" : "several solutions", puzzle.where));
    }
    puzzle.givens = *result.grid;
    return puzzle;
  }
  const std::int64_t size = settings.integer("size", 9, {4, 25});
  std::uint32_t order = least_order;
  while (order < max_order && std::int64_t{order} * order < size) ++order;
  if (std::int64_t{order} * order != size)
    settings.fail("size", fmt::format("size is {}; it is 4, 9, 16 or 25", size));
  Random random(static_cast<std::uint64_t>(settings.integer("instance_seed", 1, count_range)), 0,
                Purpose::generation);
  Puzzle puzzle(order);
  puzzle.givens = random_grid(order, random);
  return puzzle;
}

}  // namespace skerry::sudoku
