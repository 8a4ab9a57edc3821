#pragma once

#include "skerry/app/any_problem.hpp"
#include "skerry/app/command.hpp"
#include "skerry/problem.hpp"

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skerry {

/// What a program learns of a problem: its type, as configurations name it, and the commands that belong to
/// it.
struct Module {
  ProblemType problem;
  std::vector<Command> commands;
};

/// static constexpr std::string_view name: what a problem is called in configurations and traces; "problem"
/// without one.
template <typename P>
concept HasName = requires {
  { P::name } -> std::convertible_to<std::string_view>;
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
  std::string name = "problem";
  std::vector<Command> commands;
  if constexpr (HasName<P>) name = std::string_view(P::name);
  if constexpr (HasCommands<P>) commands = P::commands();
  return {.problem = problem_type<P>(std::move(name)), .commands = std::move(commands)};
}

}  // namespace skerry
