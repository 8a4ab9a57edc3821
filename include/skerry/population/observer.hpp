#pragma once

#include "skerry/diversity.hpp"
#include "skerry/population/population.hpp"
#include "skerry/problem.hpp"
#include "skerry/statistics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The mean and the standard deviation of costs; the latter is that of the population, not of a sample.
struct Moments {
  double mean = 0;
  double standard_deviation = 0;
};

/// Returns the moments of the costs of at least one key.
inline Moments moments_of(std::span<const Key> keys) {
  Moments moments;
  for (const Key& key : keys) moments.mean += key.cost;
  moments.mean /= static_cast<double>(keys.size());
  for (const Key& key : keys) {
    moments.standard_deviation += (key.cost - moments.mean) * (key.cost - moments.mean);
  }
  moments.standard_deviation = std::sqrt(moments.standard_deviation / static_cast<double>(keys.size()));
  return moments;
}

/// Returns the coefficient of variation of the costs, in [0, 1].
inline double fitness_diversity(std::span<const Key> keys) {
  const Moments moments = moments_of(keys);
  return coefficient_of_variation(moments.mean, moments.standard_deviation);
}

/// Keeps the rows of statistics and the new bests of one island, until forget().
template <CompleteProblem P>
class Observer {
 public:
  using Genome = typename P::Genome;

  /// Observes the island of that number; `seed` is that of the run.
  Observer(Direction direction, std::uint64_t seed, std::uint32_t island)
      : direction_(direction), random_(seed, island, Purpose::diversity) {}

  /// Returns the statistics that follow from the population alone; the island fills in counters and times.
  Statistics summarise(P& problem, const Population<Genome>& population) {
    keys_.assign(population.keys.begin(), population.keys.end());
    const auto middle = keys_.begin() + static_cast<std::ptrdiff_t>((keys_.size() - 1) / 2);
    if (!std::ranges::is_sorted(keys_)) std::ranges::nth_element(keys_, middle);
    const Key best = std::ranges::min(population.keys);
    const Moments moments = moments_of(population.keys);

    Statistics row;
    row.best = score_of(best, direction_).fitness;
    row.violation = best.violation;
    row.median = score_of(*middle, direction_).fitness;
    row.mean = score_of({0, moments.mean}, direction_).fitness;
    row.worst = score_of(std::ranges::max(population.keys), direction_).fitness;
    row.standard_deviation = moments.standard_deviation;
    row.fitness_diversity = coefficient_of_variation(moments.mean, moments.standard_deviation);
    row.genotype_diversity =
        genotype_diversity(problem, std::span<const Genome>(population.genomes), random_);
    row.distinct = distinct_.count(population.genomes);
    row.feasible = static_cast<std::uint64_t>(
        std::ranges::count_if(population.keys, [](const Key& key) { return key.violation == 0; }));
    return row;
  }

  /// Sets the time from which the seconds of improvements count.
  void count_from(std::chrono::steady_clock::time_point start) { start_ = start; }
  /// Keeps a row.
  void record(const Statistics& row) { rows_.push_back(row); }
  /// Keeps a new best, with the present time.
  void improvement(std::uint64_t generation, std::uint64_t island, std::uint64_t evaluations, Key key) {
    const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const Score score = score_of(key, direction_);
    improvements_.push_back({generation, island, evaluations, elapsed_s, score.violation, score.fitness});
  }

  /// Returns the rows since the last forget().
  std::span<const Statistics> rows() const { return rows_; }
  /// Returns the new bests since the last forget().
  std::span<const Improvement> improvements() const { return improvements_; }
  /// Removes the rows and the new bests.
  void forget() {
    rows_.clear();
    improvements_.clear();
  }

  /// Returns the state of the random numbers, which serve to estimate the genotype diversity.
  Random::State random_state() const { return random_.state(); }
  /// Sets the state of the random numbers of an island that is loaded.
  void set_random_state(const Random::State& state) { random_ = Random(state); }

 private:
  Direction direction_;
  Random random_;
  std::chrono::steady_clock::time_point start_;
  DistinctCounter<Genome> distinct_;
  std::vector<Key> keys_;
  std::vector<Statistics> rows_;
  std::vector<Improvement> improvements_;
};

}  // namespace skerry
