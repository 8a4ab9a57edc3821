#pragma once

#include "skerry/app/command.hpp"
#include "skerry/error.hpp"

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

struct Failure;

struct Choice {
  const Command* command = nullptr;  ///< none if the program ends now
  Command::Action action{};
  ExitStatus status = ExitStatus::done;  ///< if there is no command
};

struct HelpSubject {
  std::string configuration = "a.toml";  ///< stands in the examples for {config}, and its trace for {trace}
  std::string problems{};                ///< names, told if they are those of a user's own program
  std::vector<std::string> (*keys)() = nullptr;  ///< returns those of a configuration: "stop.seconds"
};

Choice choose(const std::vector<Command>& commands, int argc, char** argv, bool print,
              const HelpSubject& subject = {});

/// Returns what an error is about, for programs: {"error": {"status": 2, "message": ..., "kind": ...}}.
nlohmann::ordered_json error_json(const Failure& failure);

/// Throws Error if there is too little for recursions, and no more can be had.
void raise_stack_limit();

/// SIGUSR1, SIGTERM, SIGINT and SIGHUP are only noted from now on; call it before MPI starts. With
/// `at_prompt`, a message answers the first SIGINT, and the second one kills the program.
void listen_for_interruption(bool at_prompt);

/// A signal that came meanwhile takes effect now.
void ignore_interruption();

bool interrupted();

}  // namespace skerry
