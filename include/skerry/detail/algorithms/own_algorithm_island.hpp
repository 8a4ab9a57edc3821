#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/population/population_island.hpp"
#include "skerry/error.hpp"
#include "skerry/own_algorithm.hpp"
#include "skerry/own_parts.hpp"
#include "skerry/population.hpp"
#include "skerry/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace skerry {

/// An island that an algorithm of a program's own works on through IslandAccess.
template <CompleteProblem P>
class SteeredIsland : public PopulationIsland<P> {
 public:
  std::uint64_t most_evaluations() const final { return std::numeric_limits<std::uint64_t>::max(); }

 protected:
  SteeredIsland(P problem, const OwnAlgorithm& settings, std::uint64_t seed, std::uint32_t island)
      : PopulationIsland<P>(std::move(problem), common_settings(settings), seed, island),
        offspring_(settings.offspring) {
    if constexpr (HasOwnMutation<P>) gene_rate_ = own_gene_rate(this->evaluator_.problem(), 0);
  }

 private:
  friend class IslandAccess<P>;

  std::uint64_t offspring_;
  double gene_rate_ = 0;
  std::vector<Score> scores_;
};

/// An island as an algorithm of a program's own sees it for one generation (see SearchAlgorithm). Whatever is
/// evaluated here is counted, and the best of it is kept.
template <typename P>
class IslandAccess {
 public:
  using Problem = P;
  using Genome = typename P::Genome;

  explicit IslandAccess(SteeredIsland<P>& island) : island_(island) {}

  P& problem() { return island_.evaluator_.problem(); }
  Direction direction() const { return island_.direction(); }
  /// The random numbers of the evolution.
  Random& random() { return island_.random_; }
  /// The individuals, each with the key of its genome. The algorithm changes them, but not their number.
  Population<Genome>& population() { return island_.population_; }
  /// Returns OwnAlgorithm::offspring, the evaluations that a generation is meant to make.
  std::size_t offspring() const { return island_.offspring_; }
  /// Returns the number of this generation, from 1.
  std::uint64_t generation() const { return island_.generation(); }
  /// Returns the key of the best that the island has evaluated since it began anew.
  const Key& best() const { return island_.best_since_restart(); }

  /// Returns the key of a genome, which is repaired first if the problem can do that.
  Key evaluate(Genome& genome) {
    const Key key = island_.evaluator_.key_of(island_.evaluator_.evaluate_repaired(genome, random()));
    island_.observe(genome, key);
    return key;
  }
  /// Writes the keys of all individuals; a problem with evaluate_batch() gets them together.
  void evaluate(Population<Genome>& individuals) {
    individuals.keys.resize(individuals.genomes.size());
    if constexpr (EvaluatesBatch<P>) {
      auto& scores = island_.scores_;
      scores.resize(individuals.size());
      island_.evaluator_.evaluate_repaired(std::span(individuals.genomes), scores, random());
      for (std::size_t slot = 0; slot < individuals.size(); ++slot) {
        individuals.keys[slot] = island_.evaluator_.key_of(scores[slot]);
        island_.observe(individuals.genomes[slot], individuals.keys[slot]);
      }
    } else {
      for (std::size_t slot = 0; slot < individuals.size(); ++slot)
        individuals.keys[slot] = evaluate(individuals.genomes[slot]);
    }
  }
  /// Puts a new random individual into the slot.
  void sample(std::size_t slot) {
    island_.sample_into(slot);
    island_.observe(population().genomes[slot], population().keys[slot]);
  }

  /// Changes a genome by the problem's neighbour(), or by its mutation if it has none.
  void step(Genome& genome) {
    if constexpr (HasNeighbour<P>) {
      problem().neighbour(genome, random());
    } else {
      mutate(genome);
    }
  }
  void mutate(Genome& genome) { problem().mutate(genome, island_.gene_rate_, random()); }
  Genome crossover(const Genome& mother, const Genome& father) {
    return problem().crossover(mother, father, random());
  }

 private:
  SteeredIsland<P>& island_;
};

/// The island of an algorithm of a program's own.
template <CompleteProblem P, SearchAlgorithm<P> A>
class OwnAlgorithmIsland final : public SteeredIsland<P> {
 public:
  OwnAlgorithmIsland(P problem, const OwnAlgorithm& settings, std::uint64_t seed, std::uint32_t island,
                     const A& algorithm)
      : SteeredIsland<P>(std::move(problem), settings, seed, island), algorithm_(algorithm) {
    configure_algorithm(algorithm_, settings);
  }

 private:
  using PopulationIsland<P>::population_;

  void advance() override {
    const std::size_t size = population_.size();
    IslandAccess<P> access(*this);
    algorithm_.advance(access);
    if (population_.keys.size() == size && population_.genomes.size() == size) return;
    throw UsageError("algorithm \"" + std::string(A::name) + "\" made a population of " +
                     std::to_string(population_.genomes.size()) + " genomes and " +
                     std::to_string(population_.keys.size()) + " keys of one of " + std::to_string(size) +
                     "; its size may not change");
  }

  void save_own_state(std::vector<std::byte>& state) const override {
    if constexpr (KeepsState<const A>) append_record(state, algorithm_.state);
  }
  void load_own_state(std::span<const std::byte> state) override {
    if constexpr (KeepsState<A>) take_record(state, algorithm_.state);
  }

  A algorithm_;
};

}  // namespace skerry
