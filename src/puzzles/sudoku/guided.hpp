#pragma once

#include "skerry/random.hpp"

#include "puzzles/latin/deduction.hpp"
#include "puzzles/sudoku/boxes.hpp"
#include "puzzles/sudoku/solve.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace skerry::sudoku {

/// Swaps two free cells of a box by the rule of Metropolis at one temperature (Lewis, "Metaheuristics can
/// solve sudoku puzzles", Journal of Heuristics 13, 2007, anneals over the same neighbourhood).
template <std::uint32_t order>
class SwapSearch {
 public:
  /// A swap that costs one point of fitness is taken with probability exp(-1 / temperature); `temperature` is
  /// above 0. The boxes must outlive this object.
  SwapSearch(const Boxes<order>& boxes, double temperature);

  /// `budget` is a number of swaps. Leaves the best grid found, which is no worse than the first; returns the
  /// budget used.
  std::uint64_t operator()(Cells<order>& cells, std::uint32_t& fitness, std::uint64_t budget,
                           Random& random) const;

 private:
  const Boxes<order>& boxes_;
  std::array<std::uint64_t, 5> thresholds_{};  // [points lost] 2^32 x the probability that a swap is taken
};

/// Assumes the genes of a grid, that of the cell with the fewest candidates first, and applies inference to
/// each. One that contradicts those before it is replaced by a random value that does not. No step is undone:
/// if a cell has no value left, the boxes are completed as far as possible.
template <std::uint32_t order>
class Repair {
 public:
  /// `prepared` are the candidates that inference finds for the puzzle alone, without a contradiction. Puzzle
  /// and boxes must outlive this object.
  Repair(const Puzzle& puzzle, const Candidates& prepared, const Boxes<order>& boxes);

  /// Returns how many values were tried.
  std::uint64_t operator()(Cells<order>& cells, Random& random);

 private:
  std::optional<std::uint32_t> take_most_constrained();
  void complete(Cells<order>& cells, Random& random) const;

  Inference inference_;
  Candidates prepared_;
  const Boxes<order>& boxes_;
  Candidates before_;
  std::vector<std::uint16_t> open_;  // cells that may have several candidates
  std::uint64_t tried_ = 0;
};

struct GuidedSettings {
  Assistance inference = Assistance::repair;
  double temperature = 0.4;  ///< see SwapSearch
};

/// Keys of the [problem] table: inference, temperature.
GuidedSettings read_guided_settings(const Settings& settings);

/// Boxes are permutations that keep the givens, so that only rows and columns lose points. improve() repairs,
/// then searches by swaps within boxes.
template <std::uint32_t order>
class GuidedProblem : public GridProblem<order> {
 public:
  using Genome = Cells<order>;

  /// Throws Error if inference shows that there is no solution.
  GuidedProblem(Puzzle puzzle, const GuidedSettings& settings);

  Genome sample(Random& random) const;
  /// Takes each box from either parent.
  Genome crossover(const Genome& a, const Genome& b, Random& random) const;
  /// Deals each box anew with probability `rate`.
  void mutate(Genome& genome, double rate, Random& random) const;
  double gene_rate() const { return 0.02; }
  void neighbour(Genome& genome, Random& random) const { prepared_->boxes.swap_two(genome, random); }
  /// The budget counts the swaps that the local search evaluates; repair is not bounded by it.
  void improve(Genome& genome, Score& score, std::uint64_t budget, Random& random);
  /// Counts swaps evaluated and values tried since the last call.
  std::uint64_t take_evaluations() { return std::exchange(evaluations_, 0); }
  void limit_evaluations(std::uint64_t left) { left_ = left; }
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
  std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace skerry::sudoku
