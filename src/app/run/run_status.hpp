#pragma once

#include "app/run/load.hpp"
#include "app/run/session.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace skerry {

/// How far a run has come. busy: another process is at it.
enum class RunStatus { missing, unfinished, finished, busy };

/// Whether another process is writing the trace of that name.
bool is_busy(const std::filesystem::path& trace);

/// What the trace of that name says of the run that is to be in it; `loaded` needs its inputs. Throws
/// UsageError where it is another run: of other settings, another seed, another number of islands, or of
/// input files that have changed since; DataError for a trace that is foreign or damaged.
RunStatus run_status_of(const std::filesystem::path& trace, const Loaded& loaded, std::uint64_t seed,
                        std::size_t islands);

/// What a finished run reported, out of its trace; without an assessment. Throws DataError.
SessionReport past_report(const std::filesystem::path& trace);

}  // namespace skerry
