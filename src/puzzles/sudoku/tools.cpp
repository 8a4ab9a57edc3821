#include "skerry/app/concrete_problem.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/latin/commands.hpp"
#include "puzzles/registry.hpp"
#include "puzzles/sudoku/classic.hpp"
#include "puzzles/sudoku/draw_svg.hpp"
#include "puzzles/sudoku/explain.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/generate.hpp"
#include "puzzles/sudoku/puzzle.hpp"
#include "puzzles/sudoku/solve.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::sudoku {
namespace {

std::unique_ptr<AnyProblem> make_puzzles(const std::string& type, const Settings& table, Files& files) {
  Puzzle all = read_all_givens(table, files);
  auto choice = latin::read_choice(table, puzzle_quantities(all.order), puzzle_choice(all.order));
  return with_layout(all.order, [&](auto layout) -> std::unique_ptr<AnyProblem> {
    using P = PuzzleProblem<layout.order()>;
    return std::make_unique<ConcreteProblem<P>>(type, P(std::move(all), std::move(choice)));
  });
}

constexpr const char* solve_examples =
    "Examples:\n"
    "  skerry solve sudoku puzzles.txt\n"
    "      a solution of each puzzle, and whether it is the only one\n"
    "  skerry solve sudoku puzzles.txt --count 1000 --json | jq .solutions\n"
    "  skerry solve sudoku puzzles.txt --all --mend\n"
    "      every solution, the cells in which they differ, and the fewest further givens that leave one\n"
    "  skerry generate sudoku --size 16 --count 20 | skerry solve sudoku -\n"
    "  skerry solve sudoku puzzles.txt --inference-only\n"
    "      how far inference comes without a guess: the candidates that each cell is left with\n"
    "  skerry solve sudoku puzzles.txt --explain\n"
    "      the way to the solution in steps that a person can follow; --hint has the next one alone\n"
    "  skerry solve sudoku puzzles.txt --explain --pictures steps\n"
    "      besides a picture of each step, and a page that shows them, steps/index.html\n"
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

constexpr std::array forms = {
    Form{"propagation", [](InferenceSettings& settings) -> bool& { return settings.propagation; }},
    Form{"elimination", [](InferenceSettings& settings) -> bool& { return settings.elimination; }},
    Form{"locked_candidates",
         [](InferenceSettings& settings) -> bool& { return settings.locked_candidates; }},
};

class Sudoku final : public latin::PuzzleOf<Puzzle, Inference, InferenceSettings> {
 public:
  using PuzzleOf::PuzzleOf;

