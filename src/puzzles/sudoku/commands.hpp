#pragma once

#include "skerry/app/command.hpp"

namespace skerry::sudoku {

Command generate_command();
Command solve_command();

}  // namespace skerry::sudoku
