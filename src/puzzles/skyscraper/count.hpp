#pragma once

#include "skerry/app/command.hpp"

namespace skerry::skyscraper {

/// The command `count skyscraper`: what published inference takes with each refinement, beside published
/// counts.
Command count_command();

}  // namespace skerry::skyscraper
