#pragma once

#include "app/run/load.hpp"
#include "app/run/session.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace skerry {

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

}  // namespace skerry
