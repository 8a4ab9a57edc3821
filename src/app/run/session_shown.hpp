#pragma once

#include "skerry/app/program.hpp"

#include "app/run/load.hpp"
#include "app/run/resumption.hpp"
#include "app/run/session.hpp"
#include "app/terminal/progress.hpp"

#include <filesystem>

namespace skerry {

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
