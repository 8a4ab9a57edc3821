#pragma once

#include "skerry/problem.hpp"

#include "puzzles/skyscraper/evaluation.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "puzzles/skyscraper/rows.hpp"

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

namespace skerry::skyscraper {

/// Keys of the [problem] table: instance, a file of puzzles; index, which of them, from 1 (default 1).
Puzzle read_puzzle(const Settings& settings, Files& files);

/// What the genetic algorithms for skyscrapers share: whole grids as genomes, and the published fitness, the
/// points that a grid loses, negated; 0 solves the puzzle. Grids are never infeasible.
class GridProblem {
 public:
  using Genome = Rows;

  explicit GridProblem(Puzzle puzzle);

  const Puzzle& puzzle() const { return *puzzle_; }
  std::uint32_t size() const { return puzzle_->size; }

  Direction direction() const { return Direction::maximise; }
  std::optional<double> optimum() const { return 0; }
  std::string fitness_unit() const { return "points"; }
  Score evaluate(const Genome& genome) const { return score_of(evaluation_(genome)); }
  /// Share of cells that differ.
  double distance(const Genome& a, const Genome& b) const;

  /// Every cell of the puzzle holds a value of it, the others 0.
  bool valid(const Genome& genome) const;
  /// The grid with the clues around it.
  std::string describe(const Genome& genome) const;
  Genome parse(std::string_view text, const std::string& name) const;
  std::vector<Verdict> judge(const Genome& genome) const;
  /// The puzzle, with the solution in it where there is one: as SVG, and with the clues around it as text.
  std::string draw(const Genome* solution) const;
  std::string draw_text(const Genome* solution) const;

 protected:
  /// Negated as a whole number, of which there is one 0.
  static Score score_of(std::uint32_t points) { return {0, static_cast<double>(-static_cast<int>(points))}; }

 private:
  std::shared_ptr<const Puzzle> puzzle_;
  Evaluation evaluation_;
};

}  // namespace skerry::skyscraper