  std::uint32_t size() const override { return puzzle_.size(); }
  std::string own_values() const override {
    if (puzzle_.symbols == Symbols() || puzzle_.symbols == Symbols::numbers(1)) return {};
    return fmt::format(" with the values {}", puzzle_.symbols.range(size()));
  }
  std::string contradiction() const override { return puzzle_.contradiction; }
  latin::Notation notation() const override {
    latin::Notation notation{.lowest_number = puzzle_.symbols.lowest()};
    for (std::uint32_t value = 1; value <= size(); ++value)
      notation.symbols.push_back(puzzle_.symbols.text(value));
    return notation;
  }
};

latin::ReadPuzzles reader(const std::vector<std::string>& without) {
  return [settings = latin::without(forms, without)](const std::string& text, const std::string& name,
                                                     const auto& each) {
    for_each_puzzle(text, name, [&](Puzzle puzzle) { each(Sudoku(std::move(puzzle), settings)); });
  };
}

constexpr const char* rate_examples =
    "Examples:\n"
    "  skerry rate sudoku puzzles.txt\n"
    "      the rating of each puzzle, the rule of its hardest step, and how many steps each rule takes\n"
    "  skerry rate sudoku puzzles.txt --json | jq .rating\n"
    "  skerry generate sudoku --count 1000 | skerry rate sudoku - --summary\n"
    "      how the ratings are distributed\n"
    "\n"
    "The steps are those of solve --explain. The rating is on the scale of Sudoku Explainer; below 2.6 "
    "singles\n"
    "are enough, from 6.5 colours and chains are needed, and from 8.5 guesses. A puzzle with several "
    "solutions\n"
    "has none.\n"
    "\n"
    "Exit status: 1 where a puzzle has no solution, 3 where the file is in error.";

using latin::counted;

constexpr const char* generate_examples =
    "Examples:\n"
    "  skerry generate sudoku --givens 30 --count 20 --output puzzles.txt\n"
    "      a file of 20 puzzles of 9x9, one a line, for solve, check and run\n"
    "  skerry generate sudoku --difficulty unreasonable --givens 22\n"
    "      a puzzle that needs guesses\n"
    "  skerry generate sudoku --rating 3.0..4.5 --count 10\n"
    "      puzzles whose hardest step is a pair, a triple, a fish or a wing\n"
    "  skerry generate sudoku --givens 19 --attempts 10000\n"
    "  skerry generate sudoku --size 25 --givens 250 --ambiguous\n"
    "      quickly gives four tenths of a grid of 25x25, which may have many solutions\n"
    "\n"
    "Difficulty: easy where propagation and elimination decide every cell; hard where locked candidates are\n"
    "needed besides; unreasonable where only guesses lead on. Every puzzle has one solution, unless it is\n"
    "ambiguous, and without --givens no needless given. The same options give the same bytes on every\n"
    "machine, and a larger --count appends puzzles to the same ones.\n"
    "\n"
    "Practical limits: 9x9 down to 20 givens in about a second a puzzle, 19 with many attempts; few grids "
    "have\n"
    "a puzzle of 17. 16x16 down to some 95 in a second. 25x25 down to some 275 in ten seconds: below, "
    "telling\n"
    "whether there is one solution takes too long.\n"
    "\n"
    "Exit status: 1 where a puzzle keeps more givens than are wanted; it is printed nevertheless.";

struct Options : latin::GenerateOptions {
  std::uint32_t size = 9;
  std::uint32_t givens = 0;
  bool ambiguous = false;
};

/// Returns the command with the values of the options that it left to their defaults.
std::string command_of(const Options& options, const GenerateSettings& settings) {
  std::string words = fmt::format("skerry generate sudoku --size {}", options.size);
  if (settings.givens > 0) words += fmt::format(" --givens {}", settings.givens);
  if (!options.difficulty.empty()) words += " --difficulty " + options.difficulty;
  if (settings.rating) words += " --rating " + options.rating;
  if (settings.ambiguous) words += " --ambiguous";
  return words +
         fmt::format(" --count {} --seed {} --attempts {}", options.count, settings.seed, settings.attempts);
}

GenerateSettings settings_of(const Options& options) {
  GenerateSettings settings{
      .order = least_order, .givens = options.givens, .ambiguous = options.ambiguous, .seed = options.seed};
  while (settings.order * settings.order < options.size) ++settings.order;
  if (!options.difficulty.empty()) settings.difficulty = difficulty_named(options.difficulty);
  settings.rating = latin::read_rating(options.rating, 1.0);
  settings.attempts = options.attempts > 0 ? options.attempts : default_attempts(settings);
  validate(settings);
  return settings;
}

std::string kind_of(const Generated& made, const GenerateSettings& settings) {
  if (settings.ambiguous) return "maybe ambiguous";
  return made.rating ? fmt::format("rated {:.1f}", *made.rating) : name_of(rate(made.puzzle));
}

ExitStatus run(const Options& options, Program& /*program*/) {
  const GenerateSettings settings = settings_of(options);
  latin::PuzzleOutput output(options.output);
  ExitStatus status = ExitStatus::done;
  output.write("# " + command_of(options, settings) + "\n");
  for (std::uint32_t index = 0; index < options.count; ++index) {
    const Generated made = generate(settings, index);
    const std::uint32_t givens = made.puzzle.given_count();
    output.write(fmt::format("# {}: {}, {}\n{}\n", index + 1, kind_of(made, settings),
                             counted(givens, "given"), one_line(made.puzzle.givens)));
    if (settings.givens == 0 || givens == settings.givens) continue;
    status = ExitStatus::failed;
    print_message(fmt::format("puzzle {} has {} givens; {} were not reached in {}", index + 1, givens,
                              settings.givens, counted(settings.attempts, "attempt")));
  }
  output.finish(options.count);
  return status;
}

void declare(CommandLine& line, Options& options) {
  line.option("--size", &options.size, "Rows and columns: 4, 9, 16 or 25 (default 9)",
              {.value = "N", .choices = {"4", "9", "16", "25"}});
  line.option("--givens", &options.givens, "Number of givens (default: as few as the attempts find)",
              {.value = "N", .range = Range<std::uint64_t>{1, max_cells}});
  declare_difficulty(line, options, "default: any");
  line.flag("--ambiguous", &options.ambiguous,
            "Draw the givens at random, without a look at how many solutions there are then");
  declare_series(line, options, " (default 1; with --givens 1000, 10 of 16x16, 1 of 25x25)");
}

}  // namespace

Command solve_command() {
  return latin::solve_command("sudoku", "Sudoku of 4x4 to 25x25, by inference and guesses", solve_examples,
                              reader);
}

Command rate_command() {
  return latin::rate_command("sudoku", "Sudoku by the hardest step that they need", rate_examples, reader);
}

Command generate_command() {
  return {.path = "generate sudoku",
          .summary = "Sudoku of one solution, by size, givens and difficulty",
          .footer = generate_examples,
          .declare = with_options(declare, run)};
}

std::vector<Command> commands() {
  return {generate_command(), solve_command(), rate_command()};
}

Module puzzle_module() {
  return {.problem = {"sudoku_puzzle", make_puzzles}, .commands = {}};
}

}  // namespace skerry::sudoku
