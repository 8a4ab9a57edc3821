#pragma once

#include "skerry/evaluations.hpp"
#include "skerry/genomes/permutation.hpp"
#include "skerry/problem.hpp"

#include "puzzles/qap/instance.hpp"
#include "puzzles/qap/swap_search.hpp"

#include <memory>
#include <optional>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::qap {

/// The quadratic assignment problem: the cost of an order is minimised. Gene i of the permutation is the
/// place of facility i, counted from 0.
class QapProblem {
 public:
  using Genome = Permutation<>;

  explicit QapProblem(Instance instance, std::optional<double> best_known = {},
                      Improvement improvement = Improvement::first);
  /// Keys of the [problem] table: instance, a file of QAPLIB; best_known, a cost (default none);
  /// local_search, "first_improvement" (the default) or "best_improvement".
  QapProblem(const Settings& settings, Files& files);

  const Instance& instance() const { return *instance_; }

  Permutations<> bounds() const { return Permutations<>(instance_->size()); }
  double evaluate(const Genome& genome) const {
    return static_cast<double>(instance_->cost({genome.data(), genome.size()}));
  }
  /// Returns the best known cost, where the configuration states one.
  std::optional<double> optimum() const { return best_known_; }
  /// Applies the local search by swaps (SwapSearch).
  void improve(Genome& genome, Score& score, Evaluations<QapProblem>& evaluations, Random& random);

 private:
  std::shared_ptr<const Instance> instance_;  // shared by the islands' copies
  std::optional<double> best_known_;
  Improvement improvement_;
  SwapSearch search_;
};

}  // namespace skerry::qap
