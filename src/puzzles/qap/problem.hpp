#pragma once

#include "skerry/genomes/permutation.hpp"
#include "skerry/problem.hpp"

#include "puzzles/qap/instance.hpp"
#include "puzzles/qap/robust_tabu.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::qap {

using LocalSearch = std::variant<Improvement, TabuSettings>;

/// Gene i of the permutation is the place of facility i, counted from 0.
class QapProblem {
 public:
  using Genome = Permutation<>;

  explicit QapProblem(Instance instance, std::optional<double> best_known = {},
                      LocalSearch local_search = Improvement::first);
  /// Keys of the [problem] table: instance, a file of QAPLIB; best_known, a cost (default that of the file);
  /// local_search, "first_improvement" (the default), "best_improvement" or "robust_tabu"; tabu_iterations,
  /// the steps of a tabu search.
  QapProblem(const Settings& settings, Files& files);

  const Instance& instance() const { return *instance_; }

  Permutations<> bounds() const { return Permutations<>(instance_->size()); }
  double evaluate(const Genome& genome) const {
    return static_cast<double>(instance_->cost({genome.data(), genome.size()}));
  }
  std::optional<double> optimum() const { return best_known_; }
  /// Tabu search ends if it reaches the best known cost.
  void improve(Genome& genome, Score& score, Evaluations<QapProblem>& evaluations, Random& random);

  /// See parse_solution().
  Genome parse(std::string_view text, const std::string& name);
  /// Judges the cost that the text parsed last states for its permutation, if it states one.
  std::vector<Verdict> judge(const Genome& genome) const;

 private:
  std::shared_ptr<const Instance> instance_;  // shared by the islands' copies
  std::optional<double> best_known_;
  LocalSearch local_search_;
  SwapSearch swap_search_;
  std::optional<RobustTabu> robust_tabu_;
  std::optional<SolutionText> parsed_;  // if its text states a cost
};

}  // namespace skerry::qap
