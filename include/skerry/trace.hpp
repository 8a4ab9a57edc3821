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

/// How often a run is saved: by epochs or by time, whichever comes first, and later if saving would take too
/// large a share of the run.
struct CheckpointSettings {
  bool enabled = true;
  std::optional<std::uint64_t> every = {};  ///< epochs between two checkpoints
  double seconds = 30;                      ///< seconds between two checkpoints
  double share = 0.02;                      ///< the largest share of the run's time, in (0, 1]; 1: no bound
};

/// Makes a recorder for one call of evolve(): an HDF5 trace (docs/trace-format.md), and beside it a
/// checkpoint from which the run can continue. Missing folders are made. With Resume::if_present and an
/// existing trace, the run continues from its checkpoint, or from its start if there is none. A run that had
/// reached its target is returned as it is, and a run that had ended by a limit continues only if the limit
/// is higher now. evolve() then throws UsageError for a trace of other settings, another problem, seed or
/// number of islands, and if another process is writing the trace; it throws DataError for a damaged trace.
std::shared_ptr<Recorder> trace(std::filesystem::path file, Resume resume = Resume::never,
                                CheckpointSettings checkpoint = {});

}  // namespace skerry
