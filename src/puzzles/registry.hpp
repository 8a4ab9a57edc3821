#pragma once

#include "skerry/app/module.hpp"

#include <vector>

namespace skerry {

/// Returns the modules of the puzzles that ship with the binary.
std::vector<Module> shipped_modules();

}  // namespace skerry
