#pragma once

namespace skerry {

/// Lets the program only note SIGUSR1, SIGTERM, SIGINT and SIGHUP from now on, however often they come; a run
/// ends in good order when it next asks. Call it before MPI starts, since an earlier signal kills the
/// program. `at_prompt` says that a person is at the keyboard: a message answers the first SIGINT, and the
/// second one kills the program.
void listen_for_interruption(bool at_prompt);

/// Restores the usual effect of the signals; one that came meanwhile takes effect now.
void ignore_interruption();

bool interrupted();

}  // namespace skerry
