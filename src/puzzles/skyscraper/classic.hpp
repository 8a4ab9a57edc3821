#pragma once

#include "skerry/operators/sites.hpp"

#include "puzzles/skyscraper/grid_problem.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace skerry::skyscraper {

/// The genetic algorithm of Yaghoubi, "AI-Based Puzzle Game Solver" (algorithms 1 to 6): a cell may hold any
/// value, two parents have two children, cut between two rows, and mutation draws the value of a cell anew.
/// Its parameters are those of an [island] table (configs/skyscraper/classic.toml). The paper's puzzles have
/// no givens; here a given cell keeps its value.
class ClassicProblem : public GridProblem {
 public:
  explicit ClassicProblem(Puzzle puzzle);
  /// Keys of the [problem] table: instance, index.
  ClassicProblem(const Settings& settings, Files& files) : ClassicProblem(read_puzzle(settings, files)) {}

  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) const {
    evaluation().score_all(genomes, scores);
  }

  Genome sample(Random& random) const;
  Genome crossover(const Genome& a, const Genome& b, Random& random) const;
  /// Takes the rows before the cut from one parent and the others from the other one. The cut is in 0 .. size
  /// - 1; at 0 the children equal the parents.
  void crossover_pair(const Genome& a, const Genome& b, Genome& first, Genome& second, Random& random) const;
  /// Gives each cell without a given a random value with probability `rate`; it may be the old one.
  void mutate(Genome& genome, double rate, Random& random);
  /// Gives one such cell a random value; it may be the old one.
  void neighbour(Genome& genome, Random& random) const;

 private:
  void draw_value(Genome& genome, std::uint32_t open, Random& random) const {
    genome.cells[open_[open]] = static_cast<std::uint8_t>(1 + random.below(size()));
  }

  std::vector<std::uint8_t> open_;  // the places in Rows::cells that have no given
  Rows givens_;
  Sites sites_;
};

}  // namespace skerry::skyscraper
