#pragma once

#include "skerry/genetic/breeder.hpp"
#include "skerry/genetic/observer.hpp"
#include "skerry/genetic/population.hpp"
#include "skerry/genetic/settings.hpp"
#include "skerry/island.hpp"
#include "skerry/parcel.hpp"
#include "skerry/problem.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace skerry {

/// A genetic algorithm over one population (Levonyan et al. 2020, section V, generalised): selection,
/// crossover, mutation, healing, local search, replacement, refresh of a share of the population where
/// diversity is low, restart where the search stagnates. Once warm it allocates nothing for an individual, as
/// long as the problem does not.
template <Problem P>
class GeneticIsland final : public Island {
 public:
  using Genome = typename P::Genome;

  /// Settings are taken as they are; config/ checks them.
  GeneticIsland(P problem, const GeneticSettings& settings, std::uint64_t seed, std::uint32_t island)
      : settings_(settings),
        island_(island),
        fresh_random_(seed, island, Purpose::initialisation),
        random_(seed, island, Purpose::evolution),
        breeder_(std::move(problem), settings),
        observer_(breeder_.problem().direction(), seed, island) {
    parents_.resize(settings.population);
    next_.resize(settings.population);
    children_.resize(settings.offspring);
  }

  void initialise() override {
    const auto start = std::chrono::steady_clock::now();
    observer_.count_from(start);
    for (std::size_t slot = 0; slot < parents_.size(); ++slot) sample_into(slot);
    observe_bests(parents_);
    close_generation(start);
  }

  void evolve(std::uint64_t generations) override {
    for (; generations > 0; --generations) {
      const auto start = std::chrono::steady_clock::now();
      ++generation_;
      ++since_best_;
      breeder_.breed(parents_, children_, random_);
      observe_bests(children_);
      replace();
      refresh_or_restart();
      close_generation(start);
    }
  }

  /// Whether generations leave rows in statistics(); improvements are always kept. On by default.
  void set_recording(bool on) { recording_ = on; }

  std::span<const Statistics> statistics() const override { return observer_.rows(); }
  std::span<const Improvement> improvements() const override { return observer_.improvements(); }
  void forget() override { observer_.forget(); }

  std::size_t size() const override { return parents_.size(); }
  Direction direction() const override { return breeder_.problem().direction(); }
  const Population<Genome>& population() const { return parents_; }
  const GeneticSettings& settings() const { return settings_; }

  std::span<const Key> sort() override {
    if (!std::ranges::is_sorted(parents_.keys)) {
      rank(parents_.keys, ranking_);
      for (std::size_t slot = 0; slot < size(); ++slot) {
        next_.genomes[slot] = parents_.genomes[ranking_[slot]];
        next_.keys[slot] = parents_.keys[ranking_[slot]];
      }
      std::swap(parents_, next_);
    }
    return parents_.keys;
  }

  std::size_t record_size_bytes() const override { return skerry::record_size_bytes<Genome>; }

  std::span<const std::byte> pack(std::size_t first, std::size_t count) override {
    const auto genomes = std::span<const Genome>(parents_.genomes).subspan(first, count);
    if constexpr (is_flat<Genome>) {
      return std::as_bytes(genomes);
    } else {
      outbox_.clear();
      for (const Genome& genome : genomes) pack_genome(genome, outbox_);
      return outbox_;
    }
  }

  std::span<std::byte> inbox(std::size_t size_bytes) override {
    if constexpr (is_flat<Genome>) {
      return std::as_writable_bytes(std::span(next_.genomes)).first(size_bytes);
    } else {
      inbox_.resize(size_bytes);
      return inbox_;
    }
  }

  void settle(std::span<const Key> keys) override {
    if constexpr (!is_flat<Genome>) {
      std::span<const std::byte> rest = inbox_;
      for (Genome& genome : next_.genomes) genome = take_genome<Genome>(rest);
    }
    std::ranges::copy(keys, next_.keys.begin());
    std::swap(parents_, next_);
  }

