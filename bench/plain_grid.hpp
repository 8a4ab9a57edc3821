#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

/// The part of the plain loops for sudoku that does not depend on the operators: a puzzle of 9x9 in one line,
/// grids whose boxes are permutations that keep its givens, and the number of values that their rows and
/// columns lack.
class PlainGrid {
 public:
  using Genome = std::array<int, 81>;

  explicit PlainGrid(const std::string& puzzle) {
    for (int cell = 0; cell < 81; ++cell) {
      const char text = puzzle.at(static_cast<std::size_t>(cell));
      givens_[at(cell)] = text >= '1' && text <= '9' ? text - '0' : 0;
    }
    for (int box = 0; box < 9; ++box) {
      std::array<bool, 10> given{};
      for (int i = 0; i < 9; ++i) {
        const int cell = cell_of(box, i);
        if (givens_[at(cell)] == 0) free_[at(box)].push_back(cell);
        given[at(givens_[at(cell)])] = true;
      }
      for (int value = 1; value <= 9; ++value) {
        if (!given[at(value)]) missing_[at(box)].push_back(value);
      }
    }
  }

  Genome sample(std::mt19937& random) {
    Genome grid = givens_;
    for (int box = 0; box < 9; ++box) {
      std::vector<int> values = missing_[at(box)];
      std::shuffle(values.begin(), values.end(), random);
      for (std::size_t i = 0; i < values.size(); ++i) grid[at(free_[at(box)][i])] = values[i];
    }
    return grid;
  }

  double cost(const Genome& grid) {
    int missing = 0;
    for (int line = 0; line < 9; ++line) {
      std::array<bool, 10> in_row{};
      std::array<bool, 10> in_column{};
      for (int i = 0; i < 9; ++i) {
        in_row[at(grid[at(9 * line + i)])] = true;
        in_column[at(grid[at(9 * i + line)])] = true;
      }
      for (int value = 1; value <= 9; ++value) {
        if (!in_row[at(value)]) ++missing;
        if (!in_column[at(value)]) ++missing;
      }
    }
    return missing;
  }

 protected:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  static int cell_of(int box, int i) { return (box / 3 * 3 + i / 3) * 9 + box % 3 * 3 + i % 3; }

  Genome givens_{};                          // 0 where a cell is free
  std::array<std::vector<int>, 9> free_;     // by box
  std::array<std::vector<int>, 9> missing_;  // the values that the free cells hold, by box
};
