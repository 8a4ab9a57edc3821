#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace skerry {

/// The facts of a run that are known before its first generation, or before it goes on.
struct TraceHeader {
  std::string problem;        ///< "party"
  std::string command;        ///< the command line, as typed
  std::string configuration;  ///< effective, TOML
  std::string hosts;          ///< comma-separated, one name a rank
  std::string fitness_unit;   ///< empty where it has none
  std::string mpi_library;    ///< name and version
  std::uint64_t seed = 0;
  std::size_t islands = 1;
  Direction direction = Direction::minimise;
  std::optional<double> target;
  bool births = false;       ///< whether the islands record births, for which the trace then has a table
  bool evaluations = false;  ///< whether the islands record evaluations, for which the trace then has a table
  SetDescription solutions = {};  ///< what the islands keep besides their populations, for which the trace
                                  ///< then has a group
  std::map<std::string, std::string> inputs;  ///< file -> digest, of every instance file read
  std::string slurm_job_id = {};              ///< empty outside a SLURM job
  std::string configuration_file = {};        ///< absolute; its relative paths start from its folder
  std::string started = {};                   ///< ISO 8601, UTC; empty: now
  std::string resumed = {};                   ///< likewise, each time the run went on, separated by spaces
};

/// Adds the time of day to the times at which the run went on.
void note_resumed(TraceHeader& header);

/// The facts of a run that are known after its last generation.
struct TraceFooter {
  Outcome outcome;
  std::string solution;    ///< text form of the best genome, empty where the problem has none
  std::string ended = {};  ///< ISO 8601, UTC; empty: now
};

}  // namespace skerry
