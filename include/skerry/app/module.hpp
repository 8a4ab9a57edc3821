#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/app/command.hpp"
#include "skerry/problem.hpp"

#include <concepts>
#include <utility>
#include <vector>

namespace skerry {

/// What a program learns of a problem: its type, as configurations name it, and the commands that belong to
/// it.
struct Module {
  ProblemType problem;
  std::vector<Command> commands;
};

/// static std::vector<Command> commands(): the commands that a problem brings.
template <typename P>
concept HasCommands = requires {
  { P::commands() } -> std::same_as<std::vector<Command>>;
};

/// The module of a problem that says all of it by itself: its name, its commands, and P(settings, files) or
/// P() to build it.
template <Problem P>
Module module_of() {
  std::vector<Command> commands;
  if constexpr (HasCommands<P>) commands = P::commands();
  return {.problem = problem_type<P>(name_of<P>()), .commands = std::move(commands)};
}

}  // namespace skerry
