#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/app/command.hpp"

#include <string>
#include <vector>

namespace skerry {

/// The part of a program that belongs to one problem: its type, as configurations name it, and its
/// commands.
struct Module {
  ProblemType problem;
  std::vector<Command> commands;
  /// A configuration of the problem for the examples of the help. Without one they name a file after the
  /// problem.
  std::string example{};
};

}  // namespace skerry
