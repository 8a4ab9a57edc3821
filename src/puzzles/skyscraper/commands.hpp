#pragma once

#include "skerry/app/command.hpp"

namespace skerry::skyscraper {

Command generate_command();
Command solve_command();

}  // namespace skerry::skyscraper
