#pragma once

#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/detail/problem/diversity.hpp"
#include "skerry/population.hpp"
#include "skerry/problem.hpp"
#include "skerry/score.hpp"
#include "skerry/statistics.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace skerry {

/// The mean and the standard deviation (of a population, not of a sample) of costs; NaN for nobody's.
struct Moments {
  double mean = 0;
  double standard_deviation = 0;
};

Moments moments_of(std::span<const Key> keys);

/// Returns the coefficient of variation of these costs, in [0, 1]; 0 if no individual has a fitness.
double fitness_diversity(std::span<const Key> keys);

/// What statistics say of the keys of a generation; all but the counts leave out those without a fitness.
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
  /// Takes at least one key, and linear time.
  KeySummary summarise(std::span<const Key> keys);

 private:
  void summarise_spread(std::span<const Key> keys, KeySummary& summary);
  KeySummary summarise_different(std::span<const Key> keys);
  KeySummary summarise_others(std::span<const Key> keys, std::uint64_t failed);
  Key middle_of(std::span<const Key> keys);

  std::vector<Key> with_fitness_;
  std::vector<Key> keys_;
  std::vector<double> costs_;
  std::vector<double> room_;
  double last_middle_ = 0;  // the cost of the last middle, which is often that of the next
};

/// Returns the value that would be at `place` if sorted; place < values.size() <= room.size(). It changes the
/// values and the room. Numbers must not be NaN; of 0 and -0 it may return either.
double value_at_place(std::span<double> values, std::span<double> room, std::size_t place);

/// Keeps the rows of statistics and the new bests of one island, until forget().
template <CompleteProblem P>
class Observer {
 public:
  using Genome = typename P::Genome;

  Observer(Direction direction, std::uint64_t seed, std::uint32_t island)
      : direction_(direction), random_(seed, island, Purpose::diversity) {}

  /// Returns the statistics that follow from the population alone; the island fills in counters and times.
  Statistics summarise(P& problem, const Population<Genome>& population) {
    const KeySummary keys = keys_.summarise(population.keys);
    const auto fitness_of = [this](const Key& key) { return score_of(key, direction_).fitness; };

    Statistics row;
    row.distinct = distinct_.count(population.genomes);
    row.best = fitness_of(keys.best);
    row.violation = score_of(keys.best, direction_).violation;
    row.median = fitness_of(keys.middle);
    row.mean = direction_ == Direction::minimise ? keys.moments.mean : 0.0 - keys.moments.mean;
    row.worst = fitness_of(keys.worst);
    row.standard_deviation = keys.moments.standard_deviation;
    row.fitness_diversity = coefficient_of_variation(keys.moments.mean, keys.moments.standard_deviation);
    row.genotype_diversity =
        genotype_diversity(problem, std::span<const Genome>(population.genomes), random_);
    row.feasible = keys.feasible;
    row.failed = keys.failed;
    return row;
  }

  /// Sets the time from which the seconds of improvements count.
  void count_from(std::chrono::steady_clock::time_point start) { start_ = start; }
  void record(const Statistics& row) { rows_.push_back(row); }
  /// Adds NaN for each column of the program's own; returns a view that is valid until the next call.
  std::span<double> add_values(std::size_t columns) {
    values_.resize(values_.size() + columns, std::numeric_limits<double>::quiet_NaN());
    return std::span(values_).last(columns);
  }
  void keep_genomes(const P& problem) { genome_rows_.emplace(problem); }
  void improvement(std::uint64_t generation, std::uint64_t island, std::uint64_t evaluations,
                   const Genome& genome, Key key) {
    const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const Score score = score_of(key, direction_);
    improvements_.push_back({generation, island, evaluations, elapsed_s, score.violation, score.fitness});
    if (genome_rows_) genome_rows_->append(genome, improvement_genomes_);
  }

  std::span<const Statistics> rows() const { return rows_; }
  std::span<const double> values() const { return values_; }
  std::span<const Improvement> improvements() const { return improvements_; }
  std::span<const std::byte> improvement_genomes() const { return improvement_genomes_; }
  void forget() {
    rows_.clear();
    values_.clear();
    improvements_.clear();
    improvement_genomes_.clear();
  }

  /// Returns the state of the random numbers, which serve to estimate the genotype diversity.
  Random::State random_state() const { return random_.state(); }
  void set_random_state(const Random::State& state) { random_ = Random(state); }

 private:
  Direction direction_;
  Random random_;
  std::chrono::steady_clock::time_point start_;
  DistinctCounter<Genome> distinct_;
  KeySummariser keys_;
  std::vector<Statistics> rows_;
  std::vector<double> values_;  // of the columns of the program's own, beside the rows
  std::vector<Improvement> improvements_;
  std::optional<GenomeRows<P>> genome_rows_;  // none: no genomes are kept
  std::vector<std::byte> improvement_genomes_;
};

/// The slots of a child's parents in the population from which it was bred; a single parent stands twice.
struct ParentSlots {
  static constexpr std::uint32_t none = UINT32_MAX;  ///< in both members: a random individual
  std::uint32_t mother = none;
  std::uint32_t father = none;
};

/// Keeps the births of one island, until forget(). All its functions do nothing before start().
template <typename Genome>
class BirthRegister {
 public:
  void start(std::uint64_t island) {
    island_ = island;
    on_ = true;
  }

  void add_random(const Genome& genome, std::uint64_t generation) {
    if (on_) add(generation, hash_of_record(genome, room_), {0, 0});
  }

  /// Adds the children that were bred from a population; parents[i] are those of the child in slot i.
  void add_children(const std::vector<Genome>& children, std::span<const ParentSlots> parents,
                    const Population<Genome>& population, std::uint64_t generation) {
    if (!on_) return;
    hash_all(population.genomes);
    const auto hash_of_slot = [this](std::uint32_t slot) {
      return slot == ParentSlots::none ? 0 : hashes_[slot];
    };
    for (std::size_t i = 0; i < children.size(); ++i) {
      add(generation, hash_of_record(children[i], room_),
          {hash_of_slot(parents[i].mother), hash_of_slot(parents[i].father)});
    }
  }

  /// Marks the births since the last call whose genome is in the population at the end of the generation.
  void close_generation(const Population<Genome>& population) {
    if (!on_) return;
    hash_all(population.genomes);
    std::ranges::sort(hashes_);
    for (; closed_ < rows_.size(); ++closed_) {
      rows_[closed_].survived = std::ranges::binary_search(hashes_, rows_[closed_].child) ? 1 : 0;
    }
  }

  std::span<const Birth> rows() const { return rows_; }
  void forget() {
    rows_.clear();
    closed_ = 0;
  }

 private:
  struct ParentHashes {
    std::uint64_t mother;
    std::uint64_t father;
  };

  void add(std::uint64_t generation, std::uint64_t child, ParentHashes parents) {
    rows_.push_back({generation, island_, child, parents.mother, parents.father, 0});
  }

  void hash_all(const std::vector<Genome>& genomes) {
    hashes_.clear();
    for (const Genome& genome : genomes) hashes_.push_back(hash_of_record(genome, room_));
  }

  bool on_ = false;
  std::uint64_t island_ = 0;
  std::vector<Birth> rows_;
  std::size_t closed_ = 0;  // the number of rows whose generation is over
  std::vector<std::uint64_t> hashes_;
  std::vector<std::byte> room_;
};

}  // namespace skerry
