#include "puzzles/latin/solve_command.hpp"

#include "puzzles/skyscraper/commands.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/solve.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry::skyscraper {

namespace {

constexpr const char* solve_examples =
    "Examples:\n"
    "  skerry solve skyscraper puzzles.txt\n"
    "      a solution of each puzzle, and whether it is the only one\n"
    "  skerry solve skyscraper puzzles.txt --count 1000 --json | jq .solutions\n"
    "  skerry generate skyscraper --size 9 --count 20 | skerry solve skyscraper -\n"
    "  skerry solve skyscraper puzzles.txt --inference-only\n"
    "      how far inference comes without a guess: the candidates that each cell is left with\n"
    "  skerry solve skyscraper puzzles.txt --inference-only --without filtration\n"
    "      what the first three forms find\n"
    "  skerry solve skyscraper puzzles.txt --json --without pruning,early_end,subsets | jq .sequences\n"
    "      sequences as the published program generates them\n"
    "\n"
    "FILE holds puzzles, one or many: game ids of sgt-puzzles' towers, one a line (6:clues,givens); grids\n"
    "with their clues around them, an empty line between two, and a dot or 0 for no clue or an empty cell;\n"
    "lists of all clues (clockwise: or sides: before one states its order).\n"
    "\n"
    "FORM is a form of inference (edge_clues, propagation, elimination, filtration), a method that saves\n"
    "filtration lines (sorting, skipping, remembering), or one that saves it sequences (pruning, early_end,\n"
    "subsets). Guesses replace forms that are left out.\n"
    "\n"
    "Exit status: 0 where every puzzle has a solution (with --inference-only: where no contradiction is "
    "found), 1\n"
    "where one has none, 3 where the file is in error.";

using Form = latin::InferenceForm<InferenceSettings>;

struct Skyscrapers {
  using Inference = skyscraper::Inference;
  static constexpr std::array forms = {
      Form{"edge_clues", [](InferenceSettings& settings) -> bool& { return settings.edge_clues; }},
      Form{"propagation", [](InferenceSettings& settings) -> bool& { return settings.propagation; }},
      Form{"elimination", [](InferenceSettings& settings) -> bool& { return settings.elimination; }},
      Form{"filtration", [](InferenceSettings& settings) -> bool& { return settings.filtration; }},
      Form{"sorting", [](InferenceSettings& settings) -> bool& { return settings.sorting; }},
      Form{"skipping", [](InferenceSettings& settings) -> bool& { return settings.skipping; }},
      Form{"remembering", [](InferenceSettings& settings) -> bool& { return settings.remembering; }},
      Form{"pruning", [](InferenceSettings& settings) -> bool& { return settings.sequences.pruning; }},
      Form{"early_end", [](InferenceSettings& settings) -> bool& { return settings.sequences.early_end; }},
      Form{"subsets", [](InferenceSettings& settings) -> bool& { return settings.sequences.subsets; }},
  };

  static std::vector<Puzzle> parse(const std::string& text, const std::string& name) {
    return parse_puzzles(text, name);
  }
  static std::uint32_t size(const Puzzle& puzzle) { return puzzle.size; }
  static std::optional<std::uint64_t> sequences(const InferenceCounts& counts) { return counts.sequences; }
  static std::string draw(const Puzzle& puzzle, const Grid& grid) { return draw_text(puzzle, grid); }
  static std::string own_values(const Puzzle& /*puzzle*/) { return {}; }
  static std::string contradiction(const Puzzle& /*puzzle*/) { return {}; }
  static latin::Notation notation(const Puzzle& puzzle) { return {latin::symbols_of(puzzle.size, 'a')}; }
};

}  // namespace

Command solve_command() {
  return latin::solve_command<Skyscrapers>("skyscraper", "Skyscrapers, by inference and guesses",
                                           solve_examples);
}

}  // namespace skerry::skyscraper
