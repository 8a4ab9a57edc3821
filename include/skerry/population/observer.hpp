#pragma once

#include "skerry/diversity.hpp"
#include "skerry/population/key_summary.hpp"
#include "skerry/population/population.hpp"
#include "skerry/problem.hpp"
#include "skerry/statistics.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

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
    const KeySummary keys = keys_.summarise(population.keys);
    const auto fitness_of = [this](const Key& key) { return score_of(key, direction_).fitness; };

    Statistics row;
    row.best = fitness_of(keys.best);
    row.violation = score_of(keys.best, direction_).violation;
    row.median = fitness_of(keys.middle);
    row.mean = direction_ == Direction::minimise ? keys.moments.mean : 0.0 - keys.moments.mean;
    row.worst = fitness_of(keys.worst);
    row.standard_deviation = keys.moments.standard_deviation;
    row.fitness_diversity = coefficient_of_variation(keys.moments.mean, keys.moments.standard_deviation);
    row.genotype_diversity =
        genotype_diversity(problem, std::span<const Genome>(population.genomes), random_);
    row.distinct = distinct_.count(population.genomes);
    row.feasible = keys.feasible;
    row.failed = keys.failed;
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
  KeySummariser keys_;
  std::vector<Statistics> rows_;
  std::vector<Improvement> improvements_;
};

}  // namespace skerry
