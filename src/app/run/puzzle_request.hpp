#pragma once

#include "skerry/app/configuration_arguments.hpp"
#include "skerry/app/program.hpp"

#include "app/run/load.hpp"

namespace skerry {

/// Returns the request for a configuration, or for a puzzle file in its place (ProblemType::is_puzzle): then
/// `files` gets a configuration that names the puzzle and leaves all else at its default.
LoadRequest puzzle_request(const ConfigurationArguments& arguments, const Program& program, Files& files);

}  // namespace skerry
