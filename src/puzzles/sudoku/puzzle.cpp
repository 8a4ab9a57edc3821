#include "puzzles/sudoku/puzzle.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry::sudoku {

std::uint32_t Puzzle::given_count() const {
  return static_cast<std::uint32_t>(givens.size()) -
         static_cast<std::uint32_t>(std::ranges::count(givens, std::uint8_t{0}));
}

std::string unit_name(std::uint32_t order, std::uint32_t unit) {
  const std::uint32_t size = order * order;
  constexpr const char* kinds[] = {"row", "column", "box"};
  return fmt::format("{} {}", kinds[unit / size], unit % size + 1);
}

std::string cell_name(std::uint32_t order, std::uint32_t cell) {
  return fmt::format("row {} column {}", row_of(order, cell) + 1, column_of(order, cell) + 1);
}

}  // namespace skerry::sudoku
