#include "puzzles/commands/generate_sudoku.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/commands/puzzle_output.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/generate.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace skerry {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  skerry generate sudoku --givens 30 --count 20 --output puzzles.txt\n"
    "      a file of 20 puzzles of 9x9, one a line, for solve, check and run\n"
    "  skerry generate sudoku --difficulty unreasonable --givens 22\n"
    "      one that takes guesses\n"
    "  skerry generate sudoku --givens 19 --attempts 10000\n"
    "  skerry generate sudoku --size 25 --givens 250 --ambiguous\n"
    "      four tenths of a grid of 25x25, quickly, with many solutions maybe\n"
    "\n"
    "Difficulty: easy where propagation and elimination decide every cell; hard where locked candidates are\n"
    "needed besides; unreasonable where only guesses lead on. Every puzzle has one solution, unless it is\n"
    "ambiguous, and without --givens no given that could be left out. The same options give the same bytes "
    "on\n"
    "every machine, and a larger --count more puzzles behind the same ones.\n"
    "\n"
    "What is practical: 9x9 down to 20 givens in about a second a puzzle, 19 with many attempts; few grids "
    "have\n"
    "a puzzle of 17. 16x16 down to some 95 in a second. 25x25 down to some 275 in ten seconds: below, "
    "telling\n"
    "whether there is one solution takes too long.\n"
    "\n"
    "Exit status: 1 where a puzzle keeps more givens than are wanted; it is printed nevertheless.";

struct SudokuOptions {
  sudoku::GenerateSettings settings;
  std::uint32_t size = 9;
  std::string difficulty;
  std::uint32_t attempts = 0;
  std::uint32_t count = 1;
  std::string output;
};

/// The same command again, with what it left to defaults.
std::string command_of(const SudokuOptions& options) {
  const sudoku::GenerateSettings& settings = options.settings;
  std::string words = fmt::format("skerry generate sudoku --size {}", options.size);
  if (settings.givens > 0) words += fmt::format(" --givens {}", settings.givens);
  if (!options.difficulty.empty()) words += " --difficulty " + options.difficulty;
  if (settings.ambiguous) words += " --ambiguous";
  return words +
         fmt::format(" --count {} --seed {} --attempts {}", options.count, settings.seed, settings.attempts);
}

void complete(SudokuOptions& options) {
  sudoku::GenerateSettings& settings = options.settings;
  settings.order = sudoku::least_order;
  while (settings.order * settings.order < options.size) ++settings.order;
  if (!options.difficulty.empty()) {
    settings.difficulty = difficulty_named(options.difficulty);
  }
  settings.attempts = options.attempts > 0 ? options.attempts : default_attempts(settings);
  validate(settings);
}

ExitStatus generate_sudoku(SudokuOptions options) {
  complete(options);
  const sudoku::GenerateSettings& settings = options.settings;
  PuzzleOutput output(options.output);
  ExitStatus status = ExitStatus::done;
  output.write("# " + command_of(options) + "\n");
  for (std::uint32_t index = 0; index < options.count; ++index) {
    const sudoku::Puzzle puzzle = sudoku::generate(settings, index).puzzle;
    const std::uint32_t givens = puzzle.given_count();
    output.write(fmt::format("# {}: {}, {}\n{}\n", index + 1,
                             settings.ambiguous ? "maybe ambiguous" : name_of(sudoku::rate(puzzle)),
                             counted(givens, "given"), sudoku::one_line(puzzle.givens)));
    if (settings.givens == 0 || givens == settings.givens) continue;
    status = ExitStatus::failed;
    print_message(fmt::format("puzzle {} has {} givens; {} were not reached in {}", index + 1, givens,
                              settings.givens, counted(settings.attempts, "attempt")));
  }
  output.finish(options.count);
  return status;
}

}  // namespace

void add_generate_sudoku(CLI::App& generate, Program& program) {
  auto options = std::make_shared<SudokuOptions>();
  CLI::App* command =
      generate.add_subcommand("sudoku", "Sudoku of one solution, by size, givens and difficulty");
  command->footer(examples);
  sudoku::GenerateSettings& settings = options->settings;
  command->add_option("--size", options->size, "Rows and columns: 4, 9, 16 or 25 (default 9)")
      ->check(CLI::IsMember({4, 9, 16, 25}))
      ->type_name("N");
  command->add_option("--givens", settings.givens, "How many (default: as few as the attempts find)")
      ->check(CLI::Range(1U, static_cast<std::uint32_t>(sudoku::max_cells)))
      ->type_name("N");
  command->add_option("--difficulty", options->difficulty, "easy, hard or unreasonable (default: any)")
      ->check(CLI::IsMember(difficulty_names))
      ->type_name("NAME");
  command->add_flag("--ambiguous", settings.ambiguous,
                    "Draw the givens at random, without a look at how many solutions there are then");
  command->add_option("--count", options->count, "How many puzzles (default 1)")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("K");
  command->add_option("--seed", settings.seed, "Of all random numbers (default 1)")->type_name("N");
  command
      ->add_option("--attempts", options->attempts,
                   "Prunings tried for each puzzle (default 1; with --givens 1000, 10 of 16x16, 1 of 25x25)")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  command->add_option("--output", options->output, "The file of puzzles (default: standard output)")
      ->type_name("FILE");
  command->callback(
      [options, &program] { program.on_first_rank = [options] { return generate_sudoku(*options); }; });
}

}  // namespace skerry
