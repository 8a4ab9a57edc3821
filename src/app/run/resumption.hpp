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
  std::optional<FileLock> lock;     ///< on the trace since before it was read; on the first rank alone
  std::optional<TraceReader> past;  ///< likewise
  std::optional<Snapshot> start;    ///< none: no checkpoint, so it starts over
  /// Why there is nothing to do: the run's stop reason; empty where there is.
  std::string finished;
};

/// Reads a trace, builds its problem again, and reads its checkpoint, if there is one. `grants` are new
/// values for keys of [stop] and [checkpoint]; a finished run goes on only where there are some. Throws
/// AgreedFailure: UsageError for a trace that is being written, another rank count or a grant of anything
/// else, DataError for a trace or a checkpoint that is foreign or damaged, and where an input file has
/// changed. Collective.
Resumption prepare_resumption(const std::filesystem::path& trace,
                              const std::vector<LoadRequest::Override>& grants,
                              const std::vector<ProblemType>& problems, Communicator& world);

/// Closes the trace of a finished run where a kill prevented that; says what became of it. On the first rank.
std::string leave_finished(Resumption& resumption, const std::filesystem::path& trace);

/// Which of the files read now is not as it was then, as a sentence; empty where none is. Where they lie does
/// not matter; `configuration` is left aside.
std::string changed_input(const std::map<std::string, std::string>& now, const TraceHeader& then,
                          const std::string& configuration);

}  // namespace skerry
