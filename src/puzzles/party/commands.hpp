#pragma once

#include "skerry/app/command.hpp"

namespace skerry::party {

Command construct_command();
Command generate_command();
Command map_command();
Command validate_command();

}  // namespace skerry::party
