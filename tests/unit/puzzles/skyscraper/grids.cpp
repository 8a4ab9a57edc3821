#include "unit/puzzles/skyscraper/grids.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::skyscraper::test {

namespace {

class Counter {
 public:
  Counter(const Puzzle& puzzle, std::uint64_t limit)
      : puzzle_(puzzle), limit_(limit), grid_(puzzle.givens.size()) {}

  std::uint64_t run() {
    fill(0);
    return found_;
  }

 private:
  bool fits(std::uint32_t cell, std::uint8_t value) const {
    if (puzzle_.givens[cell] != 0 && puzzle_.givens[cell] != value) return false;
    const std::uint32_t size = puzzle_.size;
    for (std::uint32_t other = cell % size; other < cell; other += size) {
      if (grid_[other] == value) return false;
    }
    for (std::uint32_t other = cell - cell % size; other < cell; ++other) {
      if (grid_[other] == value) return false;
    }
    return true;
  }

  bool meets(std::uint32_t line) const {
    const LineClues clues = clues_of(puzzle_, line);
    const LineClues found = seen(grid_, puzzle_.size, line);
    return (clues.near == 0 || clues.near == found.near) && (clues.far == 0 || clues.far == found.far);
  }

  void fill(std::uint32_t cell) {
    const std::uint32_t size = puzzle_.size;
    if (cell > 0 && cell % size == 0 && !meets(size + cell / size - 1)) return;
    if (cell == grid_.size()) {
      bool all = true;
      for (std::uint32_t column = 0; column < size; ++column) all = all && meets(column);
      found_ += all ? 1 : 0;
      return;
    }
    for (std::uint8_t value = 1; value <= size && found_ < limit_; ++value) {
      if (!fits(cell, value)) continue;
      grid_[cell] = value;
      fill(cell + 1);
      grid_[cell] = 0;
    }
  }

  const Puzzle& puzzle_;
  std::uint64_t limit_;
  Grid grid_;
  std::uint64_t found_ = 0;
};

}  // namespace

Puzzle read_one(std::string_view text) {
  const std::vector<Puzzle> puzzles = parse_puzzles(text, "test.txt");
  EXPECT_EQ(puzzles.size(), 1U);
  return puzzles.front();
}

Grid grid_of(std::string_view digits) {
  Grid grid;
  for (const char c : digits) {
    if (c >= '0' && c <= '9') grid.push_back(static_cast<std::uint8_t>(c - '0'));
  }
  return grid;
}

Puzzle puzzle_around(const Grid& grid, std::uint32_t size, double clue_chance, double given_chance,
                     Random& random) {
  Puzzle puzzle(size);
  for (std::uint32_t line = 0; line < 2 * size; ++line) {
    const LineClues found = seen(grid, size, line);
    const std::uint32_t near = line < size ? line : line + size;
    if (random.chance(clue_chance)) puzzle.clues[near] = static_cast<std::uint8_t>(found.near);
    if (random.chance(clue_chance)) puzzle.clues[near + size] = static_cast<std::uint8_t>(found.far);
  }
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    if (random.chance(given_chance)) puzzle.givens[cell] = grid[cell];
  }
  return puzzle;
}

std::uint64_t brute_count(const Puzzle& puzzle, std::uint64_t limit) {
  return Counter(puzzle, limit).run();
}

}  // namespace skerry::skyscraper::test
