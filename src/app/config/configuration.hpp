#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/archipelago.hpp"
#include "skerry/trace.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

/// The values of island.algorithm.
enum class AlgorithmKind {
  genetic,
  hill_climbing,
  random_restart,
  random_walk,
  differential_evolution,
  nsga2,
  map_elites
};

/// An [island] table: the algorithm that it chooses, and the settings of all, for tables that choose another.
struct IslandConfiguration {
  AlgorithmKind algorithm = AlgorithmKind::genetic;
  Genetic genetic;
  LocalSearch local_search;
  DifferentialEvolution differential;
  Nsga2 nsga2;
  MapElites map_elites;

  Algorithm settings() const;  ///< the settings of the chosen algorithm
};

/// The table [start]: the individuals with which the initial populations begin.
struct StartSettings {
  std::filesystem::path from;   ///< a CSV file, a trace or a checkpoint
  double share = 1;             ///< the largest share of each population that is taken from there, in (0, 1]
  bool other_instance = false;  ///< whether the run of a trace may be of another instance
  std::string sha256;           ///< the digest of the file, in hexadecimal; empty until it is known
};

/// The tables of a configuration file, [problem] aside, as docs/configuration.md describes them.
struct Configuration {
  IslandConfiguration island;
  std::map<std::uint64_t, IslandConfiguration>
      overrides;  ///< the settings of islands that differ, by number from 0
  MigrationSettings migration;
  std::optional<StartSettings> start;  ///< none: all individuals are sampled
  StopRule stop;
  bool stop_at_target = true;  ///< false: the target is reported, and the run goes on
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> islands;  ///< none: as many as there are ranks
  std::optional<bool> lend;              ///< none: where other programs evaluate
  std::filesystem::path output;
  bool trace = true;
  bool lineage = false;  ///< whether islands record births for the trace
  bool evaluations =
      true;  ///< whether the trace has a row for each evaluation of a problem that reports them
  CheckpointSettings checkpoint;
  bool journal = true;                  ///< whether costly evaluations are kept in a journal beside the trace
  std::filesystem::path journal_share;  ///< the folder through which runs share them; empty: none

  const IslandConfiguration& island_number(std::uint64_t number) const {
    const auto own = overrides.find(number);
    return own != overrides.end() ? own->second : island;
  }
};

/// Reads the keys of [island] or [[island.override]]; an absent key has the value of `fallback`. Throws
/// UsageError, also for values that do not go together.
IslandConfiguration bind_island(const Settings& table, const IslandConfiguration& fallback);

/// Reads all tables but [problem]; unknown keys are left for Settings::reject_unknown_keys. Throws
/// UsageError.
Configuration bind_configuration(const Settings& settings);

}  // namespace skerry
