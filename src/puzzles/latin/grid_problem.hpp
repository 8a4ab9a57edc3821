#pragma once

#include "skerry/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skerry::latin {

// These names are no members, so that the compiler looks for them beside the puzzle.

template <class Puzzle, class Grid>
std::vector<Verdict> verdicts_of(const Puzzle& puzzle, const Grid& grid) {
  return judge(puzzle, grid);
}
template <class Puzzle, class Grid>
std::string drawing_of(const Puzzle& puzzle, const Grid& grid) {
  return draw_text(puzzle, grid);
}

/// The common part of genetic algorithms whose genomes are whole grids: the distance of grids, and their
/// texts and pictures. parse_grid(puzzle, text, name), judge, draw_svg and draw_text(puzzle, grid) stand
/// beside the puzzle. A Kind provides: Puzzle; Genome; cells(genome), all of them; genome_of(puzzle, grid)
/// and grid_of(puzzle, genome), from and to [size * size].
template <class Kind>
class GridProblem {
 public:
  using Genome = typename Kind::Genome;
  using Puzzle = typename Kind::Puzzle;

  explicit GridProblem(Puzzle puzzle) : puzzle_(std::make_shared<const Puzzle>(std::move(puzzle))) {}

  const Puzzle& puzzle() const { return *puzzle_; }

  Direction direction() const { return Direction::maximise; }

  /// Returns the share of cells that differ.
  double distance(const Genome& a, const Genome& b) const {
    const auto& cells = Kind::cells(a);
    const auto& others = Kind::cells(b);
    std::uint32_t different = 0;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) different += cells[cell] != others[cell];
    return different / static_cast<double>(puzzle_->givens.size());
  }

  /// Appends the values of the cells.
  void loci(const Genome& genome, Loci& loci) const { loci.add_all(Kind::cells(genome)); }

  /// Returns the grid as text.
  std::string describe(const Genome& genome) const { return draw_text(&genome); }
  Genome parse(std::string_view text, const std::string& name) const {
    return Kind::genome_of(*puzzle_, parse_grid(*puzzle_, text, name));
  }
  std::vector<Verdict> judge(const Genome& genome) const {
    return verdicts_of(*puzzle_, Kind::grid_of(*puzzle_, genome));
  }
  /// Returns the puzzle, with the solution in it where there is one, as SVG and as text.
  std::string draw(const Genome* solution) const {
    return solution == nullptr ? draw_svg(*puzzle_) : draw_svg(*puzzle_, Kind::grid_of(*puzzle_, *solution));
  }
  std::string draw_text(const Genome* solution) const {
    return drawing_of(*puzzle_, solution == nullptr ? puzzle_->givens : Kind::grid_of(*puzzle_, *solution));
  }

 private:
  std::shared_ptr<const Puzzle> puzzle_;
};

}  // namespace skerry::latin
