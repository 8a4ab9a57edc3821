#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/mpi.hpp"
#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace skerry {

/// What a recorder is told of a run before its first generation.
struct RunDescription {
  std::string problem = {};   ///< its name
  std::string settings = {};  ///< of the run, as TOML
  std::string identity =
      {};  ///< all that decides the run but its stop rules, as text: what a resume has to meet
  std::string fitness_unit = {};  ///< empty where there is none
  Direction direction = Direction::minimise;
  std::uint64_t seed = 0;
  std::optional<double> target = {};
  /// A genome (packed, see Island::pack) in its text form; empty where the problem has none.
  std::function<std::string(std::span<const std::byte>)> describe = {};
};

/// Where a run begins. Both are empty where it begins anew.
struct RunStart {
  std::optional<Snapshot> snapshot = {};  ///< an earlier run goes on from here
  std::optional<Outcome> finished = {};   ///< it had ended, and nothing is left to do
};

/// Keeps a run: what `evolve` tells of it, and the snapshots from which it can go on. skerry::trace() makes
/// one that writes an HDF5 trace and checkpoints; a user may bring another.
class Recorder {
 public:
  virtual ~Recorder() = default;

  /// Before the first generation. Collective.
  virtual RunStart begin(const RunDescription& run, const Mpi& mpi) = 0;
  /// At the end of each epoch, on the first rank.
  virtual void record(const EpochRecord& epoch) = 0;
  /// At the end of each epoch, on the first rank, with the time since the start: whether to save after it.
  virtual bool save_due(double /*elapsed_s*/) { return false; }
  /// Where it is due, and where a run ends for any reason but its target. Collective.
  virtual void save(const Snapshot& /*snapshot*/) {}
  /// After the last generation; `solution` is the best genome's text form, on the first rank. Collective.
  virtual void end(const Outcome& outcome, const std::string& solution) = 0;
};

/// run_archipelago() with a recorder (null: none). `hooks.record` is told of each epoch after the recorder.
/// Collective.
Outcome run_recorded(Island& island, const Mpi& mpi, const MigrationSettings& migration, const StopRule& stop,
                     const RunDescription& description, Recorder* recorder, RunHooks hooks = {});

}  // namespace skerry
