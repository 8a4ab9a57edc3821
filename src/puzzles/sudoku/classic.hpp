#pragma once

#include "skerry/detail/operators/operators.hpp"

#include "puzzles/latin/puzzle_problem.hpp"
#include "puzzles/sudoku/boxes.hpp"
#include "puzzles/sudoku/draw_svg.hpp"
#include "puzzles/sudoku/explain.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/puzzle.hpp"
#include "puzzles/sudoku/score_all.hpp"
#include "puzzles/sudoku/solve.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::sudoku {

enum class CandidateArray {
  once,      ///< once, from the givens
  repeated,  ///< repeatedly: cells with a single candidate are filled in as if given, until there are none
};

CandidateArray read_candidates(const Settings& settings);

/// The genetic algorithm of Bunma and Chongstitvatana, "Solving Logic Puzzles with Genetic Algorithm", with
/// the parameters of configs/sudoku/classic.toml. docs/sudoku.md describes what the paper leaves open.
template <std::uint32_t order>
class ClassicProblem : public GridProblem<order> {
 public:
  using Genome = Cells<order>;

  /// Throws Error if the repeated array shows that there is no solution.
  explicit ClassicProblem(Puzzle puzzle, CandidateArray candidates = CandidateArray::once);

  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) const {
    score_all<order>(genomes, scores);
  }

  Genome sample(Random& random) const;
  Genome crossover(const Genome& a, const Genome& b, Random& random) const;
  /// Makes each child from one parent, with the free cells of two rows taken from the other. The former value
  /// of a cell goes to the place where the box held the new one, so that boxes stay permutations.
  void crossover_pair(const Genome& a, const Genome& b, Genome& first, Genome& second, Random& random) const;
  /// Lets each free cell, with probability `rate`, exchange its value with another free cell of its box: the
  /// first one, from a random one on, if both candidate lists allow it and the fitness does not fall.
  void mutate(Genome& genome, double rate, Random& random);
  double gene_rate() const { return 0.06; }
  void neighbour(Genome& genome, Random& random) const { boxes_->swap_two(genome, random); }
  bool valid(const Genome& genome) const { return boxes_->keeps(genome); }

 private:
  void take_row(Genome& child, const Genome& from, std::uint32_t row) const;

  std::shared_ptr<const Boxes<order>> boxes_;
  Sites sites_;
};

template <std::uint32_t order>
struct PuzzleKind {
  using Genome = Bits<(order * order * order * order + 63) / 64>;
  using Puzzle = sudoku::Puzzle;
  using Inference = sudoku::Inference;
  using Level = latin::InferenceLevel<InferenceSettings>;

  static constexpr std::array levels = {
      Level{"propagation", {.propagation = true, .elimination = false, .locked_candidates = false}},
      Level{"elimination", {.propagation = true, .elimination = true, .locked_candidates = false}},
      Level{"locked_candidates", {.propagation = true, .elimination = true, .locked_candidates = true}},
  };
  static constexpr std::array<std::string_view, 4> level_names = {"propagation", "elimination",
                                                                  "locked_candidates", "guesses"};

  static std::uint32_t clue_count(const Puzzle& /*puzzle*/) { return 0; }
  static std::uint32_t hint_count(const Puzzle& puzzle) { return puzzle.cell_count(); }
  static std::uint8_t& hint(Puzzle& puzzle, std::uint32_t number) { return puzzle.givens[number]; }
  static std::uint8_t hint(const Puzzle& puzzle, std::uint32_t number) { return puzzle.givens[number]; }
  static std::string hint_name(const Puzzle& puzzle, std::uint32_t number) {
    return cell_name(puzzle.order, number);
  }
  static std::uint32_t opposite(const Puzzle& puzzle, std::uint32_t number) {
    return puzzle.cell_count() - 1 - number;
  }
  static Values value_bits(std::uint32_t value) { return value_bit(value); }
  static std::string hint_text(const Puzzle& puzzle, std::uint32_t value) {
    return puzzle.symbols.text(value);
  }
  static std::string text(const Puzzle& puzzle) { return one_line(puzzle, puzzle.givens); }
  static std::vector<Puzzle> parse(const Puzzle& all, std::string_view text, const std::string& name) {
    return parse_puzzles(text, name, &all.symbols);
  }
};

/// The genome tells which cells of a full grid are given.
template <std::uint32_t order>
using PuzzleProblem = latin::PuzzleProblem<PuzzleKind<order>>;

/// The axis of givens begins with the fewest known of any puzzle with one solution, for 9x9 proven by
/// McGuire, Tugemann and Civario, "There is no 16-clue Sudoku", 2012.
std::vector<latin::PuzzleQuantity> puzzle_quantities(std::uint32_t order);
/// Unpaired givens are made few, on a map of givens and the hardest inference.
latin::PuzzleChoice puzzle_choice(std::uint32_t order);

/// Keys name a puzzle with one solution (`instance`, `index`), or a random grid (`size`, `instance_seed`).
Puzzle read_all_givens(const Settings& settings, Files& files);

}  // namespace skerry::sudoku