  Key best_key() const override { return best_->key; }
  std::vector<std::byte> best_genome() const override {
    std::vector<std::byte> bytes;
    pack_genome(best_->genome, bytes);
    return bytes;
  }

  std::string obstacle() const override {
    if constexpr (NamesObstacle<P>) return breeder_.problem().obstacle();
    return {};
  }

  std::vector<std::byte> save() const override {
    std::vector<std::byte> state;
    const Counters counters = this->counters();
    const auto append = [&](const auto& value) {
      const auto bytes = std::as_bytes(std::span(&value, 1));
      state.insert(state.end(), bytes.begin(), bytes.end());
    };
    append(counters);
    for (const Key& key : parents_.keys) append(key);
    for (const Genome& genome : parents_.genomes) pack_genome(genome, state);
    append(best_->key);
    pack_genome(best_->genome, state);
    return state;
  }

  void load(std::span<const std::byte> state) override {
    const auto take = [&](auto& value) {
      if (state.size() < sizeof(value)) throw DataError("a saved island ends too early");
      std::memcpy(&value, state.data(), sizeof(value));
      state = state.subspan(sizeof(value));
    };
    Counters counters;
    take(counters);
    if (counters.population != size()) throw DataError("a saved island has another population size");
    for (Key& key : parents_.keys) take(key);
    for (Genome& genome : parents_.genomes) genome = take_genome<Genome>(state);
    Key key;
    take(key);
    best_ = Individual{key, take_genome<Genome>(state)};
    for (std::size_t slot = 0; slot < size(); ++slot)
      expect_sound(parents_.keys[slot], parents_.genomes[slot]);
    expect_sound(best_->key, best_->genome);
    if (!state.empty()) throw DataError("a saved island is longer than its population");
    restore(counters);
    observer_.count_from(std::chrono::steady_clock::now());
  }

 private:
  struct Individual {
    Key key;
    Genome genome;
  };
  struct Counters {
    std::uint64_t population = 0, generation = 0, since_best = 0, evaluations = 0, refreshes = 0,
                  restarts = 0;
    Random::State fresh_random, random, observer_random;
  };

  Counters counters() const {
    return {size(),    generation_,           since_best_,     breeder_.evaluations(),  refreshes_,
            restarts_, fresh_random_.state(), random_.state(), observer_.random_state()};
  }
  void restore(const Counters& counters) {
    generation_ = counters.generation;
    since_best_ = counters.since_best;
    refreshes_ = counters.refreshes;
    restarts_ = counters.restarts;
    breeder_.set_evaluations(counters.evaluations);
    fresh_random_ = Random(counters.fresh_random);
    random_ = Random(counters.random);
    observer_.set_random_state(counters.observer_random);
  }

  void expect_sound(const Key& key, const Genome& genome) const {
    bool sound = key.violation >= 0 && std::isfinite(key.cost);
    if constexpr (Validates<P>) sound = sound && breeder_.problem().valid(genome);
    if (!sound) throw DataError("a saved island holds an individual that is none of this problem's");
  }

  void sample_into(std::size_t slot) {
    parents_.keys[slot] = breeder_.sample(parents_.genomes[slot], fresh_random_);
  }

  /// Notes the best of these individuals where it is a new best of the island's life.
  void observe_bests(const Population<Genome>& individuals) {
    const auto at =
        static_cast<std::size_t>(std::ranges::min_element(individuals.keys) - individuals.keys.begin());
    if (best_ && !(individuals.keys[at] < best_->key)) return;
    since_best_ = 0;
    if (!best_) best_.emplace();
    best_->key = individuals.keys[at];
    best_->genome = individuals.genomes[at];
    observer_.improvement(generation_, island_, breeder_.evaluations(), best_->key);
  }

