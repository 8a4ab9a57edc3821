#pragma once

#include "skerry/app/command.hpp"

namespace skerry {

Command run_command();
Command experiment_command();
Command tune_command();
Command new_command();
Command plan_command();
Command keys_command();

}  // namespace skerry
