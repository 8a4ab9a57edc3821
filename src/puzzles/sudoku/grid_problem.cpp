#include "puzzles/sudoku/grid_problem.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "puzzles/latin/puzzle_key.hpp"

#include <string>
#include <string_view>

namespace skerry::sudoku {

Puzzle read_puzzle(const Settings& settings, Files& files) {
  Puzzle puzzle = puzzle_of_key(settings, files, [](std::string_view text, const std::string& name) {
    return parse_puzzles(text, name);
  });
  if (!puzzle.contradiction.empty()) throw DataError(puzzle.contradiction);
  return puzzle;
}

}  // namespace skerry::sudoku
