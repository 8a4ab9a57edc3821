#pragma once

#include "puzzles/latin/puzzle_problem.hpp"
#include "puzzles/skyscraper/draw_svg.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/inference.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "puzzles/skyscraper/solve.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::skyscraper {

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

/// The search for skyscraper puzzles that have one solution: the genome tells which clues and which cells of
/// a Latin square are shown.
using PuzzleProblem = latin::PuzzleProblem<PuzzleKind>;

/// Returns the quantities of puzzles of a size.
std::vector<latin::PuzzleQuantity> puzzle_quantities(std::uint32_t size);
/// Returns the default choice: few hints, on a map of clues and the hardest inference.
latin::PuzzleChoice puzzle_choice(std::uint32_t size);

/// Returns the puzzle that shows all of the Latin square and all clues that the keys of the [problem] table
/// name: those of the solution of the puzzle of `instance` and `index`, which is the only one, or those of a
/// random square of `size` and `instance_seed`.
Puzzle read_all_hints(const Settings& settings, Files& files);
/// Returns the puzzle that shows all cells and clues of a Latin square.
Puzzle all_hints_of(const Grid& solution, std::uint32_t size);

}  // namespace skerry::skyscraper
