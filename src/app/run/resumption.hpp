#pragma once

#include "skerry/archipelago.hpp"

#include "app/run/load.hpp"
#include "trace/file_lock.hpp"
#include "trace/trace_reader.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

class Communicator;

/// A run that was ended before its time, ready to go on.
struct Resumption {
  Loaded loaded;
  std::uint64_t seed = 0;
  std::size_t islands = 1;
  std::optional<FileLock> lock;  ///< the lock on the trace, taken before it was read; on the first rank alone
  std::optional<TraceReader> past;  ///< the trace; on the first rank alone
  std::optional<RunState> saved;    ///< what the checkpoint says; none without one: the run starts over
  /// The stop reason of a finished run, which has nothing to do; otherwise empty.
  std::string finished;
};

/// Reads a trace, builds its problem again, and looks at its checkpoint, if there is one. `grants` are new
/// values for keys of [stop] and [checkpoint]; a finished run goes on only where there are some. Throws
/// AgreedFailure: with UsageError for a trace that is being written, a rank count that does not serve or a
/// grant of any other key, with DataError for a trace or a checkpoint that is foreign or damaged, and for an
/// input file that has changed. Collective.
Resumption prepare_resumption(const std::filesystem::path& trace,
                              const std::vector<LoadRequest::Override>& grants,
                              const std::vector<ProblemType>& problems, Communicator& world);

/// Closes the trace of a finished run where a kill prevented that, and returns a sentence on its state.
/// Called on the first rank.
std::string leave_finished(Resumption& resumption, const std::filesystem::path& trace);

/// Returns a sentence that names an input file which has changed since, or an empty one. The paths of the
/// files do not matter, and `configuration` is ignored.
std::string changed_input(const std::map<std::string, std::string>& now, const TraceHeader& then,
                          const std::string& configuration);

}  // namespace skerry
