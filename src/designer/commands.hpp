#pragma once

#include "skerry/app/command.hpp"

#include <vector>

namespace skerry {

/// Returns the commands that answer a maker's questions of a party puzzle: front, generate party, map and
/// validate.
std::vector<Command> designer_commands();

}  // namespace skerry
