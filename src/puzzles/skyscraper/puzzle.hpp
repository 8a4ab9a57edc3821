#pragma once

#include "skerry/problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skerry::skyscraper {

/// Candidates are sets of 16 bits.
constexpr std::uint32_t max_size = 16;
constexpr std::size_t max_cells = std::size_t{max_size} * max_size;
constexpr std::size_t max_lines = 2 * std::size_t{max_size};

/// The order is that of `towers`.
enum class Side : std::uint8_t { top, bottom, left, right };

/// A grid, row by row, [size * size]; 0 where a cell is empty.
using Grid = std::vector<std::uint8_t>;

/// A puzzle: fill a Latin square so that each clue sees as many buildings as it says.
struct Puzzle {
  std::uint32_t size = 0;           ///< 1 to max_size
  std::vector<std::uint8_t> clues;  ///< [4 sides][size], from the left or from the top; 0 where there is none
  Grid givens;                      ///< 0 where nothing is given
  std::string where;                ///< file:line, for messages

  Puzzle() = default;
  explicit Puzzle(std::uint32_t n) : size(n), clues(4 * std::size_t{n}), givens(std::size_t{n} * n) {}

  std::uint8_t& clue(Side side, std::uint32_t at) {
    return clues[static_cast<std::uint32_t>(side) * size + at];
  }
  std::uint8_t clue(Side side, std::uint32_t at) const {
    return clues[static_cast<std::uint32_t>(side) * size + at];
  }
};

// Lines are numbered: the columns from 0, then the rows from `size`.

/// The cells of a line, from the top or from the left.
struct Line {
  std::uint32_t first = 0;
  std::uint32_t step = 0;

  std::uint32_t cell(std::uint32_t at) const { return first + at * step; }
};

constexpr Line line_of(std::uint32_t size, std::uint32_t line) {
  return line < size ? Line{line, size} : Line{(line - size) * size, 1};
}
constexpr std::uint32_t row_of(std::uint32_t size, std::uint32_t cell) {
  return size + cell / size;
}
constexpr std::uint32_t column_of(std::uint32_t size, std::uint32_t cell) {
  return cell % size;
}

class Lines {
 public:
  constexpr explicit Lines(std::uint32_t size) : size_(size) {}

  constexpr std::uint32_t size() const { return size_; }
  constexpr std::uint32_t unit_count() const { return 2 * size_; }
  constexpr Line unit(std::uint32_t line) const { return line_of(size_, line); }
  constexpr std::array<std::uint32_t, 2> units_of(std::uint32_t cell) const {
    return {row_of(size_, cell), column_of(size_, cell)};
  }

 private:
  std::uint32_t size_;
};

/// The clues of a line; 0 where there is none.
struct LineClues {
  std::uint32_t near = 0;  ///< the clue at the top or on the left
  std::uint32_t far = 0;
};

inline LineClues clues_of(const Puzzle& puzzle, std::uint32_t line) {
  const std::uint32_t near = line < puzzle.size ? line : line + puzzle.size;
  return {puzzle.clues[near], puzzle.clues[near + puzzle.size]};
}

/// Returns a text such as "column 3" or "row 1".
std::string line_name(std::uint32_t size, std::uint32_t line);

/// Counts from the near and the far end. A value is seen if it is higher than all before it, even one out of
/// range.
LineClues seen(std::span<const std::uint8_t> grid, std::uint32_t size, std::uint32_t line);

/// Returns all clues of a full grid, as Puzzle::clues has them.
std::vector<std::uint8_t> clues_seen(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

/// A grid is [size * size], 0 where a cell is empty; other values may be out of range.
std::vector<Verdict> judge(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

struct Outlook {
  Side side = Side::top;
  std::uint32_t at = 0;
  std::uint32_t line = 0;
  std::uint32_t clue = 0;
  std::uint32_t seen = 0;

  bool met() const { return seen == clue; }
  /// Returns a text such as "row 2 shows 3 from the left".
  std::string rule(std::uint32_t size) const;
};

std::vector<Outlook> outlooks(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

/// A row has 16 bytes, so that a column is a lane of vector operations. Cells beyond the puzzle's are 0.
struct Rows {
  alignas(max_size) std::array<std::uint8_t, max_cells> cells{};

  std::uint8_t* operator[](std::uint32_t row) { return cells.data() + std::size_t{max_size} * row; }
  const std::uint8_t* operator[](std::uint32_t row) const {
    return cells.data() + std::size_t{max_size} * row;
  }
  friend bool operator==(const Rows&, const Rows&) = default;
};

/// Grids are [size * size], row by row.
Rows rows_of(std::span<const std::uint8_t> grid, std::uint32_t size);
Grid grid_of(const Rows& rows, std::uint32_t size);

}  // namespace skerry::skyscraper
