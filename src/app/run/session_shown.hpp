#pragma once

#include "skerry/app/program.hpp"

#include "app/run/load.hpp"
#include "app/run/resumption.hpp"
#include "app/run/session.hpp"
#include "app/terminal/progress.hpp"

#include <filesystem>

namespace skerry {

/// What is to be said of progress: what progress_mode() finds, on the first rank and unless `quiet`.
ProgressMode mode_here(const Program& program, bool quiet);

/// Runs a session that may be interrupted, and shows its progress. Of `settings` the command, what watches
/// and what interrupts are filled in. Collective.
SessionReport evolve(const Loaded& loaded, SessionSettings settings, ProgressMode mode, Program& program);

/// The same for a run that goes on. Collective.
SessionReport go_on(Resumption& resumption, const std::filesystem::path& trace, ProgressMode mode,
                    Program& program);

}  // namespace skerry
