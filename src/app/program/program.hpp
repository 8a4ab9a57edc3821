#pragma once

#include "skerry/app/command.hpp"
#include "skerry/error.hpp"

#include <string>
#include <vector>

namespace skerry {

/// The command that a command line asks for.
struct Choice {
  const Command* command = nullptr;  ///< none where the program ends now
  Command::Action action{};
  ExitStatus status = ExitStatus::done;  ///< the exit status where there is no command
};

/// What the help speaks of.
struct HelpSubject {
  std::string configuration = "a.toml";  ///< stands in the examples for {config}, and its trace for {trace}
  std::string problems{};                ///< names, told where they are those of a user's own program
};

/// Reads the command line, in which the first word or words choose one of the commands. Prints help, the
/// version and mistakes where `print` is true.
Choice choose(const std::vector<Command>& commands, int argc, char** argv, bool print,
              const HelpSubject& subject = {});

/// Lets the program only note SIGUSR1, SIGTERM, SIGINT and SIGHUP from now on, however often they come; a run
/// ends in good order when it next asks. Call it before MPI starts, since an earlier signal kills the
/// program. `at_prompt` says that a person is at the keyboard: a message answers the first SIGINT, and the
/// second one kills the program.
void listen_for_interruption(bool at_prompt);

/// Restores the usual effect of the signals; one that came meanwhile takes effect now.
void ignore_interruption();

bool interrupted();

}  // namespace skerry
