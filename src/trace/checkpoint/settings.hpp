#pragma once

#include <cstdint>
#include <optional>

namespace skerry {

/// How often a run is saved. What comes first counts, held back where saving would take too much of the run.
struct CheckpointSettings {
  bool enabled = true;
  std::optional<std::uint64_t> every = {};  ///< epochs
  double seconds = 30;                      ///< since the last one
  double share = 0.02;                      ///< most of the run's time, in (0, 1]; 1: no bound
};

}  // namespace skerry
