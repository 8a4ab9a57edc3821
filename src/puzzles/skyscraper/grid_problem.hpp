#pragma once

#include "skerry/problem.hpp"

#include "puzzles/latin/grid_problem.hpp"
#include "puzzles/skyscraper/draw_svg.hpp"
#include "puzzles/skyscraper/evaluation.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/judge.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "puzzles/skyscraper/rows.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::skyscraper {

/// Keys of the [problem] table: instance, a file of puzzles; index, which of them, from 1 (default 1).
Puzzle read_puzzle(const Settings& settings, Files& files);

struct GridKind {
  using Puzzle = skyscraper::Puzzle;
  using Genome = Rows;
  static const auto& cells(const Rows& rows) { return rows.cells; }
  static Rows genome_of(const Puzzle& puzzle, const Grid& grid) { return rows_of(grid, puzzle.size); }
  static Grid grid_of(const Puzzle& puzzle, const Rows& rows) {
    return skyscraper::grid_of(rows, puzzle.size);
  }
};

/// The common part of the genetic algorithms for skyscrapers: genomes are whole grids, and the fitness is the
/// published one, minus the points that a grid loses; 0 solves the puzzle. Grids are never infeasible.
class GridProblem : public latin::GridProblem<GridKind> {
 public:
  explicit GridProblem(Puzzle puzzle) : latin::GridProblem<GridKind>(std::move(puzzle)) {}

  std::uint32_t size() const { return puzzle().size; }

  std::optional<double> optimum() const { return 0; }
  std::string fitness_unit() const { return "points"; }
  Score evaluate(const Genome& genome) const { return Evaluation::score_of(evaluation_(genome)); }

  /// Tells whether every cell of the puzzle holds one of its values, and every other cell 0.
  bool valid(const Genome& genome) const;

 protected:
  const Evaluation& evaluation() const { return evaluation_; }

 private:
  Evaluation evaluation_{puzzle()};
};

}  // namespace skerry::skyscraper
