#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/island.hpp"
#include "skerry/migration/settings.hpp"
#include "skerry/recorder.hpp"
#include "skerry/stop.hpp"

#include <functional>
#include <memory>

namespace skerry {

class Lending;

/// A run of one island on each rank, whoever asks for it: evolve() or a command.
struct IslandRun {
  std::function<std::unique_ptr<Island>()> make_island;
  MigrationSettings migration = {};
  StopRule stop = {};
  RunDescription description = {};
  EvaluationServices services = {};
  std::shared_ptr<Lending> lending = {};  ///< none: nothing is lent
  Recorder* recorder = nullptr;           ///< may be null
  /// `record` is called after the recorder in each epoch; lending sets begin_generation and end_epoch, the
  /// recorder save_due and save.
  RunHooks hooks = {};
};

struct EvolvedIsland {
  std::unique_ptr<Island> island;
  Outcome outcome;
};

/// Throws AgreedFailure if an island or the record cannot be made; see RunHooks::share_failures for what an
/// island throws later. Collective.
EvolvedIsland run_islands(IslandRun run, const Mpi& mpi);

}  // namespace skerry
