#pragma once

#include "skerry/operators/sites.hpp"

#include "puzzles/skyscraper/grid_problem.hpp"

#include <cstdint>
#include <vector>

namespace skerry::skyscraper {

/// The genetic algorithm of Yaghoubi, "AI-Based Puzzle Game Solver" (algorithms 1 to 6): any value in any
/// cell; two children of two parents, cut between two rows; mutation that draws a cell's value anew. Its
/// parameters are those of an [island] table (configs/skyscraper/classic.toml). The paper's puzzles have no
/// givens; here a given cell keeps its value.
class ClassicProblem : public GridProblem {
 public:
  explicit ClassicProblem(Puzzle puzzle);
  /// Keys of the [problem] table: instance, index.
  ClassicProblem(const Settings& settings, Files& files) : ClassicProblem(read_puzzle(settings, files)) {}

  Genome sample(Random& random) const;
  Genome crossover(const Genome& a, const Genome& b, Random& random) const;
  /// The rows before the cut from one parent, the others from the other one; the cut is in 0 .. size - 1, so
  /// that at 0 the children are the parents.
  void crossover_pair(const Genome& a, const Genome& b, Genome& first, Genome& second, Random& random) const;
  /// Each cell that is not given gets a random value with probability `rate`, maybe the one it had.
  void mutate(Genome& genome, double rate, Random& random);
  /// One such cell gets a random value, maybe the one it had.
  void neighbour(Genome& genome, Random& random) const;

 private:
  void draw_value(Genome& genome, std::uint32_t open, Random& random) const {
    genome.cells[open_[open]] = static_cast<std::uint8_t>(1 + random.below(size()));
  }

  std::vector<std::uint8_t> open_;  // places in Rows::cells without a given
  Rows givens_;
  Sites sites_;
};

}  // namespace skerry::skyscraper
