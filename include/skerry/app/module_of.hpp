#pragma once

#include "skerry/app/concrete_problem.hpp"
#include "skerry/app/module.hpp"
#include "skerry/problem.hpp"

#include <concepts>
#include <utility>
#include <vector>

namespace skerry {

/// A problem that brings commands: static std::vector<Command> commands().
template <typename P>
concept HasCommands = requires {
  { P::commands() } -> std::same_as<std::vector<Command>>;
};

/// Returns the module of a problem that states its own name and commands, and has a constructor P(settings,
/// files) or P().
template <Problem P>
Module module_of() {
  std::vector<Command> commands;
  if constexpr (HasCommands<P>) commands = P::commands();
  return {.problem = problem_type<P>(name_of<P>()), .commands = std::move(commands)};
}

}  // namespace skerry
