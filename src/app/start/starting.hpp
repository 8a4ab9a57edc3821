#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/detail/population/starters.hpp"

#include "app/run/load.hpp"
#include "app/start/table.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

namespace skerry {

class Communicator;

/// Adds the digest of start.from to the configuration, its text and the inputs, so that run and trace are
/// known by the contents of the file; does nothing without [start]. Throws DataError for a file that is
/// missing, can't be read, or has another digest than start.sha256. Called on the first rank.
void identify_start(Loaded& loaded);

/// The beginning of a run with [start].
struct Start {
  Starters starters;
  std::string note;  ///< a line on what was taken; on the first rank alone, and empty without [start]
};

/// Reads start.from on the first rank, as identify_start() does too, and returns the individuals that are
/// taken, for islands of that number; none without [start]. Throws AgreedFailure: with DataError for what the
/// file should not hold, with UsageError for a problem that reads no genomes. Collective.
Start read_start(Loaded& loaded, std::size_t islands, Communicator& world);

/// Throws UsageError where a run with this trace would overwrite the file from which it starts.
void refuse_own_start(const Loaded& loaded, const std::filesystem::path& trace);

/// The run that starts, as far as an earlier run has to agree with it.
struct NewRun {
  const AnyProblem& problem;
  std::string configuration;                  ///< the effective configuration, TOML
  std::map<std::string, std::string> inputs;  ///< file -> digest, of every file of the problem
  bool other_instance = false;                ///< whether the earlier run may be of another instance
};

/// Returns the best individual of a trace and, behind it, all solutions of its front or map. Throws DataError
/// for a trace without any, of another problem or, unless that is allowed, of another instance.
Candidates candidates_of_trace(const std::filesystem::path& trace, const NewRun& run);

/// Returns the individuals of all islands of a checkpoint, beside which its trace has to be, best first, or
/// the best and then by island where the run keeps a front or a map. Throws DataError likewise, and for a
/// checkpoint of another version of skerry.
Candidates candidates_of_checkpoint(const std::filesystem::path& checkpoint, const NewRun& run);

}  // namespace skerry
