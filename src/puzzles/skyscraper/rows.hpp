#pragma once

#include "puzzles/skyscraper/puzzle.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace skerry::skyscraper {

/// A grid as genomes hold it: 16 bytes a row, whatever the puzzle's size, so that a column is a lane of
/// vector operations. Cells beyond the puzzle's are 0.
struct Rows {
  alignas(max_size) std::array<std::uint8_t, max_cells> cells{};

  std::uint8_t* operator[](std::uint32_t row) { return cells.data() + std::size_t{max_size} * row; }
  const std::uint8_t* operator[](std::uint32_t row) const {
    return cells.data() + std::size_t{max_size} * row;
  }
  friend bool operator==(const Rows&, const Rows&) = default;
};

/// Convert from and to [size * size], row by row.
Rows rows_of(std::span<const std::uint8_t> grid, std::uint32_t size);
Grid grid_of(const Rows& rows, std::uint32_t size);

}  // namespace skerry::skyscraper
