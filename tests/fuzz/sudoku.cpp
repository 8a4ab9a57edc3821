// The input is a file of sudoku puzzles, a line "----", then the text of a grid that is read for each of
// them.
#include "fuzz.hpp"
#include "puzzles/sudoku/draw_svg.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/puzzle.hpp"
#include "puzzles/sudoku/solve.hpp"
#include "unit/puzzles/sudoku/reference.hpp"

namespace skerry::fuzz::of_sudoku {
namespace {

using namespace sudoku;

void expect_read_back(const Puzzle& puzzle, const std::string& text) {
  try {
    const auto again = parse_puzzles(text, "written.txt");
    require(again.size() == 1, "one puzzle is read back as several");
    require(again.front().order == puzzle.order, "another size is read back");
    // A puzzle that lacks a symbol may be read with others, but its cells are the same.
    const auto cells = [](const Puzzle& written) {
      std::string line = one_line(written, written.givens);
      std::erase(line, ' ');
      return line;
    };
    require(cells(again.front()) == cells(puzzle), "other givens are read back");
  } catch (const Error& error) {
    report(std::string("can't read back what was written: ") + error.what() + "\n" + text);
  }
}

void expect_sound(const Puzzle& puzzle, std::string_view text) {
  accepted([&] {
    const Grid grid = parse_grid(puzzle, text, "grid.txt");
    require(parse_grid(puzzle, draw_text(puzzle, grid), "drawn.txt") == grid, "another grid is read back");
    require(parse_grid(puzzle, one_line(puzzle, grid), "line.txt") == grid, "another line is read back");
    const bool met = std::ranges::all_of(judge(puzzle, grid), &Verdict::met);
    require(met == solves(puzzle, grid), "verdicts and the check of a solution differ");
    if (met) require(fitness(puzzle.order, grid) == 2 * puzzle.cell_count(), "a solution is not the fittest");
    require(draw_svg(puzzle, grid).ends_with("</svg>\n"), "a picture without an end");
  });
}

/// Checks that the solutions found solve the puzzle, and that a search with less inference finds them if it
/// is fast.
void expect_solvable(const Puzzle& puzzle) {
  constexpr std::uint64_t limit = 3;
  constexpr std::uint64_t most_guesses = 300;
  const SolveResult result = solve(puzzle, limit, {}, most_guesses);
  require(result.solutions <= limit, "more solutions than asked for");
  require(result.guesses <= most_guesses, "more guesses than allowed");
  require(result.grid.has_value() == (result.solutions > 0), "no grid for a solution");
  if (result.grid) require(solves(puzzle, *result.grid), "a solution that breaks a rule");
  if (result.clash) require(!text_of(*result.clash, puzzle).empty(), "a clash without words");
  const SolveResult plain =
      solve(puzzle, limit, {.elimination = false, .locked_candidates = false}, most_guesses);
  if (result.gave_up || plain.gave_up) return;
  require(plain.solutions == result.solutions, "inference loses or invents solutions");
}

void run(std::string_view input) {
  const std::string_view puzzles = take_part(input);
  accepted([&] {
    for (const Puzzle& puzzle : parse_puzzles(puzzles, "puzzles.txt")) {
      if (!puzzle.contradiction.empty()) continue;
      expect_read_back(puzzle, one_line(puzzle, puzzle.givens));
      expect_read_back(puzzle, draw_text(puzzle, puzzle.givens));
      require(draw_svg(puzzle).ends_with("</svg>\n"), "a picture without an end");
      expect_solvable(puzzle);
      expect_sound(puzzle, input);
    }
  });
}

}  // namespace

const Target target("sudoku", run);

}  // namespace skerry::fuzz::of_sudoku
