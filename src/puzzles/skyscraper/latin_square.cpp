#include "puzzles/skyscraper/latin_square.hpp"

#include <array>
#include <numeric>
#include <vector>

namespace skerry::skyscraper {

namespace {

/// Row, column and value, all from 0.
using Cell = std::array<std::uint32_t, 3>;

/// A Latin square as a cube of ones and zeros: (row, column, value) is one where the cell holds that value,
/// so every line along an axis sums to one. An improper square has a single -1 besides.
class IncidenceCube {
 public:
  explicit IncidenceCube(std::uint32_t size) : size_(size), entries_(std::size_t{size} * size * size) {
    for (std::uint32_t row = 0; row < size; ++row) {
      for (std::uint32_t column = 0; column < size; ++column) at({row, column, (row + column) % size}) = 1;
    }
  }

  /// Walks on to the next proper square.
  void walk(Random& random) {
    Cell cell = random_zero(random);
    while (!step(cell, random)) {
    }
  }

  Grid grid() const {
    Grid grid(std::size_t{size_} * size_);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i] == 1) grid[i / size_] = static_cast<std::uint8_t>(1 + i % size_);
    }
    return grid;
  }

 private:
  std::int8_t& at(const Cell& cell) { return entries_[(cell[0] * size_ + cell[1]) * size_ + cell[2]]; }

  Cell random_zero(Random& random) {
    for (;;) {
      const Cell cell = {random.below(size_), random.below(size_), random.below(size_)};
      if (at(cell) == 0) return cell;
    }
  }

  /// Returns one of the ones in the line through a cell along an axis; an improper square has two in the
  /// lines through its -1.
  std::uint32_t random_one(Cell cell, std::size_t axis, Random& random) {
    std::array<std::uint32_t, 2> ones{};
    std::uint32_t count = 0;
    for (cell[axis] = 0; cell[axis] < size_; ++cell[axis]) {
      if (at(cell) == 1) ones[count++] = cell[axis];
    }
    return ones[count == 1 ? 0 : random.below(2)];
  }

  /// Adds one to a cell that is 0 or -1. Returns true where a proper square results; otherwise `cell` is the
  /// new -1.
  bool step(Cell& cell, Random& random) {
    const Cell other = {random_one(cell, 0, random), random_one(cell, 1, random),
                        random_one(cell, 2, random)};
    for (std::uint32_t corner = 0; corner < 8; ++corner) {
      Cell changed = cell;
      bool even = true;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if ((corner >> axis & 1) == 0) continue;
        changed[axis] = other[axis];
        even = !even;
      }
      at(changed) = static_cast<std::int8_t>(at(changed) + (even ? 1 : -1));
    }
    cell = other;
    return at(cell) == 0;
  }

  std::uint32_t size_;
  std::vector<std::int8_t> entries_;
};

std::vector<std::uint32_t> permutation(std::uint32_t size, Random& random) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  return order;
}

}  // namespace

Grid random_latin_square(std::uint32_t size, Random& random) {
  IncidenceCube cube(size);
  for (std::uint32_t i = 0; size > 1 && i < size * size * size; ++i) cube.walk(random);
  const Grid walked = cube.grid();
  const auto rows = permutation(size, random);
  const auto columns = permutation(size, random);
  const auto values = permutation(size, random);
  Grid grid(walked.size());
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    const std::uint8_t value = walked[rows[cell / size] * size + columns[cell % size]];
    grid[cell] = static_cast<std::uint8_t>(1 + values[value - 1U]);
  }
  return grid;
}

}  // namespace skerry::skyscraper
