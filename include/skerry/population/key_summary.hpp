#pragma once

#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The mean and the standard deviation of costs; the latter is that of the population, not of a sample. Both
/// are NaN for the costs of nobody.
struct Moments {
  double mean = 0;
  double standard_deviation = 0;
};

/// Returns the moments of the costs of those individuals that have a fitness.
Moments moments_of(std::span<const Key> keys);

/// Returns the coefficient of variation of these costs, in [0, 1]; 0 where no individual has a fitness, since
/// nothing tells such individuals apart.
double fitness_diversity(std::span<const Key> keys);

/// What the statistics of a generation say of its keys. All but the counts are those of the individuals that
/// have a fitness.
struct KeySummary {
  Key best = key_of(last_score, Direction::minimise);
  Key middle = best;  ///< the lower median
  Key worst = best;
  Moments moments;
  std::uint64_t feasible = 0;
  std::uint64_t failed = 0;  ///< without a fitness
};

/// Summarises keys, and keeps its room between calls.
class KeySummariser {
 public:
  /// Returns the summary of at least one key. Takes linear time.
  KeySummary summarise(std::span<const Key> keys);

 private:
  KeySummary summarise_others(std::span<const Key> keys, std::uint64_t failed);
  Key middle_of(std::span<const Key> keys, bool same_violation);

  std::vector<Key> with_fitness_;
  std::vector<Key> keys_;
  std::vector<double> costs_;
  std::vector<double> room_;
};

/// Returns the value that would stand at place `place`, from 0, if the values were sorted; place <
/// values.size() <= room.size(). It changes the values and the room, and compares without branches. Numbers
/// must not be NaN; of 0 and -0 it may return either.
double value_at_place(std::span<double> values, std::span<double> room, std::size_t place);

}  // namespace skerry
