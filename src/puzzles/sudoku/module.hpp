#pragma once

#include "skerry/app/module.hpp"

namespace skerry::sudoku {

Module module();
/// Returns the module of the search for puzzles.
Module puzzle_module();

}  // namespace skerry::sudoku
