#pragma once

#include "skerry/app/module.hpp"
#include "skerry/detail/operators/operators.hpp"
#include "skerry/problem.hpp"

#include "puzzles/jump_maze/heat_bath.hpp"
#include "puzzles/jump_maze/maze.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skerry::jump_maze {

/// Computes the values of mazes of one size (see value_of), by a breadth-first search on sets of cells.
template <std::uint32_t words>
class Evaluation {
 public:
  explicit Evaluation(std::uint32_t size) : Evaluation(size, std::make_shared<const JumpEnds<words>>(size)) {}
  Evaluation(std::uint32_t size, std::shared_ptr<const JumpEnds<words>> ends)
      : goal_(goal_of(size)), ends_(std::move(ends)) {
    for (std::uint32_t cell = 1; cell <= goal_; ++cell) insert(but_start_, cell);
  }

  std::int32_t operator()(const Jumps<words>& jumps) const {
    CellSet<words> unseen = but_start_;
    CellSet<words> frontier{1};
    const auto ends = [&](std::uint32_t cell) -> const CellSet<words>& {
      return (*ends_)(cell, jumps[cell]);
    };
    for (std::int32_t distance = 1;; ++distance) {
      const bool any = expand(frontier, unseen, ends);
      if (!contains(unseen, goal_)) return distance;
      if (!any) return -count(unseen);
    }
  }

 private:
  static std::int32_t count(const CellSet<words>& cells) {
    std::int32_t sum = 0;
    for (const std::uint64_t word : cells) sum += std::popcount(word);
    return sum;
  }

  std::uint32_t goal_;
  CellSet<words> but_start_{};
  std::shared_ptr<const JumpEnds<words>> ends_;
};

}  // namespace skerry::jump_maze

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::jump_maze {

/// Reads the key `size` of the [problem] table: the cells of a side (default 7).
std::uint32_t read_size(const Settings& settings);

/// Returns the most jumps that a maze of that size can take, where it is proven by exhaustive search: for
/// sizes 4 to 7 by others, for 2 to 4 by a test of this project.
std::optional<double> most_jumps(std::uint32_t size);

/// How the jumps to the goal are counted: the least number of them, or as the report does, which counts one
/// more for some mazes (published.hpp).
enum class EvaluationKind { shortest, published };

/// The features of mazes, see Structure.
enum class MazeFeature : std::size_t { dead_ends, cells_reached, longest_line };
constexpr std::array<std::string_view, 3> maze_feature_names = {"dead_ends", "cells_reached", "longest_line"};

/// The settings of the operators and of the evaluation.
struct JumpMazeSettings {
  /// The share of the cells, row by row, that a child has from its first parent; none stands for a random
  /// share for each child.
  std::optional<double> crossover_share = {};
  EvaluationKind evaluation = EvaluationKind::shortest;
  double temperature = 1;  ///< the first temperature of the local search (HeatBath), in jumps
  std::vector<MazeFeature> features = {MazeFeature::dead_ends, MazeFeature::longest_line};  ///< axes of a map
};

/// The search for number-jump mazes that take many jumps. Fitness is the least number of jumps to the goal
/// or, where it cannot be reached, minus the number of cells that cannot; no maze is infeasible. `words` is
/// words_for(size).
template <std::uint32_t words>
class JumpMazeProblem {
 public:
  using Genome = Jumps<words>;

  explicit JumpMazeProblem(std::uint32_t size, const JumpMazeSettings& settings = {});
  /// Reads the keys of the [problem] table: size; crossover_point, a share from 0 to 1 or "random" (the
  /// default); evaluation, "shortest" (the default) or "published"; temperature; features, a list of
  /// maze_feature_names.
  JumpMazeProblem(const Settings& settings, Files& files);

  std::uint32_t size() const { return size_; }

  Direction direction() const { return Direction::maximise; }
  std::optional<double> optimum() const;
  /// Returns the report's ideal: as many jumps as cells, which no maze takes.
  double bound() const { return size_ * size_; }
  std::string fitness_unit() const { return "jumps"; }

  /// Draws each number uniformly among those of its cell.
  Genome sample(Random& random) const;
  Score evaluate(const Genome& genome) const;
  /// Makes a one-point crossover: the cells before the point from the first parent, the rest from the second.
  Genome crossover(const Genome& first, const Genome& second, Random& random) const;
  /// Draws each cell but the goal anew with probability `rate`.
  void mutate(Genome& genome, double rate, Random& random);
  /// Draws one cell anew, as the published hill climbing does; its number may stay the same.
  void neighbour(Genome& genome, Random& random) const {
    redraw(genome, random.below(goal_of(size_)), random);
  }
  /// Applies the heat bath, whose breadth-first searches the budget counts. Where jumps are counted as
  /// published, it is a plain hill climbing instead.
  void improve(Genome& genome, Score& score, std::uint64_t budget, Random& random);
  std::uint64_t take_evaluations() { return std::exchange(evaluations_, 0); }
  /// Returns the share of the cells that differ.
  double distance(const Genome& a, const Genome& b) const;
  /// Appends the numbers of the cells, but not the goal.
  void loci(const Genome& genome, Loci& loci) const;

  /// Returns the features that were chosen, with ranges from the size of the maze.
  std::vector<Feature> features() const;
  void features(const Genome& genome, std::span<double> values);
  /// Returns the jumps, of which many are wanted, and the dead ends, of which many are wanted, too.
  std::vector<Objective> objectives() const;
  void objectives(const Genome& genome, std::span<double> values);

  bool valid(const Genome& genome) const;
  /// Returns the maze, a line for each row.
  std::string describe(const Genome& genome) const;
  Genome parse(std::string_view text, const std::string& name) const;
  std::vector<Verdict> judge(const Genome& genome) const;
  /// Returns the number of jumps to each cell, with X where it cannot be reached.
  std::string explain(const Genome& genome) const;
  /// Returns the maze with a shortest path, as SVG and as text; throws UsageError without a solution.
  std::string draw(const Genome* solution) const;
  std::string draw_text(const Genome* solution) const;

 private:
  void redraw(Genome& genome, std::uint32_t cell, Random& random) const {
    genome[cell] = static_cast<std::uint8_t>(1 + random.below(ends_->longest(cell)));
  }

  std::uint32_t size_;
  EvaluationKind kind_;
  std::optional<std::uint32_t> crossover_point_;  // counted in cells
  std::shared_ptr<const JumpEnds<words>> ends_;
  Evaluation<words> evaluation_;
  HeatBath<words> heat_bath_;
  std::vector<MazeFeature> features_;
  StructureSearch<words> structure_;
  std::uint64_t evaluations_ = 0;
  Sites mutated_;
};

// This is the evaluation of the report, derived from its figures 2 to 9, whose every number it gives. The
// report means a breadth-first search, but some of its numbers are one more than the least number of jumps:
// it marks cells as seen when they are taken out of the queue, not when they are put in, so a cell that waits
// in the queue can be put in again, which overwrites its number. Directions are tried in the order right,
// left, down, up.

/// Returns the number that the report gives to each cell [size * size]: the least number of jumps or one
/// more, or unreachable.
std::vector<std::uint32_t> published_distances(const Maze& maze);

/// Returns the value of a maze by the report's evaluation; `jumps` [size * size or more] are its numbers.
/// Allocates nothing.
std::int32_t published_value(std::uint32_t size, std::span<const std::uint8_t> jumps);

}  // namespace skerry::jump_maze
