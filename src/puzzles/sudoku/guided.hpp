#pragma once

#include "puzzles/latin/assistance.hpp"
#include "puzzles/sudoku/boxes.hpp"
#include "puzzles/sudoku/grid_problem.hpp"
#include "puzzles/sudoku/inference.hpp"
#include "puzzles/sudoku/repair.hpp"
#include "puzzles/sudoku/swap_search.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace skerry::sudoku {

struct GuidedSettings {
  Assistance inference = Assistance::repair;
  double temperature = 0.4;  ///< the temperature of the local search, see SwapSearch
};

/// Reads the keys `inference` and `temperature` of the [problem] table.
GuidedSettings read_guided_settings(const Settings& settings);

/// The problem of sudoku as islands search it. Boxes are permutations that keep the givens, so that only rows
/// and columns lose points. Children inherit whole boxes; improve() repairs, then searches by swaps within
/// boxes.
template <std::uint32_t order>
class GuidedProblem : public GridProblem<order> {
 public:
  using Genome = Cells<order>;

  /// Throws Error where inference shows that there is no solution.
  GuidedProblem(Puzzle puzzle, const GuidedSettings& settings);

  Genome sample(Random& random) const;
  /// Takes each box from either parent.
  Genome crossover(const Genome& a, const Genome& b, Random& random) const;
  /// Deals each box anew with probability `rate`.
  void mutate(Genome& genome, double rate, Random& random) const;
  void neighbour(Genome& genome, Random& random) const { prepared_->boxes.swap_two(genome, random); }
  /// The budget counts the swaps that the local search evaluates; repair is not bounded by it.
  void improve(Genome& genome, Score& score, std::uint64_t budget, Random& random);
  /// Returns the number of swaps evaluated and values tried since the last call.
  std::uint64_t take_evaluations() { return std::exchange(evaluations_, 0); }
  bool valid(const Genome& genome) const { return prepared_->boxes.keeps(genome); }

 private:
  struct Prepared {
    Candidates candidates;
    Boxes<order> boxes;
  };
  static Prepared prepare(const Puzzle& puzzle, Assistance inference);

  Assistance inference_;
  std::shared_ptr<const Prepared> prepared_;
  SwapSearch<order> search_;
  Repair<order> repair_;
  std::uint64_t evaluations_ = 0;
};

}  // namespace skerry::sudoku
