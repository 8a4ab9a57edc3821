#pragma once

#include "skerry/app/command.hpp"

namespace skerry {

Command run_command();
Command resume_command();
Command experiment_command();
Command tune_command();
Command plan_command();
Command inspect_command();
Command repair_command();
Command check_command();
Command draw_command();
Command keys_command();

}  // namespace skerry
