#include "puzzles/sudoku/grid_problem.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/latin/puzzle_key.hpp"

namespace skerry::sudoku {

Puzzle read_puzzle(const Settings& settings, Files& files) {
  return puzzle_of_key(settings, files, parse_puzzles);
}

}  // namespace skerry::sudoku
