#pragma once

#include "skerry/score.hpp"

#include <cstdint>
#include <limits>

namespace skerry {

/// Returns what evaluate() returned as a Score.
constexpr Score as_score(Score score) {
  return score;
}
/// Does the same for a number, which is the fitness of a feasible genome.
constexpr Score as_score(double fitness) {
  return {0, fitness};
}

/// Counts the evaluations of a problem's improve() and repair(). It scores genomes by the problem's
/// evaluate() and counts each call, so that every evaluation is part of the run's statistics and limits.
template <typename P>
class Evaluations {
 public:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  /// `problem` must outlive this object.
  explicit Evaluations(P& problem, std::uint64_t budget = unlimited) : problem_(problem), budget_(budget) {}

  /// Returns the score of a genome, which counts as one evaluation.
  template <typename Genome>
  Score operator()(const Genome& genome) {
    ++made_;
    return as_score(problem_.evaluate(genome));
  }

  /// Counts evaluations that were made in another way: the cost of a change of the genome that is computed
  /// without evaluate() is one evaluation, too.
  void count(std::uint64_t evaluations = 1) { made_ += evaluations; }

  /// Returns the number of evaluations made so far.
  std::uint64_t made() const { return made_; }
  /// Returns the rest of the budget; at 0 improve() must end.
  std::uint64_t left() const { return made_ < budget_ ? budget_ - made_ : 0; }

 private:
  P& problem_;
  std::uint64_t budget_;
  std::uint64_t made_ = 0;
};

}  // namespace skerry
