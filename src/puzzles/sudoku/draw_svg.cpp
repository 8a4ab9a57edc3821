#include "puzzles/sudoku/draw_svg.hpp"

#include "puzzles/grid/grid.hpp"
#include "puzzles/sudoku/formats.hpp"

#include <vector>

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

using GridCells = std::span<const std::uint8_t>;

constexpr std::uint32_t unit = GridPicture::unit;
constexpr std::uint32_t margin = unit / 4;

std::vector<bool> marked_in(const Puzzle& puzzle, GridCells values) {
  return marked_cells(
      puzzle.size(), puzzle.givens, values, 3 * puzzle.size(),
      [&](std::uint32_t number, std::uint32_t at) { return cell_of(puzzle.order, number, at); });
}

std::string boxes(const Puzzle& puzzle) {
  std::string path;
  for (std::uint32_t at = puzzle.order; at < puzzle.size(); at += puzzle.order) {
    path += fmt::format("M{0} {1}h{2}M{1} {0}v{2}", margin, margin + unit * at, unit * puzzle.size());
  }
  return fmt::format("<path d='{}' fill='none' stroke='{}' stroke-width='2.5'/>\n", path, GridPicture::ink);
}

class Picture {
 public:
  Picture(const Puzzle& puzzle, GridCells grid)
      : puzzle_(puzzle),
        filled_(!grid.empty()),
        values_(filled_ ? grid : GridCells(puzzle.givens)),
        marked_(marked_in(puzzle, values_)),
        grid_(puzzle.size(), margin, puzzle.givens, values_, marked_,
              [&puzzle](std::uint32_t value) { return puzzle.symbols.text(value); }) {}

  std::string svg() const {
    return head() + given_cells() + grid_.lines() + boxes(puzzle_) + grid_.marks() + grid_.numbers() +
           grid_.givens_not_kept() + "</svg>\n";
  }

 private:
  std::string head() const {
    const char* state = "";
    std::string description = one_line(puzzle_, puzzle_.givens);
    if (filled_) {
      const std::string broken = broken_rules(judge(puzzle_, values_));
      state = broken.empty() ? ", solved" : ", not solved";
      description += fmt::format("\n{}", one_line(puzzle_, values_));
      if (!broken.empty()) description += "\nBroken: " + broken;
    }
    return grid_.head(fmt::format("Sudoku, {0} by {0}{1}", puzzle_.size(), state), description);
  }

  std::string given_cells() const {
    std::string path;
    for (std::uint32_t cell = 0; cell < values_.size(); ++cell) {
      if (puzzle_.givens[cell] != 0 && !marked_[cell]) path += grid_.square(cell, 0);
    }
    return path.empty() ? path : fmt::format("<path d='{}' fill='#e6ecf2'/>\n", path);
  }

  const Puzzle& puzzle_;
  bool filled_;
  GridCells values_;
  std::vector<bool> marked_;
  GridPicture grid_;
};

}  // namespace

std::string draw_svg(const Puzzle& puzzle, GridCells grid) {
  return Picture(puzzle, grid).svg();
}

latin::StepFrame step_frame(const Puzzle& puzzle, const latin::Step& /*step*/) {
  return {.margin = margin, .lines = boxes(puzzle)};
}

}  // namespace skerry::sudoku
