#pragma once

#include "skerry/score.hpp"

#include <cstdint>
#include <limits>

namespace skerry {

/// What an evaluate() returned as a Score: a number is the fitness of a feasible genome.
constexpr Score as_score(Score score) {
  return score;
}
/// A number is the fitness of a feasible genome.
constexpr Score as_score(double fitness) {
  return {0, fitness};
}

/// Handed to a problem's improve() and repair(): scores genomes by the problem's evaluate() and counts each
/// one, so that no evaluation is left out of the run's statistics and its limits.
template <typename P>
class Evaluations {
 public:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  /// The problem must outlive it.
  explicit Evaluations(P& problem, std::uint64_t budget = unlimited) : problem_(problem), budget_(budget) {}

  /// The score of a genome, which counts as one evaluation.
  template <typename Genome>
  Score operator()(const Genome& genome) {
    ++made_;
    return as_score(problem_.evaluate(genome));
  }

  /// Counts evaluations made in another way: what a change of the genome costs, computed without evaluate(),
  /// is one evaluation too.
  void count(std::uint64_t evaluations = 1) { made_ += evaluations; }

  /// The evaluations made so far.
  std::uint64_t made() const { return made_; }
  /// What is left of the budget; 0 means that improve() should end.
  std::uint64_t left() const { return made_ < budget_ ? budget_ - made_ : 0; }

 private:
  P& problem_;
  std::uint64_t budget_;
  std::uint64_t made_ = 0;
};

}  // namespace skerry
