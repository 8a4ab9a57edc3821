// This is the genetic algorithm for sudoku as a plain loop.
#include "plain_grid.hpp"
#include "plain_loop.hpp"
#include "sudoku_ga.hpp"

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

class BoxSwaps : public PlainGrid {
 public:
  using PlainGrid::PlainGrid;

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
};

PlainLoop<BoxSwaps> prepare(std::uint64_t seed, const std::string& instance) {
  return {BoxSwaps(instance), sudoku_ga::settings, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
