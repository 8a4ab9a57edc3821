// This is the genetic algorithm for sudoku as a plain loop.
#include "plain_loop.hpp"
#include "sudoku_ga.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

class Sudoku {
 public:
  using Genome = std::array<int, 81>;

  explicit Sudoku(const std::string& puzzle) {
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

  Genome cross(const Genome& a, const Genome& b, std::mt19937& random) {
    std::bernoulli_distribution coin(0.5);
    Genome child = a;
    for (int box = 0; box < 9; ++box) {
      if (!coin(random)) continue;
      for (const int cell : free_[at(box)]) child[at(cell)] = b[at(cell)];
    }
    return child;
  }

  void mutate(Genome& grid, double rate, std::mt19937& random) {
    std::bernoulli_distribution chance(rate);
    for (const std::vector<int>& cells : free_) {
      if (cells.size() < 2 || !chance(random)) continue;
      const auto first = std::uniform_int_distribution<std::size_t>(0, cells.size() - 1)(random);
      auto second = std::uniform_int_distribution<std::size_t>(0, cells.size() - 2)(random);
      if (second >= first) ++second;
      std::swap(grid[at(cells[first])], grid[at(cells[second])]);
    }
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

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  static int cell_of(int box, int i) { return (box / 3 * 3 + i / 3) * 9 + box % 3 * 3 + i % 3; }

  Genome givens_{};
  std::array<std::vector<int>, 9> free_;
  std::array<std::vector<int>, 9> missing_;
};

PlainLoop<Sudoku> prepare(std::uint64_t seed, const std::string& instance) {
  return {Sudoku(instance), sudoku_ga::settings, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
