#include "skerry/recorder.hpp"

#include "engine/communication/communicator.hpp"

#include <utility>

namespace skerry {

Outcome run_recorded(Island& island, const Mpi& mpi, const MigrationSettings& migration, const StopRule& stop,
                     RunDescription description, Recorder* recorder, RunHooks hooks) {
  Communicator& ranks = mpi.communicator();
  if (recorder == nullptr) return run_archipelago(island, ranks, migration, stop, description.seed, hooks);
  description.solutions = island.set_description();
  const RunStart start = recorder->begin(description, mpi);
  if (start.finished) return *start.finished;
  hooks.record = [recorder, also = std::move(hooks.record)](const EpochRecord& epoch) {
    recorder->record(epoch);
    if (also) also(epoch);
  };
  hooks.save_due = [recorder](double elapsed_s) { return recorder->save_due(elapsed_s); };
  hooks.save = [recorder](const Snapshot& snapshot) { recorder->save(snapshot); };
  const Outcome outcome = run_archipelago(island, ranks, migration, stop, description.seed, hooks,
                                          start.snapshot ? &*start.snapshot : nullptr);
  const bool told = mpi.first() && description.describe;
  recorder->end(
      outcome, told && has_fitness(outcome.best) ? description.describe(outcome.best_genome) : std::string());
  return outcome;
}

}  // namespace skerry
