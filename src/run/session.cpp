#include "run/session.hpp"

#include "hdf5/trace_writer.hpp"
#include "mpi/communicator.hpp"
#include "mpi/library.hpp"
#include "run/failure.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace skerry {
namespace {

TraceHeader make_header(const Loaded& loaded, const SessionSettings& settings,
                        const std::vector<std::string>& hosts) {
  TraceHeader header;
  header.problem = loaded.experiment->name();
  header.command = settings.command;
  header.configuration = with_seed(loaded.text, settings.seed);
  header.hosts = fmt::format("{}", fmt::join(hosts, ","));
  header.mpi_library = mpi_library();
  header.seed = settings.seed;
  header.islands = hosts.size();
  header.direction = loaded.experiment->direction();
  header.target = loaded.target;
  header.inputs = loaded.inputs;
  if (const char* job = std::getenv("SLURM_JOB_ID")) header.slurm_job_id = job;
  return header;
}

}  // namespace

bool reaches(Score score, Direction direction, double target) {
  return key_of(score, direction) <= key_of({0, target}, direction);
}

SessionReport run_session(const Loaded& loaded, const SessionSettings& settings, Communicator& world) {
  const auto rank = static_cast<std::uint32_t>(world.rank());
  const std::vector<std::string> hosts = world.processor_names();
  std::unique_ptr<Island> island;
  std::optional<TraceWriter> trace;
  collectively(world, [&] {
    island = loaded.experiment->make_island(loaded.configuration.island_settings(rank), settings.seed, rank);
    if (rank == 0 && settings.trace) {
      trace.emplace(*settings.trace, make_header(loaded, settings, hosts), settings.overwrite);
    }
  });

  MigrationSettings migration = loaded.configuration.migration;
  migration.rule.seed = settings.seed;
  SessionReport report{.problem = loaded.experiment->name(),
                       .seed = settings.seed,
                       .islands = world.size(),
                       .outcome = {},
                       .direction = island->direction(),
                       .target = loaded.target,
                       .trace = settings.trace,
                       .solution = {},
                       .assessment = {},
                       .obstacle = {}};
  report.outcome =
      run_archipelago(*island, world, migration, loaded.configuration.stop, [&](const EpochRecord& record) {
        if (trace) trace->append(record);
        if (settings.watch) settings.watch(record);
      });
  const Score best = score_of(report.outcome.best, report.direction);
  report.target_reached = loaded.target && reaches(best, report.direction, *loaded.target);
  if (rank == 0) {
    report.solution = loaded.experiment->describe(report.outcome.best_genome);
    report.assessment = loaded.experiment->assess(report.outcome.best_genome);
    if (best.violation > 0) report.obstacle = island->obstacle();
    if (trace) trace->finish({report.outcome, report.solution});
  }
  return report;
}

}  // namespace skerry
