#pragma once

#include "skerry/recorder.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace skerry {

/// What becomes of a trace of that name that is there already.
enum class Resume {
  never,       ///< it is an error
  if_present,  ///< its run goes on, bit for bit as if it had never been interrupted
  overwrite,   ///< it is replaced
};

/// How often a run is saved. What comes first counts, held back where saving would take too much of the run.
struct CheckpointSettings {
  bool enabled = true;
  std::optional<std::uint64_t> every = {};  ///< epochs
  double seconds = 30;                      ///< since the last one
  double share = 0.02;                      ///< most of the run's time, in (0, 1]; 1: no bound
};

/// A recorder for one call of evolve(): an HDF5 trace (docs/trace-format.md), and beside it a checkpoint from
/// which the run can go on. Missing folders are made. With Resume::if_present and a trace of that name, the
/// run goes on from its checkpoint, or from its start where there is none; one that had reached its target is
/// returned as it is, and one that had ended by a limit goes on only where the limit is higher now. Then
/// evolve() throws UsageError for a trace of other settings, another problem, seed or number of islands,
/// DataError for one that is damaged, and UsageError where another process is writing it.
std::shared_ptr<Recorder> trace(std::filesystem::path file, Resume resume = Resume::never,
                                CheckpointSettings checkpoint = {});

}  // namespace skerry
