#include "puzzles/skyscraper/puzzle_problem.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/latin/puzzle_key.hpp"
#include "puzzles/skyscraper/latin_square.hpp"

#include <fmt/core.h>

namespace skerry::skyscraper {

std::string PuzzleKind::hint_name(const Puzzle& puzzle, std::uint32_t number) {
  constexpr std::array<std::string_view, 4> sides = {"top", "bottom", "left", "right"};
  const std::uint32_t clues = clue_count(puzzle);
  if (number < clues)
    return fmt::format("clue {} of the {}", number % puzzle.size + 1, sides.at(number / puzzle.size));
  const std::uint32_t cell = number - clues;
  return fmt::format("row {} column {}", cell / puzzle.size + 1, cell % puzzle.size + 1);
}

std::uint32_t PuzzleKind::opposite(const Puzzle& puzzle, std::uint32_t number) {
  const std::uint32_t clues = clue_count(puzzle);
  if (number >= clues) return clues + hint_count(puzzle) - 1 - number;
  // The top is opposite to the bottom, and the left to the right.
  const std::uint32_t side = number / puzzle.size;
  const std::uint32_t at = number % puzzle.size;
  return (side ^ 1U) * puzzle.size + puzzle.size - 1 - at;
}

std::vector<latin::PuzzleQuantity> puzzle_quantities(std::uint32_t size) {
  using latin::Quantity;
  const std::uint64_t clues = 4 * std::uint64_t{size};
  const std::uint64_t cells = std::uint64_t{size} * size;
  return {{"clues", Quantity::clues, 0, clues},
          {"givens", Quantity::givens, 0, cells / 2},
          {"hints", Quantity::hints, 0, clues + cells / 2},
          {"unpaired", Quantity::unpaired, 0, (clues + cells) / 4},
          {"difficulty", Quantity::difficulty, 0, 3 * cells},
          {"hardest_inference", Quantity::hardest_inference}};
}

latin::PuzzleChoice puzzle_choice(std::uint32_t size) {
  constexpr std::array<std::string_view, 2> features = {"clues", "hardest_inference"};
  constexpr std::array<std::string_view, 2> objectives = {"hints", "unpaired"};
  return latin::choice_of(puzzle_quantities(size), "hints", features, objectives);
}

Puzzle all_hints_of(const Grid& solution, std::uint32_t size) {
  Puzzle puzzle(size);
  puzzle.givens = solution;
  for (std::uint32_t line = 0; line < 2 * size; ++line) {
    const LineClues found = seen(solution, size, line);
    const std::uint32_t near = line < size ? line : line + size;
    puzzle.clues[near] = static_cast<std::uint8_t>(found.near);
    puzzle.clues[near + size] = static_cast<std::uint8_t>(found.far);
  }
  return puzzle;
}

Puzzle read_all_hints(const Settings& settings, Files& files) {
  if (settings.has("instance")) {
    const Puzzle puzzle = puzzle_of_key(settings, files, parse_puzzles);
    if (puzzle.size < least_generated_size || puzzle.size > largest_generated_size) {
      settings.fail("instance",
                    fmt::format("the puzzle has size {}; puzzles are made from {} to {} ({})", puzzle.size,
                                least_generated_size, largest_generated_size, puzzle.where));
    }
    const SolveResult result = solve(puzzle, 2);
    if (result.solutions != 1) {
      settings.fail(
          "instance",
          fmt::format("the puzzle has {}; puzzles are made of the grid of one that has one solution ({})",
                      result.solutions == 0 ? "no solution" : "several solutions", puzzle.where));
    }
    return all_hints_of(*result.grid, puzzle.size);
  }
  const auto size =
      static_cast<std::uint32_t>(settings.integer("size", 6, {least_generated_size, largest_generated_size}));
  Random random(static_cast<std::uint64_t>(settings.integer("instance_seed", 1, count_range)), 0,
                Purpose::generation);
  return all_hints_of(random_latin_square(size, random), size);
}

}  // namespace skerry::skyscraper
