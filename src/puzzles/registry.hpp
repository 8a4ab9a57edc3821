#pragma once

#include "skerry/app/module.hpp"

#include <vector>

namespace skerry {

namespace external {
Module module();
}
namespace jump_maze {
Module module();
}
namespace party {
Module module();
}
namespace qap {
Module module();
}
namespace skyscraper {
std::vector<Command> commands();
Module module();
/// Returns the module of the search for puzzles.
Module puzzle_module();
}  // namespace skyscraper
namespace sudoku {
std::vector<Command> commands();
Module module();
/// Returns the module of the search for puzzles.
Module puzzle_module();
}  // namespace sudoku

/// Returns the modules of all puzzles that ship with the binary. `of_party` are further commands of the party
/// puzzle, from libraries above this one.
std::vector<Module> shipped_modules(std::vector<Command> of_party = {});

}  // namespace skerry
