#pragma once

#include "skerry/problem.hpp"

#include "puzzles/latin/grid_problem.hpp"
#include "puzzles/sudoku/cells.hpp"
#include "puzzles/sudoku/draw_svg.hpp"
#include "puzzles/sudoku/evaluation.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/judge.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::sudoku {

/// Keys of the [problem] table: instance, a file of puzzles; index, which of them, from 1 (default 1).
Puzzle read_puzzle(const Settings& settings, Files& files);

template <std::uint32_t order>
struct GridKind {
  using Puzzle = sudoku::Puzzle;
  using Genome = Cells<order>;
  static const auto& cells(const Genome& genome) { return genome.values; }
  static Genome genome_of(const Puzzle& /*puzzle*/, const Grid& grid) { return cells_of<order>(grid); }
  static Grid grid_of(const Puzzle& /*puzzle*/, const Genome& genome) {
    return {genome.values.begin(), genome.values.end()};
  }
};

/// The common part of the genetic algorithms for sudoku: genomes are whole grids whose boxes are permutations
/// that keep the givens, and the fitness is the published one, the number of different values in the rows and
/// the columns.
template <std::uint32_t order>
class GridProblem : public latin::GridProblem<GridKind<order>> {
 public:
  using Genome = Cells<order>;

  using latin::GridProblem<GridKind<order>>::GridProblem;

  std::optional<double> optimum() const { return best_fitness(order); }
  std::string fitness_unit() const { return "different values"; }
  Score evaluate(const Genome& genome) const { return score_of(fitness_of(genome)); }

 protected:
  static Score score_of(std::uint32_t fitness) { return {0, static_cast<double>(fitness)}; }
};

}  // namespace skerry::sudoku
