#include "puzzles/registry.hpp"

#include "puzzles/arm/module.hpp"
#include "puzzles/dtlz/module.hpp"
#include "puzzles/external/module.hpp"
#include "puzzles/jump_maze/module.hpp"
#include "puzzles/nk/module.hpp"
#include "puzzles/onemax/module.hpp"
#include "puzzles/party/module.hpp"
#include "puzzles/qap/module.hpp"
#include "puzzles/real_function/module.hpp"
#include "puzzles/skyscraper/module.hpp"
#include "puzzles/sudoku/module.hpp"
#include "puzzles/trap/module.hpp"
#include "puzzles/zdt/module.hpp"

namespace skerry {

std::vector<Module> shipped_modules() {
  return {arm::module(),
          dtlz::module(),
          external::module(),
          jump_maze::module(),
          nk::module(),
          onemax::module(),
          party::module(),
          qap::module(),
          real_function::module(),
          skyscraper::module(),
          skyscraper::puzzle_module(),
          sudoku::module(),
          sudoku::puzzle_module(),
          trap::module(),
          zdt::module()};
}

}  // namespace skerry
