#pragma once

#include "skerry/app/concrete_problem.hpp"
#include "skerry/app/module.hpp"
#include "skerry/problem.hpp"
#include "skerry/problem_members.hpp"

#include <concepts>
#include <vector>

namespace skerry {

/// A problem that brings commands: static std::vector<Command> commands().
template <typename P>
concept HasCommands = requires {
  { P::commands() } -> std::same_as<std::vector<Command>>;
};

/// Returns the module of a problem that states its own name and commands, and has a constructor P(settings,
/// files) or P(). A P that is no Problem does not compile, and the message says what it lacks.
template <typename P>
Module module_of() {
  static_assert(
      HasCommands<P> ||
          !(
              requires { &P::commands; } || requires(P & problem) { problem.commands(); }) ||
          requires { requires detail::Data<decltype(&P::commands)>; },
      "commands() of a problem is: static std::vector<skerry::Command> commands()");
  if constexpr (!RightMembers<P>::value) {
    return {};
  } else if constexpr (HasCommands<P>) {
    return {.problem = problem_type<P>(name_of<P>()), .commands = P::commands()};
  } else {
    return {.problem = problem_type<P>(name_of<P>()), .commands = {}};
  }
}

}  // namespace skerry