  void replace() {
    if (settings_.replacement == ReplacementKind::plus) {
      const auto survivors = plus_.survivors(parents_, children_, settings_.keep_duplicates);
      for (std::size_t slot = 0; slot < size(); ++slot) {
        const bool parent = survivors[slot] < size();
        const Population<Genome>& from = parent ? parents_ : children_;
        copy(from, parent ? survivors[slot] : survivors[slot] - size(), next_, slot);
      }
      std::swap(parents_, next_);
    } else if (children_.size() == size()) {
      // The usual case without copies: the children become the population, the elites stand for its worst.
      best_slots(parents_.keys, settings_.elites, elites_);
      std::swap(parents_, children_);
      if (settings_.elites > 0) rank(parents_.keys, ranking_);
      for (std::size_t elite = 0; elite < settings_.elites; ++elite) {
        copy(children_, elites_[elite], parents_, ranking_[size() - 1 - elite]);
      }
    } else {
      replace_by_fewer_or_more();
    }
  }

  /// Generational replacement by another number of children than there are places: the best of them, or,
  /// where they are too few, all of them and the best parents.
  void replace_by_fewer_or_more() {
    const std::size_t places = size() - settings_.elites;
    const std::size_t children = std::min(places, children_.size());
    best_slots(parents_.keys, size() - children, elites_);
    rank(children_.keys, ranking_);
    for (std::size_t slot = 0; slot < size() - children; ++slot) copy(parents_, elites_[slot], next_, slot);
    for (std::size_t child = 0; child < children; ++child) {
      copy(children_, ranking_[child], next_, size() - children + child);
    }
    std::swap(parents_, next_);
  }

  static void copy(const Population<Genome>& from, std::size_t at, Population<Genome>& to, std::size_t slot) {
    to.genomes[slot] = from.genomes[at];
    to.keys[slot] = from.keys[at];
  }

  void refresh_or_restart() {
    if (settings_.restart_after > 0 && since_best_ >= settings_.restart_after) {
      for (std::size_t slot = 0; slot < size(); ++slot) sample_into(slot);
      observe_bests(parents_);
      since_best_ = 0;
      ++restarts_;
    } else if (settings_.refresh_below > 0 && fitness_diversity(parents_.keys) < settings_.refresh_below) {
      refresh();
    }
  }

  /// A share of the population, drawn without replacement from all but the best, makes room for fresh
  /// individuals.
  void refresh() {
    rank(parents_.keys, ranking_);
    auto candidates = std::span(ranking_).subspan(1);
    random_.shuffle(candidates);
    const auto count = static_cast<std::size_t>(settings_.refresh_share * static_cast<double>(size()));
    for (const std::uint32_t slot : candidates.first(std::min(count, candidates.size()))) sample_into(slot);
    observe_bests(parents_);
    ++refreshes_;
  }

  void close_generation(std::chrono::steady_clock::time_point start) {
    if (!recording_) return;
    Statistics row = observer_.summarise(breeder_.problem(), parents_);
    row.evaluations = breeder_.evaluations();
    row.refreshes = refreshes_;
    row.restarts = restarts_;
    row.evolving_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    observer_.record(row);
  }

  GeneticSettings settings_;
  std::uint32_t island_;
  bool recording_ = true;
  Random fresh_random_;
  Random random_;
  Breeder<P> breeder_;
  Observer<P> observer_;
  PlusReplacement<Genome> plus_;

  Population<Genome> parents_;
  Population<Genome> children_;
  Population<Genome> next_;
  std::vector<std::uint32_t> ranking_;
  std::vector<std::uint32_t> elites_;
  std::vector<std::byte> outbox_;
  std::vector<std::byte> inbox_;

  std::optional<Individual> best_;
  std::uint64_t generation_ = 0;
  std::uint64_t since_best_ = 0;
  std::uint64_t refreshes_ = 0;
  std::uint64_t restarts_ = 0;
};

}  // namespace skerry
