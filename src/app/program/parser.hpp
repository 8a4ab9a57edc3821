#pragma once

#include "skerry/app/command.hpp"
#include "skerry/error.hpp"

#include <vector>

namespace skerry {

/// What a command line asks for.
struct Choice {
  const Command* command = nullptr;  ///< none where there is nothing more to do
  Command::Action action{};
  ExitStatus status = ExitStatus::done;  ///< where there is no command
};

/// Reads the command line, in which the first word or words choose one of the commands. Help, the version and
/// mistakes are said here, where `print`.
Choice choose(const std::vector<Command>& commands, int argc, char** argv, bool print);

}  // namespace skerry
