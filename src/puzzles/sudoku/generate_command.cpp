#include "app/terminal/console.hpp"
#include "puzzles/latin/generate_options.hpp"
#include "puzzles/latin/puzzle_output.hpp"
#include "puzzles/sudoku/commands.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/generate.hpp"

#include <cstdint>
#include <string>

#include <fmt/core.h>

namespace skerry::sudoku {
namespace {

using latin::counted;

constexpr const char* generate_examples =
    "Examples:\n"
    "  skerry generate sudoku --givens 30 --count 20 --output puzzles.txt\n"
    "      a file of 20 puzzles of 9x9, one a line, for solve, check and run\n"
    "  skerry generate sudoku --difficulty unreasonable --givens 22\n"
    "      a puzzle that needs guesses\n"
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
  if (settings.ambiguous) words += " --ambiguous";
  return words +
         fmt::format(" --count {} --seed {} --attempts {}", options.count, settings.seed, settings.attempts);
}

GenerateSettings settings_of(const Options& options) {
  GenerateSettings settings{
      .order = least_order, .givens = options.givens, .ambiguous = options.ambiguous, .seed = options.seed};
  while (settings.order * settings.order < options.size) ++settings.order;
  if (!options.difficulty.empty()) settings.difficulty = difficulty_named(options.difficulty);
  settings.attempts = options.attempts > 0 ? options.attempts : default_attempts(settings);
  validate(settings);
  return settings;
}

ExitStatus run(const Options& options, Program& /*program*/) {
  const GenerateSettings settings = settings_of(options);
  latin::PuzzleOutput output(options.output);
  ExitStatus status = ExitStatus::done;
  output.write("# " + command_of(options, settings) + "\n");
  for (std::uint32_t index = 0; index < options.count; ++index) {
    const Puzzle puzzle = generate(settings, index).puzzle;
    const std::uint32_t givens = puzzle.given_count();
    output.write(fmt::format("# {}: {}, {}\n{}\n", index + 1,
                             settings.ambiguous ? "maybe ambiguous" : name_of(rate(puzzle)),
                             counted(givens, "given"), one_line(puzzle.givens)));
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

Command generate_command() {
  return {.path = "generate sudoku",
          .summary = "Sudoku of one solution, by size, givens and difficulty",
          .footer = generate_examples,
          .declare = with_options(declare, run)};
}

}  // namespace skerry::sudoku
