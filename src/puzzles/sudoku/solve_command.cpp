#include "puzzles/latin/solve_command.hpp"

#include "puzzles/sudoku/commands.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/solve.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

constexpr const char* solve_examples =
    "Examples:\n"
    "  skerry solve sudoku puzzles.txt\n"
    "      a solution of each puzzle, and whether it is the only one\n"
    "  skerry solve sudoku puzzles.txt --count 1000 --json | jq .solutions\n"
    "  skerry generate sudoku --size 16 --count 20 | skerry solve sudoku -\n"
    "  skerry solve sudoku puzzles.txt --inference-only\n"
    "      how far inference comes without a guess: the candidates that each cell is left with\n"
    "\n"
    "FILE holds puzzles, one a line (16, 81, 256 or 625 characters, row by row) or a row a line. Values are\n"
    "1 to 9, then letters from A; 0 or a dot is an empty cell. Where 0 stands beside another mark of empty\n"
    "cells, values begin at 0, and a file of letters or numbers keeps them. A comment begins with #.\n"
    "\n"
    "FORM is a form of inference: propagation (a resolved value leaves its row, column and box), elimination "
    "(a\n"
    "value with one cell left there goes there), locked_candidates (a value that a line and a box have in "
    "their\n"
    "crossing alone leaves the rest of both). Guesses replace forms that are left out, but without the "
    "first\n"
    "two a search may take practically for ever.\n"
    "\n"
    "Exit status: 0 where every puzzle has a solution (with --inference-only: where no contradiction is "
    "found), 1\n"
    "where one has none, 3 where the file is in error.";

using Form = latin::InferenceForm<InferenceSettings>;

struct Sudoku {
  using Inference = sudoku::Inference;
  static constexpr std::array forms = {
      Form{"propagation", [](InferenceSettings& settings) -> bool& { return settings.propagation; }},
      Form{"elimination", [](InferenceSettings& settings) -> bool& { return settings.elimination; }},
      Form{"locked_candidates",
           [](InferenceSettings& settings) -> bool& { return settings.locked_candidates; }},
  };

  static std::vector<Puzzle> parse(const std::string& text, const std::string& name) {
    return parse_puzzles(text, name);
  }
  static std::uint32_t size(const Puzzle& puzzle) { return puzzle.size(); }
  static std::optional<std::uint64_t> sequences(const InferenceCounts& /*counts*/) { return std::nullopt; }
  static std::string draw(const Puzzle& puzzle, const Grid& grid) { return draw_text(puzzle, grid); }
  static std::string own_values(const Puzzle& puzzle) {
    if (puzzle.symbols == Symbols() || puzzle.symbols == Symbols::numbers(1)) return {};
    return fmt::format(" with the values {}", puzzle.symbols.range(puzzle.size()));
  }
  static std::string contradiction(const Puzzle& puzzle) { return puzzle.contradiction; }
  static latin::Notation notation(const Puzzle& puzzle) {
    latin::Notation notation{.lowest_number = puzzle.symbols.lowest()};
    for (std::uint32_t value = 1; value <= puzzle.size(); ++value)
      notation.symbols.push_back(puzzle.symbols.text(value));
    return notation;
  }
};

}  // namespace

Command solve_command() {
  return latin::solve_command<Sudoku>("sudoku", "Sudoku of 4x4 to 25x25, by inference and guesses",
                                      solve_examples);
}

}  // namespace skerry::sudoku
