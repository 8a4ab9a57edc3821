#include "puzzles/sudoku/generate.hpp"
#include "puzzles/sudoku/solve.hpp"

#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace skerry::sudoku {

namespace {

std::vector<std::uint32_t> shuffled(std::uint32_t count, Random& random) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  random.shuffle(std::span(numbers));
  return numbers;
}

/// Returns rows or columns in a random order that keeps those of a band together.
std::vector<std::uint32_t> shuffled_lines(std::uint32_t order, Random& random) {
  std::vector<std::uint32_t> lines;
  for (const std::uint32_t band : shuffled(order, random)) {
    for (const std::uint32_t within : shuffled(order, random)) lines.push_back(band * order + within);
  }
  return lines;
}

/// Returns a grid with random boxes on the diagonal; none where these have no common solution, which happens
/// with 4x4.
std::optional<Grid> completed_diagonal(std::uint32_t order, Random& random) {
  Puzzle diagonal(order);
  const std::uint32_t size = diagonal.size();
  for (std::uint32_t box = 0; box < size; box += order + 1) {
    const std::vector<std::uint32_t> values = shuffled(size, random);
    for (std::uint32_t at = 0; at < size; ++at) {
      diagonal.givens[cell_of(order, 2 * size + box, at)] = static_cast<std::uint8_t>(values[at] + 1);
    }
  }
  return solve(diagonal, 1).grid;
}

}  // namespace

Grid random_grid(std::uint32_t order, Random& random) {
  std::optional<Grid> solved;
  while (!solved) solved = completed_diagonal(order, random);
  const std::uint32_t size = order * order;
  const std::vector<std::uint32_t> rows = shuffled_lines(order, random);
  const std::vector<std::uint32_t> columns = shuffled_lines(order, random);
  const std::vector<std::uint32_t> values = shuffled(size, random);
  Grid grid;
  for (const std::uint32_t row : rows) {
    for (const std::uint32_t column : columns) {
      grid.push_back(static_cast<std::uint8_t>(values[(*solved)[row * size + column] - 1U] + 1));
    }
  }
  return grid;
}

}  // namespace skerry::sudoku
