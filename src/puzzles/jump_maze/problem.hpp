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

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

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

/// Reads the key `size` of the [problem] table: the cells of a side (default 7).
std::uint32_t read_size(const Settings& settings);

/// Proven by exhaustive search: for sizes 4 to 7 by others, for 2 to 4 by a test of this project.
std::optional<double> most_jumps(std::uint32_t size);

/// How the jumps to the goal are counted: the least number of them, or as the report does, which counts one
/// more for some mazes (published_distances).
enum class EvaluationKind { shortest, published };

/// The number that a mutated cell gets: any that its jumps allow, or one of those but the present number.
enum class MutationKind { any_number, other_number };

/// See Structure.
enum class MazeFeature : std::size_t { dead_ends, cells_reached, longest_line };
constexpr std::array<std::string_view, 3> maze_feature_names = {"dead_ends", "cells_reached", "longest_line"};

struct JumpMazeSettings {
  /// The share of the cells, row by row, from the first parent; none stands for a random share for each
  /// child.
  std::optional<double> crossover_share = {};
  EvaluationKind evaluation = EvaluationKind::shortest;
  MutationKind mutation = MutationKind::any_number;
  double temperature = 1;  ///< the first temperature of the local search (HeatBath), in jumps
  std::vector<MazeFeature> features = {MazeFeature::dead_ends, MazeFeature::longest_line};
};

/// Searches for mazes that take many jumps; fitness is as in value_of(), and no maze is infeasible. `words`
/// is words_for(size).
template <std::uint32_t words>
class JumpMazeProblem {
 public:
  using Genome = Jumps<words>;
  static constexpr bool seeks_fitness_first = true;

  explicit JumpMazeProblem(std::uint32_t size, const JumpMazeSettings& settings = {});
  /// Reads the keys of the [problem] table: size; crossover_point, a share from 0 to 1 or "random" (the
  /// default); evaluation, "shortest" (the default) or "published"; mutation, "any_number" (the default) or
  /// "other_number"; temperature; features, a list of maze_feature_names.
  JumpMazeProblem(const Settings& settings, Files& files);

  std::uint32_t size() const { return size_; }

  Direction direction() const { return Direction::maximise; }
  std::optional<double> optimum() const;
  /// Returns the report's ideal: as many jumps as cells, which no maze takes.
  double bound() const { return size_ * size_; }
  std::string fitness_unit() const { return "jumps"; }

  Genome sample(Random& random) const;
  Score evaluate(const Genome& genome) const;
  /// Makes a one-point crossover: the cells before the point from the first parent, the rest from the second.
  Genome crossover(const Genome& first, const Genome& second, Random& random) const;
  /// Mutates each cell but the goal with probability `rate`.
  void mutate(Genome& genome, double rate, Random& random);
  /// Four cells of a maze.
  double gene_rate() const { return 4.0 / (size_ * size_); }
  void neighbour(Genome& genome, Random& random) const {
    mutate_cell(genome, random.below(goal_of(size_)), random);
  }
  /// `budget` counts breadth-first searches. If jumps are counted as published, it is a plain hill climbing.
  void improve(Genome& genome, Score& score, std::uint64_t budget, Random& random);
  std::uint64_t take_evaluations() { return std::exchange(evaluations_, 0); }
  GenomeForm genome_form() const {
    return {.width = std::size_t{size_} * size_,
            .meaning = "numbers of the cells, row by row; 0 is the goal"};
  }
  void append_genome(const Genome& genome, std::vector<std::byte>& row) const {
    for (std::uint32_t cell = 0; cell < size_ * size_; ++cell) row.push_back(std::byte{genome[cell]});
  }
  /// Returns the share of the cells that differ.
  double distance(const Genome& a, const Genome& b) const;
  void loci(const Genome& genome, Loci& loci) const;

  std::vector<Feature> features() const;
  void features(const Genome& genome, std::span<double> values);
  /// Many jumps and many dead ends are wanted.
  std::vector<Objective> objectives() const;
  void objectives(const Genome& genome, std::span<double> values);

  bool valid(const Genome& genome) const;
  std::string describe(const Genome& genome) const;
  Genome parse(std::string_view text, const std::string& name) const;
  std::vector<Verdict> judge(const Genome& genome) const;
  std::string explain(const Genome& genome) const;
  /// Throws UsageError without a solution.
  std::string draw(const Genome* solution) const;
  std::string draw_text(const Genome* solution) const;

 private:
  void redraw(Genome& genome, std::uint32_t cell, Random& random) const {
    genome[cell] = static_cast<std::uint8_t>(1 + random.below(ends_->longest(cell)));
  }
  /// A cell of a single number, as in the middle of 3x3, keeps it.
  void mutate_cell(Genome& genome, std::uint32_t cell, Random& random) const {
    const std::uint32_t numbers = ends_->longest(cell);
    if (mutation_ == MutationKind::any_number || numbers == 1) return redraw(genome, cell, random);
    const std::uint32_t place = 1 + random.below(numbers - 1);  // among the others
    genome[cell] = static_cast<std::uint8_t>(place + (place >= genome[cell] ? 1 : 0));
  }

  std::uint32_t size_;
  EvaluationKind kind_;
  MutationKind mutation_;
  std::optional<std::uint32_t> crossover_point_;  // counted in cells
  std::shared_ptr<const JumpEnds<words>> ends_;
  Evaluation<words> evaluation_;
  HeatBath<words> heat_bath_;
  std::vector<MazeFeature> features_;
  StructureSearch<words> structure_;
  std::uint64_t evaluations_ = 0;
  Sites mutated_;
};

// This is the evaluation of the report, derived from its figures 2 to 9, whose every number it gives. It
// marks cells as seen when they are taken out of the queue, so that some numbers are one more than the least.
// Directions are right, left, down, up.

/// [size * size]: the least number of jumps or one more, or unreachable.
std::vector<std::uint32_t> published_distances(const Maze& maze);

/// `jumps` are [size * size or more]. Allocates nothing.
std::int32_t published_value(std::uint32_t size, std::span<const std::uint8_t> jumps);

}  // namespace skerry::jump_maze
