#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/population/population_island.hpp"
#include "skerry/problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace skerry {

/// Stochastic local search, as in docs/jump_maze.md. Each individual searches by itself: a step looks at a
/// random neighbour, which replaces it unless it is worse. See LocalSearchKind for restarts and walks.
template <CompleteProblem P>
class LocalSearchIsland final : public PopulationIsland<P> {
 public:
  using Genome = typename P::Genome;

  LocalSearchIsland(P problem, const LocalSearch& settings, std::uint64_t seed, std::uint32_t island)
      : PopulationIsland<P>(std::move(problem), common_settings(settings), seed, island),
        settings_(settings) {
    if constexpr (HasOwnMutation<P>)
      settings_.gene_rate = own_gene_rate(evaluator_.problem(), settings.gene_rate);
  }

 private:
  using PopulationIsland<P>::evaluator_;
  using PopulationIsland<P>::population_;
  using PopulationIsland<P>::random_;

  void advance() override {
    // Each generation takes as many steps, so those of an individual follow from the generation.
    const std::uint64_t taken = (this->generation() - 1) * settings_.offspring;
    for (std::uint64_t step = taken; step < taken + settings_.offspring; ++step) {
      const std::size_t slot = step % this->size();
      const std::uint64_t own_steps = step / this->size();
      if (settings_.kind == LocalSearchKind::random_restart && own_steps > 0 &&
          own_steps % settings_.climb_steps == 0) {
        this->sample_into(slot);
        this->observe(population_.genomes[slot], population_.keys[slot]);
      }
      take_step(slot);
    }
  }

  void take_step(std::size_t slot) {
    Key& key = population_.keys[slot];
    neighbour_ = population_.genomes[slot];
    if constexpr (HasNeighbour<P>) {
      evaluator_.problem().neighbour(neighbour_, random_);
    } else {
      evaluator_.problem().mutate(neighbour_, settings_.gene_rate, random_);
    }
    const Key its_key = evaluator_.key_of(evaluator_.evaluate_repaired(neighbour_, random_));
    if (!accepts(key, its_key)) return;
    std::swap(population_.genomes[slot], neighbour_);
    key = its_key;
    this->observe(population_.genomes[slot], key);
  }

  bool accepts(const Key& current, const Key& neighbour) {
    if (settings_.kind != LocalSearchKind::random_walk) return neighbour <= current;
    const bool best = settings_.walk_reference == ReferenceKind::best;
    const Key& reference = best ? std::min(current, this->best_since_restart()) : current;
    return neighbour <= reference || random_.chance(settings_.walk_probability);
  }

  LocalSearch settings_;
  Genome neighbour_{};
};

}  // namespace skerry
