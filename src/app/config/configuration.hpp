#pragma once

#include "skerry/algorithms/island_settings.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/archipelago.hpp"

#include "trace/checkpoint/settings.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

/// The tables of a configuration file, [problem] aside, as docs/configuration.md describes them.
struct Configuration {
  IslandSettings island;
  std::map<std::uint64_t, IslandSettings> overrides;  ///< of islands that differ
  MigrationSettings migration;
  StopRule stop;
  bool stop_at_target = true;  ///< false: the target is reported, and the run goes on
  std::uint64_t seed = 1;
  std::filesystem::path output;
  bool trace = true;
  CheckpointSettings checkpoint;

  const IslandSettings& island_settings(std::uint64_t number) const {
    const auto own = overrides.find(number);
    return own != overrides.end() ? own->second : island;
  }
};

/// The keys of [island] or [[island.override]]; an absent one is as in `fallback`. Throws UsageError for
/// values that do not go together, too.
IslandSettings bind_island(const Settings& table, const IslandSettings& fallback);

/// All tables but [problem]; unknown keys are left for Settings::reject_unknown_keys. Throws UsageError.
Configuration bind_configuration(const Settings& settings);

}  // namespace skerry
