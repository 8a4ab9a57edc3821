#pragma once

#include "app/commands/program.hpp"

namespace skerry {

/// The command `generate sudoku`.
void add_generate_sudoku(CLI::App& generate, Program& program);

}  // namespace skerry
