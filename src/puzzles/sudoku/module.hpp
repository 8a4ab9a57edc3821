#pragma once

#include "skerry/app/module.hpp"

namespace skerry::sudoku {

Module module();

}  // namespace skerry::sudoku
