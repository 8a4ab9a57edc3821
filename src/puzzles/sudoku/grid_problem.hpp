#pragma once

#include "skerry/problem.hpp"

#include "puzzles/sudoku/cells.hpp"
#include "puzzles/sudoku/evaluation.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::sudoku {

/// Keys of the [problem] table: instance, a file of puzzles; index, which of them, from 1 (default 1).
Puzzle read_puzzle(const Settings& settings, Files& files);

/// What the genetic algorithms for sudoku share: whole grids whose boxes are permutations that keep the
/// givens, and the published fitness, how many different values the rows and the columns hold.
template <std::uint32_t order>
class GridProblem {
 public:
  using Genome = Cells<order>;

  explicit GridProblem(Puzzle puzzle);

  const Puzzle& puzzle() const { return *puzzle_; }

  Direction direction() const { return Direction::maximise; }
  std::optional<double> optimum() const { return best_fitness(order); }
  std::string fitness_unit() const { return "different values"; }
  Score evaluate(const Genome& genome) const { return score_of(fitness_of(genome)); }
  /// Share of cells that differ.
  double distance(const Genome& a, const Genome& b) const;

  /// The grid, a row a line.
  std::string describe(const Genome& genome) const;
  Genome parse(std::string_view text, const std::string& name) const;
  std::vector<Verdict> judge(const Genome& genome) const;
  /// The puzzle, with the solution in it where there is one: as SVG and as text.
  std::string draw(const Genome* solution) const;
  std::string draw_text(const Genome* solution) const;

 protected:
  static Score score_of(std::uint32_t fitness) { return {0, static_cast<double>(fitness)}; }

 private:
  std::shared_ptr<const Puzzle> puzzle_;
};

}  // namespace skerry::sudoku
