#include "puzzles/skyscraper/rows.hpp"

#include <algorithm>

namespace skerry::skyscraper {

Rows rows_of(std::span<const std::uint8_t> grid, std::uint32_t size) {
  Rows rows;
  for (std::uint32_t row = 0; row < size; ++row) {
    std::ranges::copy(grid.subspan(std::size_t{row} * size, size), rows[row]);
  }
  return rows;
}

Grid grid_of(const Rows& rows, std::uint32_t size) {
  Grid grid;
  for (std::uint32_t row = 0; row < size; ++row) grid.insert(grid.end(), rows[row], rows[row] + size);
  return grid;
}

}  // namespace skerry::skyscraper
