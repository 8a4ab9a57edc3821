#include "unit/problems/skyscraper/grids.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::skyscraper::test {

namespace {

std::vector<std::uint32_t> permutation(std::uint32_t size, Random& random) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  return order;
}

/// Swaps the values of a 2 x 2 subsquare of two values, where two rows and columns hold one.
void swap_intercalate(Grid& grid, std::uint32_t size, Random& random) {
  const std::uint32_t a = random.below(size), b = random.below(size);
  const std::uint32_t c = random.below(size), d = random.below(size);
  auto& ac = grid[a * size + c];
  auto& ad = grid[a * size + d];
  auto& bc = grid[b * size + c];
  auto& bd = grid[b * size + d];
  if (a == b || c == d || ac != bd || ad != bc) return;
  std::swap(ac, ad);
  std::swap(bc, bd);
}

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

Grid random_latin_square(std::uint32_t size, Random& random) {
  const auto rows = permutation(size, random);
  const auto columns = permutation(size, random);
  const auto values = permutation(size, random);
  Grid grid(std::size_t{size} * size);
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    grid[cell] = static_cast<std::uint8_t>(1 + values[(rows[cell / size] + columns[cell % size]) % size]);
  }
  for (int i = 0; i < 100; ++i) swap_intercalate(grid, size, random);
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
