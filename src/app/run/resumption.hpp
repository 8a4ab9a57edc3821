#pragma once

#include "skerry/app/program.hpp"
#include "skerry/archipelago.hpp"

#include "app/run/load.hpp"
#include "app/run/session.hpp"
#include "app/terminal/progress.hpp"
#include "trace/new_file.hpp"
#include "trace/trace_reader.hpp"
#include "trace/trace_recorder.hpp"
#include "trace/trace_writer.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace skerry {

class Communicator;

struct Resumption {
  Loaded loaded;
  std::uint64_t seed = 0;
  std::size_t islands = 1;
  std::optional<PastTrace> past;  ///< on the first rank alone
  std::optional<RunState> saved;  ///< none without a checkpoint: the run starts over
  /// The stop reason of a finished run, which has nothing to do; otherwise empty.
  std::string finished;
  bool other_build = false;  ///< whether another build of the program made what there is; on the first rank
};

/// `grants` are new values for keys of [stop] and [checkpoint]; a finished run goes on only with some. Throws
/// AgreedFailure: UsageError for a trace that is being written, another rank count or grant, DataError for a
/// foreign or damaged file and a changed input. Collective.
Resumption prepare_resumption(const std::filesystem::path& trace,
                              const std::vector<LoadRequest::Override>& grants,
                              const std::vector<ProblemType>& problems, Communicator& world);

/// Closes the trace if a kill prevented that. Returns a sentence on its state. Called on the first rank.
std::string leave_finished(Resumption& resumption, const std::filesystem::path& trace);

struct Difference {
  std::string key;
  std::optional<std::string> then = {};  ///< none: it was not set
  std::optional<std::string> now = {};
};
using Values = std::map<std::string, std::string>;
std::optional<Difference> difference(const Values& then, const Values& now);

/// Returns an empty text if no input file has changed. Paths do not matter, and `configuration` is ignored.
std::string changed_input(const std::map<std::string, std::string>& now, const TraceHeader& then,
                          const std::string& configuration);

/// Writes the whole epochs to a new file. If the run had not ended, it is closed as interrupted at `ended`.
void write_mended(const TraceReader& past, const std::filesystem::path& file, OldFile old,
                  const std::string& ended);

enum class RunStatus { missing, unfinished, finished, busy };

/// Returns results/type2-7.h5 for results/type2.h5.
std::filesystem::path trace_of_seed(const std::filesystem::path& output, std::uint64_t seed);

/// Also true if this can't be told, unless resume() can put the trace in order.
bool has_ended(const std::filesystem::path& trace);

struct FoundRun {
  RunStatus status = RunStatus::missing;
  bool other_build = false;  ///< whether another build of the program made the trace, or a part of it
};

/// `loaded` must hold its inputs. Throws UsageError ("other_run") for a trace of other settings, another
/// seed, other islands or changed inputs, and DataError for one that is foreign or damaged.
FoundRun find_run(const std::filesystem::path& trace, const Loaded& loaded, std::uint64_t seed,
                  std::size_t islands);

std::string other_build_text(const std::string& runs);
/// Returns numbers that ascend as "seeds 1 to 3, 5".
std::string seeds_text(std::span<const std::uint64_t> seeds);

/// The report has no assessment. Throws DataError.
SessionReport past_report(const std::filesystem::path& trace);

/// Returns progress_mode() on the first rank unless `quiet`, and none elsewhere.
ProgressMode mode_here(const Program& program, bool quiet);

/// Fills in the command and the two functions of `settings`. Collective.
SessionReport run_shown(const Loaded& loaded, SessionSettings settings, ProgressMode mode, Program& program);

/// A run that starts over has the starters. Collective.
SessionReport go_on(Resumption& resumption, Starters starters, const std::filesystem::path& trace,
                    ProgressMode mode, Program& program);

}  // namespace skerry
