#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/app/command.hpp"

#include <vector>

namespace skerry {

/// The part of a program that belongs to one problem: its type, as configurations name it, and its commands.
struct Module {
  ProblemType problem;
  std::vector<Command> commands;
};

}  // namespace skerry
