#pragma once

#include "skerry/detail/operators/operators.hpp"
#include "skerry/problem.hpp"

#include "puzzles/latin/puzzle_problem.hpp"
#include "puzzles/skyscraper/draw_svg.hpp"
#include "puzzles/skyscraper/evaluation.hpp"
#include "puzzles/skyscraper/explain.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "puzzles/skyscraper/solve.hpp"

#include <array>
#include <cstdint>
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

/// The fitness is minus the points that a grid loses, as published; 0 solves the puzzle. Grids are never
/// infeasible.
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

/// The genetic algorithm of Yaghoubi, "AI-Based Puzzle Game Solver" (algorithms 1 to 6), with the parameters
/// of configs/skyscraper/classic.toml. The paper's puzzles have no givens; here a given cell keeps its value.
class ClassicProblem : public GridProblem {
 public:
  explicit ClassicProblem(Puzzle puzzle);
  /// Keys of the [problem] table: instance, index.
  ClassicProblem(const Settings& settings, Files& files) : ClassicProblem(read_puzzle(settings, files)) {}

  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) const {
    evaluation().score_all(genomes, scores);
  }

  Genome sample(Random& random) const;
  Genome crossover(const Genome& a, const Genome& b, Random& random) const;
  /// The cut is in 0 .. size - 1; at 0 the children equal the parents.
  void crossover_pair(const Genome& a, const Genome& b, Genome& first, Genome& second, Random& random) const;
  /// Gives each cell without a given a random value with probability `rate`; it may be the old one.
  void mutate(Genome& genome, double rate, Random& random);
  /// As published.
  double gene_rate() const { return 0.09; }
  void neighbour(Genome& genome, Random& random) const;

 private:
  void draw_value(Genome& genome, std::uint32_t open, Random& random) const {
    genome.cells[open_[open]] = static_cast<std::uint8_t>(1 + random.below(size()));
  }

  std::vector<std::uint8_t> open_;  // the places in Rows::cells that have no given
  Rows givens_;
  Sites sites_;
};

/// The hints of skyscrapers are the clues at the edge, then the givens.
struct PuzzleKind {
  static constexpr std::size_t most_hints =
      4 * std::size_t{largest_generated_size} + std::size_t{largest_generated_size} * largest_generated_size;
  using Genome = Bits<(most_hints + 63) / 64>;
  using Puzzle = skyscraper::Puzzle;
  using Inference = skyscraper::Inference;
  using Level = latin::InferenceLevel<InferenceSettings>;

  static constexpr std::array levels = {
      Level{"propagation", {.elimination = false, .filtration = false}},
      Level{"elimination", {.elimination = true, .filtration = false}},
      Level{"filtration", {.elimination = true, .filtration = true}},
  };
  static constexpr std::array<std::string_view, 4> level_names = {"propagation", "elimination", "filtration",
                                                                  "guesses"};

  static std::uint32_t clue_count(const Puzzle& puzzle) { return 4 * puzzle.size; }
  static std::uint32_t hint_count(const Puzzle& puzzle) { return puzzle.size * (puzzle.size + 4); }
  static std::uint8_t& hint(Puzzle& puzzle, std::uint32_t number) {
    const std::uint32_t clues = clue_count(puzzle);
    return number < clues ? puzzle.clues[number] : puzzle.givens[number - clues];
  }
  static std::uint8_t hint(const Puzzle& puzzle, std::uint32_t number) {
    const std::uint32_t clues = clue_count(puzzle);
    return number < clues ? puzzle.clues[number] : puzzle.givens[number - clues];
  }
  static std::string hint_name(const Puzzle& puzzle, std::uint32_t number);
  static std::string hint_text(const Puzzle& /*puzzle*/, std::uint32_t value) {
    return std::to_string(value);
  }
  static std::uint32_t opposite(const Puzzle& puzzle, std::uint32_t number);
  static Values value_bits(std::uint32_t value) { return value_bit(value); }
  static std::string text(const Puzzle& puzzle) { return game_id(puzzle); }
  static std::vector<Puzzle> parse(const Puzzle& /*all*/, std::string_view text, const std::string& name) {
    return parse_puzzles(text, name);
  }
};

/// The genome tells which clues and which cells of a Latin square are shown.
using PuzzleProblem = latin::PuzzleProblem<PuzzleKind>;

std::vector<latin::PuzzleQuantity> puzzle_quantities(std::uint32_t size);
/// Few hints are wanted, on a map of clues and the hardest inference.
latin::PuzzleChoice puzzle_choice(std::uint32_t size);

/// Keys name a puzzle with one solution (`instance`, `index`), or a random square (`size`, `instance_seed`).
Puzzle read_all_hints(const Settings& settings, Files& files);
Puzzle all_hints_of(const Grid& solution, std::uint32_t size);

}  // namespace skerry::skyscraper
