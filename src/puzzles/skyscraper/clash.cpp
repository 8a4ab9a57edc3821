#include "puzzles/skyscraper/inference.hpp"

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

/// Returns a text such as "row 2 (clues 3 and 1)".
std::string with_clues(const Puzzle& puzzle, std::uint32_t line) {
  const auto [near, far] = clues_of(puzzle, line);
  const std::string name = line_name(puzzle.size, line);
  if (near != 0 && far != 0) return fmt::format("{} (clues {} and {})", name, near, far);
  if (near != 0 || far != 0) return fmt::format("{} (clue {})", name, near + far);
  return name;
}

}  // namespace

std::string text_of(const Clash& clash, const Puzzle& puzzle) {
  switch (clash.kind) {
    case Clash::Kind::no_value:
      return fmt::format("{} and {} leave no value for the cell where they meet",
                         with_clues(puzzle, row_of(puzzle.size, clash.cell)),
                         with_clues(puzzle, column_of(puzzle.size, clash.cell)));
    case Clash::Kind::no_cell:
      return fmt::format("{} has no cell left for {}", with_clues(puzzle, clash.unit), clash.value);
    case Clash::Kind::no_sequence:
      break;
  }
  return with_clues(puzzle, clash.unit) + " has no sequence left that meets its clues";
}

}  // namespace skerry::skyscraper
