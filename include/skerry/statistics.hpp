#pragma once

#include "skerry/record.hpp"

#include <cstdint>
#include <tuple>

namespace skerry {

/// The statistics of an island after a generation, of individuals with a fitness, which is the problem's own
/// (not negated); without any they are NaN, and the violation infinite. Infeasible ones rank last.
struct Statistics {
  double best = 0;
  double median = 0;
  double mean = 0;
  double worst = 0;
  double standard_deviation = 0;
  double violation = 0;
  double fitness_diversity = 0;
  double genotype_diversity = 0;
  std::uint64_t distinct = 0;
  std::uint64_t feasible = 0;
  std::uint64_t failed = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t immigrations = 0;
  std::uint64_t restarts = 0;
  double coverage = 0;
  double qd_score = 0;
  std::uint64_t front_size = 0;
  double hypervolume = 0;
  double igd_plus = 0;
  double evolving_s = 0;
  double waiting_s = 0;
};

template <>
inline constexpr auto members_of<Statistics> = std::tuple{
    Member{"best", fitness_unit, "fitness of the best individual", &Statistics::best},
    Member{"median", fitness_unit, "lower median of fitness, feasible individuals first",
           &Statistics::median},
    Member{"mean", fitness_unit, "mean fitness", &Statistics::mean},
    Member{"worst", fitness_unit, "fitness of the worst individual", &Statistics::worst},
    Member{"standard_deviation", fitness_unit, "standard deviation of fitness, divided by n",
           &Statistics::standard_deviation},
    Member{"violation", "1", "violation of the best individual, 0 = feasible", &Statistics::violation},
    Member{"fitness_diversity", "1", "coefficient of variation of fitness, in [0, 1]",
           &Statistics::fitness_diversity},
    Member{"genotype_diversity", "1", "mean distance of two genomes, in [0, 1]",
           &Statistics::genotype_diversity},
    Member{"distinct", "1", "different genomes", &Statistics::distinct},
    Member{"feasible", "1", "feasible individuals", &Statistics::feasible},
    Member{"failed", "1", "individuals without a fitness, whose evaluation gave none", &Statistics::failed},
    Member{"evaluations", "1", "evaluations of the island since the start", &Statistics::evaluations},
    Member{"immigrations", "1", "times since the start that random immigrants came",
           &Statistics::immigrations},
    Member{"restarts", "1", "restarts of the population since the start", &Statistics::restarts},
    Member{"coverage", "1", "share of the map's cells that are filled, 0 without a map",
           &Statistics::coverage},
    Member{"qd_score", fitness_unit, "sum over the map's filled cells of fitness beyond the worst, 0 without",
           &Statistics::qd_score},
    Member{"front_size", "1", "feasible individuals that no other dominates, 0 without objectives",
           &Statistics::front_size},
    Member{"hypervolume", "1", "hypervolume of these in the units of the objectives, 0 without a reference",
           &Statistics::hypervolume},
    Member{"igd_plus", "1", "IGD+ of these to the problem's known front, 0 without one",
           &Statistics::igd_plus},
    Member{"evolving_s", "s", "time spent evolving this generation", &Statistics::evolving_s},
    Member{"waiting_s", "s", "time spent waiting for other islands before the migration",
           &Statistics::waiting_s}};
static_assert(describes_whole<Statistics>);

/// A new best in the life of an island. Rows are written in the order of generation, then island.
struct Improvement {
  std::uint64_t generation = 0;
  std::uint64_t island = 0;
  std::uint64_t evaluations = 0;
  double elapsed_s = 0;
  double violation = 0;
  double fitness = 0;
};

template <>
inline constexpr auto members_of<Improvement> = std::tuple{
    Member{"generation", "1", "generation of the new best, 0 = the initial population",
           &Improvement::generation},
    Member{"island", "1", "island of the new best", &Improvement::island},
    Member{"evaluations", "1", "evaluations of this island since the start", &Improvement::evaluations},
    Member{"elapsed_s", "s", "time since the start", &Improvement::elapsed_s},
    Member{"violation", "1", "violation, 0 = feasible", &Improvement::violation},
    Member{"fitness", fitness_unit, "fitness", &Improvement::fitness}};
static_assert(describes_whole<Improvement>);

/// The making of an individual, if a run records births. A hash (see hash_of_record) stands for a genome on
/// any island, so that descent can be followed. Rows are by generation, then island.
struct Birth {
  std::uint64_t generation = 0;
  std::uint64_t island = 0;
  std::uint64_t child = 0;
  std::uint64_t mother = 0;
  std::uint64_t father = 0;
  std::uint64_t survived = 0;
};

template <>
inline constexpr auto members_of<Birth> = std::tuple{
    Member{"generation", "1", "generation of the birth, 0 = the initial population", &Birth::generation},
    Member{"island", "1", "island of the birth", &Birth::island},
    Member{"child", "1", "hash of the genome", &Birth::child},
    Member{"mother", "1", "hash of the first parent's genome, 0 = a random individual", &Birth::mother},
    Member{"father", "1", "hash of the second parent's genome; that of the first if it is the only one",
           &Birth::father},
    Member{"survived", "1", "1 if the genome is in the population at the end of the generation",
           &Birth::survived}};
static_assert(describes_whole<Birth>);

/// An individual of a population that a run records, with its genome beside it (see GenomeForm). Rows are
/// written in the order of generation, then island, then slot.
struct PopulationRow {
  std::uint64_t generation = 0;
  std::uint64_t island = 0;
  double violation = 0;
  double fitness = 0;
};

template <>
inline constexpr auto members_of<PopulationRow> = std::tuple{
    Member{"generation", "1", "generation after which the population was this, before migrants came",
           &PopulationRow::generation},
    Member{"island", "1", "island of the individual", &PopulationRow::island},
    Member{"violation", "1", "violation, 0 = feasible", &PopulationRow::violation},
    Member{"fitness", fitness_unit, "fitness", &PopulationRow::fitness}};
static_assert(describes_whole<PopulationRow>);

}  // namespace skerry
