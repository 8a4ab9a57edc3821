#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/archipelago.hpp"
#include "skerry/own_algorithm.hpp"
#include "skerry/trace.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace skerry {

enum class AlgorithmKind {
  genetic,
  hill_climbing,
  random_restart,
  random_walk,
  differential_evolution,
  nsga2,
  map_elites,
  own  ///< one that the program brings
};

/// An [island] table: the algorithm that it chooses, and the settings of all, for tables that choose another.
struct IslandConfiguration {
  AlgorithmKind algorithm = AlgorithmKind::genetic;
  Genetic genetic;
  LocalSearch local_search;
  DifferentialEvolution differential;
  Nsga2 nsga2;
  MapElites map_elites;
  OwnAlgorithm own;
  std::map<std::string, double> own_values;  ///< of the settings of all algorithms of the program's own

  Algorithm settings() const;
};

struct StartSettings {
  std::filesystem::path from;   ///< a CSV file, a trace or a checkpoint
  double share = 1;             ///< the largest share of each population that is taken from there, in (0, 1]
  bool other_instance = false;  ///< whether the run of a trace may be of another instance
  std::string sha256;           ///< the digest of the file, in hexadecimal; empty until it is known
};

/// setting_keys.hpp lists the keys.
struct Configuration {
  IslandConfiguration island;
  std::map<std::uint64_t, IslandConfiguration> overrides;  ///< by island number, from 0
  MigrationSettings migration;
  std::optional<StartSettings> start;  ///< none: all individuals are sampled
  StopRule stop;
  bool stop_at_target = true;  ///< false: the target is reported, and the run goes on
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> islands;  ///< none: as many as there are ranks
  std::optional<bool> lend;              ///< none: if other programs evaluate
  std::filesystem::path output;
  bool trace = true;
  Recorded recorded;
  CheckpointSettings checkpoint;
  bool journal = true;
  std::filesystem::path journal_share;  ///< the folder through which runs share them; empty: none

  const IslandConfiguration& island_number(std::uint64_t number) const {
    const auto own = overrides.find(number);
    return own != overrides.end() ? own->second : island;
  }
};

/// An absent key has the value of `fallback`. Throws UsageError, also for values that do not go together.
IslandConfiguration bind_island(const Settings& table, const IslandConfiguration& fallback,
                                std::span<const AlgorithmForm> own = {});

/// `topologies` and `algorithms` are those of the program, which keys may name like the shipped ones. Leaves
/// unknown keys for Settings::reject_unknown_keys. Throws UsageError.
Configuration bind_configuration(const Settings& settings, std::span<const Topology> topologies = {},
                                 std::span<const AlgorithmForm> algorithms = {});

}  // namespace skerry
