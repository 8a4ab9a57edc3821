#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/columns.hpp"
#include "skerry/genome_form.hpp"
#include "skerry/mpi.hpp"
#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace skerry {

/// The description of a run that a recorder receives before the first generation.
struct RunDescription {
  std::string problem = {};
  std::string settings = {};  ///< the settings of the run, as TOML
  std::string identity = {};  ///< all settings that decide the run except its stop rules, as text; they must
                              ///< be the same in a resume
  std::string fitness_unit = {};  ///< empty if there is none
  Direction direction = Direction::minimise;
  std::uint64_t seed = 0;
  std::optional<double> target = {};
  Recorded recorded = {};            ///< what is asked for; the islands then say what there is
  GenomeForm genome = {};            ///< of populations and improvements; set by the run
  SetDescription solutions = {};     ///< what the islands keep besides their populations; set by the run
  std::vector<Column> columns = {};  ///< those of the program's own; set by the run
  /// Returns the text form of a packed genome (see Island::pack); empty if the problem has none.
  std::function<std::string(std::span<const std::byte>)> describe = {};
};

/// The start of a run. Both members are empty if the run begins anew.
struct RunStart {
  std::optional<Snapshot> snapshot = {};  ///< the state from which an earlier run continues
  std::optional<Outcome> finished = {};   ///< the outcome of an earlier run that has nothing left to do
};

/// Records what happens in a run of `evolve`, and saves the snapshots from which it can continue.
/// skerry::trace() makes a recorder that writes an HDF5 trace and checkpoints; users can derive their own.
class Recorder {
 public:
  virtual ~Recorder() = default;

  /// Is called before the first generation. Collective.
  virtual RunStart begin(const RunDescription& run, const Mpi& mpi) = 0;
  /// Is called at the end of each epoch, on the first rank.
  virtual void record(const EpochRecord& epoch) = 0;
  /// Is called on the first rank at the end of each epoch; returns whether to save after it.
  virtual bool save_due(double /*elapsed_s*/) { return false; }
  /// Is called when a save is due, and when a run ends for any reason but its target. Collective.
  virtual void save(const Snapshot& /*snapshot*/) {}
  /// Is called last; on the first rank `solution` is the text form of the best genome. Collective.
  virtual void end(const Outcome& outcome, const std::string& solution) = 0;
};

}  // namespace skerry
