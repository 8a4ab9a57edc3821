#include "app/run/trace_header.hpp"

#include "app/config/renamed_keys.hpp"
#include "engine/communication/library.hpp"
#include "trace/trace_reader.hpp"

#include <cstdlib>

namespace skerry {

TraceHeader first_header(const Loaded& loaded, const SessionSettings& settings, const Layout& layout) {
  TraceHeader header;
  header.problem = loaded.problem->name();
  header.command = settings.command;
  header.configuration = with_value(loaded.text, "run.seed", settings.seed);
  if (loaded.configuration.islands)
    header.configuration = with_value(header.configuration, "run.islands", layout.hosts.size());
  header.configuration_file = loaded.file;
  header.fitness_unit = loaded.problem->fitness_unit();
  note_layout(header, layout);
  header.mpi_library = mpi_library();
  header.seed = settings.seed;
  header.direction = loaded.problem->direction();
  header.target = loaded.target;
  header.births = loaded.configuration.lineage;
  header.inputs = loaded.inputs;
  if (const char* job = std::getenv("SLURM_JOB_ID")) header.slurm_job_id = job;
  return header;
}

TraceHeader past_header(const TraceReader& past) {
  TraceHeader header = past.header();
  if (past.version() == 1) {
    header.configuration = with_current_names(header.configuration, header.configuration_file);
  }
  return header;
}

TraceHeader resumed_header(const TraceReader& past, const Loaded& loaded, const Layout& layout) {
  TraceHeader header = past.header();
  header.configuration = with_value(loaded.text, "run.seed", header.seed);
  header.target = loaded.target;
  note_resumed(header, layout);
  return header;
}

}  // namespace skerry
