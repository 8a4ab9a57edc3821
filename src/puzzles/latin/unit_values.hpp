#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace skerry::latin {

/// Holds the values of a row, a column or a box; `cell(at)` are its `size` cells.
template <std::size_t most>
class UnitValues {
 public:
  using Cells = std::span<const std::uint8_t>;

  template <class Cell>
  UnitValues(std::uint32_t size, Cells grid, Cell cell) : size_(size) {
    for (std::uint32_t at = 0; at < size; ++at) values_[at] = grid[cell(at)];
  }

  operator Cells() const { return Cells(values_).first(size_); }

 private:
  std::uint32_t size_;
  std::array<std::uint8_t, most> values_{};
};

}  // namespace skerry::latin
