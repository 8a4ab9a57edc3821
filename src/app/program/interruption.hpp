#pragma once

namespace skerry {

/// From now on SIGUSR1, SIGTERM, SIGINT and SIGHUP are noted and nothing more, however often they come: a run
/// ends in good order when it next asks. To be called before MPI starts, since an early signal would kill.
/// `at_prompt`: a person is at the keyboard, who is told of the first SIGINT, and whose second one kills.
void listen_for_interruption(bool at_prompt);

/// Back to what signals usually do; one that came meanwhile does it now.
void ignore_interruption();

bool interrupted();

}  // namespace skerry
