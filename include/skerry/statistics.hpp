#pragma once

#include <cstdint>
#include <type_traits>

namespace skerry {

/// One island after one generation. Fitness values are the problem's own (not negated).
struct Statistics {
  double best = 0;    ///< of the population; infeasible individuals rank behind feasible ones
  double median = 0;  ///< lower median in the order of feasibility first
  double mean = 0;
  double worst = 0;
  double standard_deviation = 0;   ///< of the population (divided by n)
  double violation = 0;            ///< of the best individual
  double fitness_diversity = 0;    ///< coefficient of variation, in [0, 1]; see diversity.hpp
  double genotype_diversity = 0;   ///< mean distance of two individuals, in [0, 1]; see diversity.hpp
  std::uint64_t distinct = 0;      ///< different genomes
  std::uint64_t feasible = 0;      ///< individuals
  std::uint64_t evaluations = 0;   ///< since the start of the run
  std::uint64_t immigrations = 0;  ///< since the start of the run
  std::uint64_t restarts = 0;      ///< since the start of the run
  double evolving_s = 0;           ///< this generation's
  double waiting_s = 0;            ///< for other islands, before this generation's migration
};
static_assert(std::is_trivially_copyable_v<Statistics>);

/// A new best of one island. Rows are written in the order of generation, then island.
struct Improvement {
  std::uint64_t generation = 0;  ///< 0 = the initial population
  std::uint64_t island = 0;
  std::uint64_t evaluations = 0;  ///< of this island, since the start of the run
  double elapsed_s = 0;           ///< since the start of the run
  double violation = 0;
  double fitness = 0;
};
static_assert(std::is_trivially_copyable_v<Improvement>);

}  // namespace skerry
