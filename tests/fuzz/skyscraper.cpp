// The input is a file of skyscraper puzzles, a line "----", then the text of a grid that is read for each of
// them.
#include "fuzz.hpp"
#include "puzzles/skyscraper/draw_svg.hpp"
#include "puzzles/skyscraper/evaluation.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "puzzles/skyscraper/solve.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"

namespace skerry::fuzz::of_skyscraper {
namespace {

using namespace skyscraper;

void expect_read_back(const Puzzle& puzzle, const std::string& text) {
  try {
    const auto again = parse_puzzles(text, "written.txt");
    require(again.size() == 1, "one puzzle is read back as several");
    require(again.front().clues == puzzle.clues, "other clues are read back");
    require(again.front().givens == puzzle.givens, "other givens are read back");
  } catch (const Error& error) {
    report(std::string("can't read back what was written: ") + error.what() + "\n" + text);
  }
}

/// Checks that the solutions found solve the puzzle, and that a search with less inference finds them if it
/// is fast.
void expect_solvable(const Puzzle& puzzle) {
  constexpr std::uint64_t limit = 3;
  const SolveResult result = solve(puzzle, limit);
  require(result.solutions <= limit, "more solutions than asked for");
  require(result.grid.has_value() == (result.solutions > 0), "no grid for a solution");
  if (result.grid) require(solves(puzzle, *result.grid), "a solution that breaks a rule");
  if (result.clash) require(!text_of(*result.clash, puzzle).empty(), "a clash without words");
  if (puzzle.size > 4) return;
  const SolveResult plain = solve(puzzle, limit, {.edge_clues = false, .filtration = false});
  require(plain.solutions == result.solutions, "inference loses or invents solutions");
}

void expect_sound(const Puzzle& puzzle, std::string_view text) {
  accepted([&] {
    const Grid grid = parse_grid(puzzle, text, "grid.txt");
    require(parse_grid(puzzle, draw_text(puzzle, grid), "drawn.txt") == grid, "another grid is read back");
    require(Evaluation(puzzle)(rows_of(grid, puzzle.size)) == penalty(puzzle, grid),
            "the fast count of points differs");
    const bool met = std::ranges::all_of(judge(puzzle, grid), &Verdict::met);
    require(met == (penalty(puzzle, grid) == 0), "verdicts and penalty differ");
    require(draw_svg(puzzle, grid).ends_with("</svg>\n"), "a picture without an end");
  });
}

void run(std::string_view input) {
  const std::string_view puzzles = take_part(input);
  accepted([&] {
    for (const Puzzle& puzzle : parse_puzzles(puzzles, "puzzles.txt")) {
      expect_read_back(puzzle, game_id(puzzle));
      expect_read_back(puzzle, draw_text(puzzle, puzzle.givens));
      require(draw_svg(puzzle).ends_with("</svg>\n"), "a picture without an end");
      expect_sound(puzzle, input);
      if (puzzle.size <= 6) expect_solvable(puzzle);
    }
  });
}

}  // namespace

const Target target("skyscraper", run);

}  // namespace skerry::fuzz::of_skyscraper
