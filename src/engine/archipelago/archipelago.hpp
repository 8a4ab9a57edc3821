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
  /// `record` follows the recorder; lending sets begin_generation, end_epoch, the recorder save_due, save.
  RunHooks hooks = {};
};

struct EvolvedIsland {
  std::unique_ptr<Island> island;
  Outcome outcome;
};

/// Throws AgreedFailure if an island or the record can't be made; later see RunHooks::share_failures.
EvolvedIsland run_islands(IslandRun run, const Mpi& mpi);

}  // namespace skerry
