#pragma once

#include "skerry/recorder.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace skerry {

/// What happens if a trace of that name exists already.
enum class Resume {
  never,       ///< it is an error
  if_present,  ///< its run continues, bit for bit as if it had never been interrupted
  overwrite,   ///< it is replaced
};

/// How often a run is saved: by epochs or time, whichever comes first, but not beyond `share`.
struct CheckpointSettings {
  bool enabled = true;
  std::optional<std::uint64_t> every = {};  ///< epochs between two checkpoints
  double seconds = 30;                      ///< seconds between two checkpoints
  double share = 0.02;                      ///< the largest share of the run's time, in (0, 1]; 1: no bound
};

/// Makes a recorder for one call of evolve(): an HDF5 trace (docs/trace-format.md), and a checkpoint beside
/// it. Missing folders are made. With Resume::if_present, an existing run continues from its checkpoint, or
/// from its start if there is none. A run that reached its target is returned as it is, and one that ended by
/// a limit continues only if the limit is higher now. evolve() throws UsageError for a trace of another run
/// or one that another process is writing, and DataError for a damaged trace.
std::shared_ptr<Recorder> trace(std::filesystem::path file, Resume resume = Resume::never,
                                CheckpointSettings checkpoint = {});

}  // namespace skerry
