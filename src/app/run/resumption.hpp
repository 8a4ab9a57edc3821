#pragma once

#include "skerry/app/program.hpp"
#include "skerry/archipelago.hpp"

#include "app/run/load.hpp"
#include "app/run/session.hpp"
#include "app/terminal/progress.hpp"
#include "trace/new_file.hpp"
#include "trace/trace_reader.hpp"
#include "trace/trace_writer.hpp"

#include <cstddef>
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

/// Writes the whole epochs of a killed trace to a new file, which may replace it, and closes that as the run
/// would have closed it. Where the kill came before the run's end, it is closed as interrupted at `ended`
/// (ISO 8601, UTC).
void write_mended(const TraceReader& past, const std::filesystem::path& file, OldFile old,
                  const std::string& ended);

/// The status of a run; busy means that another process carries it out.
enum class RunStatus { missing, unfinished, finished, busy };

/// Tells whether another process is writing the trace or the table of that name, or is about to make it.
bool is_busy(const std::filesystem::path& file);

/// Tells whether a trace is of a run that has ended; also true where this can't be told.
bool has_ended(const std::filesystem::path& trace);

/// Returns the status of a run by the trace of that name; `loaded` must hold its inputs. Throws UsageError
/// where the trace belongs to another run: one of other settings, another seed, another number of islands, or
/// input files that have changed since. Throws DataError for a trace that is foreign or damaged.
RunStatus run_status_of(const std::filesystem::path& trace, const Loaded& loaded, std::uint64_t seed,
                        std::size_t islands);

/// Returns the report of a finished run from its trace, without an assessment. Throws DataError.
SessionReport past_report(const std::filesystem::path& trace);

/// Returns how progress is shown: as progress_mode() says on the first rank unless `quiet`, and not at all
/// elsewhere.
ProgressMode mode_here(const Program& program, bool quiet);

/// Runs a session that may be interrupted, and shows its progress. Fills in the command and the two functions
/// of `settings`. Collective.
SessionReport evolve(const Loaded& loaded, SessionSettings settings, ProgressMode mode, Program& program);

/// Does the same for a run that goes on, with the starters of a run that starts over. Collective.
SessionReport go_on(Resumption& resumption, Starters starters, const std::filesystem::path& trace,
                    ProgressMode mode, Program& program);

}  // namespace skerry
