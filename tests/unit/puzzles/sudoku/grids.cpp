#include "unit/puzzles/sudoku/grids.hpp"

#include "unit/puzzles/latin/count_grids.hpp"

#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace skerry::sudoku::test {

namespace {

/// Returns 0 to size - 1, permuted within each group of `order`.
std::vector<std::uint32_t> permuted_lines(std::uint32_t order, Random& random) {
  std::vector<std::uint32_t> lines(std::size_t{order} * order);
  std::iota(lines.begin(), lines.end(), 0U);
  for (std::uint32_t band = 0; band < order; ++band) {
    random.shuffle(std::span(lines).subspan(std::size_t{band} * order, order));
  }
  return lines;
}

}  // namespace

Puzzle read_one(std::string_view text) {
  std::vector<Puzzle> puzzles = parse_puzzles(text, "test.txt");
  if (puzzles.size() != 1) throw std::invalid_argument("one puzzle is expected");
  return std::move(puzzles.front());
}

Grid pattern(std::uint32_t order) {
  const std::uint32_t size = order * order;
  Grid grid(std::size_t{size} * size);
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    const std::uint32_t row = row_of(order, cell);
    const std::uint32_t shift = row % order * order + row / order;
    grid[cell] = static_cast<std::uint8_t>((column_of(order, cell) + shift) % size + 1);
  }
  return grid;
}

Grid random_grid(std::uint32_t order, Random& random) {
  const std::uint32_t size = order * order;
  const Grid sorted = pattern(order);
  std::vector<std::uint32_t> values(size);
  std::iota(values.begin(), values.end(), 1U);
  random.shuffle(std::span(values));
  const auto rows = permuted_lines(order, random);
  const auto columns = permuted_lines(order, random);
  Grid grid(sorted.size());
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    const std::uint32_t from = rows[row_of(order, cell)] * size + columns[column_of(order, cell)];
    grid[cell] = static_cast<std::uint8_t>(values[sorted[from] - 1U]);
  }
  return grid;
}

Puzzle puzzle_of(std::uint32_t order, const Grid& grid, double given_chance, Random& random) {
  Puzzle puzzle(order);
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    if (random.chance(given_chance)) puzzle.givens[cell] = grid[cell];
  }
  return puzzle;
}

std::uint64_t brute_count(const Puzzle& puzzle, std::uint64_t limit) {
  const std::uint32_t order = puzzle.order;
  return latin::test::count_grids(puzzle, puzzle.size(), limit, [&](const Grid& grid, std::uint32_t cell) {
    for (std::uint32_t other = 0; other < cell; ++other) {
      const bool meets = row_of(order, other) == row_of(order, cell) ||
                         column_of(order, other) == column_of(order, cell) ||
                         box_of(order, other) == box_of(order, cell);
      if (meets && grid[other] == grid[cell]) return false;
    }
    return true;
  });
}

}  // namespace skerry::sudoku::test
