#include "puzzles/skyscraper/puzzle.hpp"

#include "puzzles/skyscraper/judge.hpp"

#include <fmt/core.h>

namespace skerry::skyscraper {

std::string line_name(std::uint32_t size, std::uint32_t line) {
  return line < size ? fmt::format("column {}", line + 1) : fmt::format("row {}", line - size + 1);
}

LineClues seen(std::span<const std::uint8_t> grid, std::uint32_t size, std::uint32_t line) {
  const Line cells = line_of(size, line);
  LineClues counts;
  std::uint8_t highest = 0;
  for (std::uint32_t at = 0; at < size; ++at) {
    const std::uint8_t value = grid[cells.cell(at)];
    if (value > highest) ++counts.near;
    if (value > highest) highest = value;
  }
  highest = 0;
  for (std::uint32_t at = size; at-- > 0;) {
    const std::uint8_t value = grid[cells.cell(at)];
    if (value > highest) ++counts.far;
    if (value > highest) highest = value;
  }
  return counts;
}

bool solves(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  return penalty(puzzle, grid) == 0;
}

}  // namespace skerry::skyscraper
