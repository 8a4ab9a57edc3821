#include "app/terminal/console.hpp"
#include "puzzles/latin/generate_options.hpp"
#include "puzzles/latin/puzzle_output.hpp"
#include "puzzles/skyscraper/commands.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/generate.hpp"

#include <cstdint>
#include <string>

#include <fmt/core.h>

namespace skerry::skyscraper {
namespace {

using latin::counted;

constexpr const char* generate_examples =
    "Examples:\n"
    "  skerry generate skyscraper --size 7 --difficulty hard --count 20 --output puzzles.txt\n"
    "      a file of 20 puzzles, one game id of sgt-puzzles' towers a line, for solve, check and run\n"
    "  skerry generate skyscraper --size 5 --attempts 1000\n"
    "      one with as few clues as a search over 1,000 prunings finds\n"
    "\n"
    "Difficulty: easy where edge clues, propagation and elimination decide every cell; hard where sequence\n"
    "filtration is needed besides; unreasonable where only guesses lead on. Every puzzle has one solution,\n"
    "and no needless clue. The same options give the same bytes on every machine, and a larger --count\n"
    "appends puzzles to the same ones.";

struct Options : latin::GenerateOptions {
  Options() {
    difficulty = "hard";
    attempts = 1;
  }

  std::uint32_t size = GenerateSettings{}.size;
};

ExitStatus run(const Options& options, Program& /*program*/) {
  const GenerateSettings settings{.size = options.size,
                                  .difficulty = difficulty_named(options.difficulty),
                                  .attempts = options.attempts,
                                  .seed = options.seed};
  validate(settings);
  latin::PuzzleOutput output(options.output);
  std::string text = fmt::format(
      "# skerry generate skyscraper --size {} --difficulty {} --count {} --seed {} --attempts {}\n",
      settings.size, options.difficulty, options.count, settings.seed, settings.attempts);
  for (std::uint32_t index = 0; index < options.count; ++index) {
    const Generated made = generate(settings, index);
    text += fmt::format("# {}: {}, {}, {}\n{}\n", index + 1, name_of(rate(made.puzzle)),
                        counted(made.clues, "clue"), counted(made.givens, "given"), game_id(made.puzzle));
    output.write(text);
    text.clear();
  }
  output.finish(options.count);
  return ExitStatus::done;
}

void declare(CommandLine& line, Options& options) {
  line.option(
      "--size", &options.size,
      fmt::format("Rows and columns, {} to {} (default 6)", least_generated_size, largest_generated_size),
      {.value = "N", .range = Range<std::uint64_t>{least_generated_size, largest_generated_size}});
  declare_difficulty(line, options, "default hard");
  declare_series(line, options, ", to find one with few clues (default 1)");
}

}  // namespace

Command generate_command() {
  return {.path = "generate skyscraper",
          .summary = "Skyscrapers of one solution and a difficulty",
          .footer = generate_examples,
          .declare = with_options(declare, run)};
}

}  // namespace skerry::skyscraper
