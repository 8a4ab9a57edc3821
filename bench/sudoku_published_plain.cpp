// This is the genetic algorithm for sudoku with the published operators (docs/sudoku.md) as a plain loop:
// children exchange two rows, and a free cell exchanges its value with another one of its box where both
// allow it and rows and columns lose nothing.
#include "plain_grid.hpp"
#include "plain_loop.hpp"
#include "sudoku_ga.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

class Published : public PlainGrid {
 public:
  explicit Published(const std::string& puzzle) : PlainGrid(puzzle) {
    for (int cell = 0; cell < 81; ++cell) {
      allowed_[at(cell)].fill(true);
      for (int other = 0; other < 81; ++other) {
        const bool together = other / 9 == cell / 9 || other % 9 == cell % 9 || box_of(other) == box_of(cell);
        if (together && givens_[at(other)] != 0) allowed_[at(cell)][at(givens_[at(other)])] = false;
      }
    }
  }

  /// Takes two rows from `b`; a former value goes to the place where the box held the new one.
  Genome cross(const Genome& a, const Genome& b, std::mt19937& random) {
    const int row = std::uniform_int_distribution<int>(0, 8)(random);
    int other = std::uniform_int_distribution<int>(0, 7)(random);
    if (other >= row) ++other;
    Genome child = a;
    for (const int taken : {row, other}) {
      for (int cell = 9 * taken; cell < 9 * taken + 9; ++cell) {
        for (const int place : free_[at(box_of(cell))]) {
          if (child[at(place)] == b[at(cell)]) std::swap(child[at(place)], child[at(cell)]);
        }
      }
    }
    return child;
  }

  void mutate(Genome& grid, double rate, std::mt19937& random) {
    std::bernoulli_distribution chance(rate);
    for (const std::vector<int>& cells : free_) {
      for (const int cell : cells) {
        if (chance(random)) exchange(grid, cell, cells, random);
      }
    }
  }

 private:
  static int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

  /// Exchanges the value of a cell with that of the first partner, from a random one on, that suits.
  void exchange(Genome& grid, int cell, const std::vector<int>& partners, std::mt19937& random) {
    const std::size_t first = std::uniform_int_distribution<std::size_t>(0, partners.size() - 1)(random);
    for (std::size_t i = 0; i < partners.size(); ++i) {
      const int partner = partners[(first + i) % partners.size()];
      if (partner == cell || !allowed_[at(cell)][at(grid[at(partner)])] ||
          !allowed_[at(partner)][at(grid[at(cell)])])
        continue;
      const int before = missing_around(grid, cell, partner);
      std::swap(grid[at(cell)], grid[at(partner)]);
      if (missing_around(grid, cell, partner) <= before) return;
      std::swap(grid[at(cell)], grid[at(partner)]);
    }
  }

  /// Returns how many values the rows and columns of two cells lack.
  static int missing_around(const Genome& grid, int a, int b) {
    int missing = missing_in(grid, a / 9 * 9, 1) + missing_in(grid, a % 9, 9);
    if (b / 9 != a / 9) missing += missing_in(grid, b / 9 * 9, 1);
    if (b % 9 != a % 9) missing += missing_in(grid, b % 9, 9);
    return missing;
  }
  static int missing_in(const Genome& grid, int first, int step) {
    std::array<bool, 10> held{};
    for (int i = 0; i < 9; ++i) held[at(grid[at(first + i * step)])] = true;
    return static_cast<int>(std::count(held.begin() + 1, held.end(), false));
  }

  std::array<std::array<bool, 10>, 81> allowed_{};
};

PlainLoop<Published> prepare(std::uint64_t seed, const std::string& instance) {
  return {Published(instance), sudoku_ga::settings, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
