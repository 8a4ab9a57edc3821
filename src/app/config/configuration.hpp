#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/archipelago.hpp"
#include "skerry/own_algorithm.hpp"
#include "skerry/trace.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>

namespace skerry {

struct IslandConfiguration {
  std::string algorithm = "genetic";  ///< a shipped one or the program's own
  Algorithm::Settings chosen;         ///< those of the algorithm

  template <typename S>
  bool is() const {
    return std::holds_alternative<S>(chosen);
  }
  Algorithm settings() const { return Algorithm(chosen); }
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
  bool automatic = false;               ///< whether no algorithm of the islands is named
  std::filesystem::path journal_share;  ///< the folder through which runs share them; empty: none

  const IslandConfiguration& island_number(std::uint64_t number) const {
    const auto own = overrides.find(number);
    return own != overrides.end() ? own->second : island;
  }
};

/// `topologies` and `algorithms` are those of the program, which keys may name like the shipped ones, and
/// `fitting` is called for what island.algorithm = "automatic", the default, stands for
/// (AnyProblem::fitting_algorithm). Leaves unknown keys for Settings::reject_unknown_keys. Throws UsageError.
Configuration bind_configuration(
    const Settings& settings, std::span<const Topology> topologies = {},
    std::span<const AlgorithmForm> algorithms = {},
    const std::function<FittingAlgorithm()>& fitting = [] { return FittingAlgorithm{"genetic"}; });

}  // namespace skerry
