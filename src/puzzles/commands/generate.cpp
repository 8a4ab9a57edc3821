#include "puzzles/party/generate.hpp"

#include "app/commands/program.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/output_file.hpp"
#include "puzzles/commands/generate_sudoku.hpp"
#include "puzzles/commands/puzzle_output.hpp"
#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/generate.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace skerry {
namespace {

constexpr const char* party_examples =
    "Examples:\n"
    "  skerry generate party --type 2 --planted --output mine.toml\n"
    "      a puzzle of type 2 on a pool of 10,000 heroes (mine-pool.csv), with a proven optimum\n"
    "  skerry generate party --heroes 100000 --seed 7 --output large.toml\n"
    "      ten times as many heroes; the optimum is not known\n"
    "\n"
    "Types: 1 asks for synergy 0.8 and an average level of 84; 2 for synergy 0.9, an average level of 75,\n"
    "8 religions, 6 hometowns and no religion more than twice; 3 for synergy 0.8, an average level of 84\n"
    "and 8 elves. The same options give the same bytes on every machine.";

struct PartyOptions {
  party::GenerateSettings settings;
  std::filesystem::path output = "party.toml";
};

ExitStatus generate_party(PartyOptions options) {
  const std::string pool_name = options.output.stem().string() + "-pool.csv";
  options.settings.pool_file = pool_name;
  const party::Generated generated = party::generate(options.settings);
  const std::filesystem::path pool = options.output.parent_path() / pool_name;
  OutputFile pool_file(pool);
  OutputFile puzzle_file(options.output);
  pool_file.write(generated.pool_csv);
  puzzle_file.write(generated.puzzle_toml);
  pool_file.close();
  puzzle_file.close();
  print_result(fmt::format("puzzle   {}\npool     {}, {} heroes\n", options.output.string(), pool.string(),
                           grouped(options.settings.heroes)));
  return ExitStatus::done;
}

constexpr const char* skyscraper_examples =
    "Examples:\n"
    "  skerry generate skyscraper --size 7 --difficulty hard --count 20 --output puzzles.txt\n"
    "      a file of 20 puzzles, one game id of sgt-puzzles' towers a line, for solve, check and run\n"
    "  skerry generate skyscraper --size 5 --attempts 1000\n"
    "      one with as few clues as a search over 1,000 prunings finds\n"
    "\n"
    "Difficulty: easy where edge clues, propagation and elimination decide every cell; hard where sequence\n"
    "filtration is needed besides; unreasonable where only guesses lead on. Every puzzle has one solution,\n"
    "and no clue that could be left out. The same options give the same bytes on every machine, and a "
    "larger\n"
    "--count more puzzles behind the same ones.";

struct SkyscraperOptions {
  skyscraper::GenerateSettings settings;
  std::string difficulty = "hard";
  std::uint32_t count = 1;
  std::string output;
};

ExitStatus generate_skyscrapers(SkyscraperOptions options) {
  skyscraper::GenerateSettings& settings = options.settings;
  settings.difficulty = difficulty_named(options.difficulty);
  validate(settings);
  PuzzleOutput output(options.output);
  std::string text = fmt::format(
      "# skerry generate skyscraper --size {} --difficulty {} --count {} --seed {} --attempts {}\n",
      settings.size, options.difficulty, options.count, settings.seed, settings.attempts);
  for (std::uint32_t index = 0; index < options.count; ++index) {
    const skyscraper::Generated made = skyscraper::generate(settings, index);
    text += fmt::format("# {}: {}, {}, {}\n{}\n", index + 1, name_of(skyscraper::rate(made.puzzle)),
                        counted(made.clues, "clue"), counted(made.givens, "given"), game_id(made.puzzle));
    output.write(text);
    text.clear();
  }
  output.finish(options.count);
  return ExitStatus::done;
}

void add_generate_party(CLI::App& generate, Program& program) {
  auto options = std::make_shared<PartyOptions>();
  options->settings.planted = false;
  CLI::App* command = generate.add_subcommand("party", "A party building puzzle and its pool of heroes");
  command->footer(party_examples);
  party::GenerateSettings& settings = options->settings;
  command->add_option("--type", settings.type, "What the puzzle asks for: 1, 2 or 3 (default 2)")
      ->check(CLI::Range(1, 3))
      ->type_name("TYPE");
  command->add_option("--heroes", settings.heroes, "In the pool (default 10000)")->type_name("N");
  command->add_option("--seed", settings.seed, "Of all random numbers (default 1)")->type_name("N");
  command->add_flag("--planted", settings.planted, "Plant an optimum that the puzzle file proves");
  command
      ->add_option("--output", options->output,
                   "The puzzle (default party.toml); its pool goes beside it, to <name>-pool.csv")
      ->type_name("FILE");
  command->callback(
      [options, &program] { program.on_first_rank = [options] { return generate_party(*options); }; });
}

void add_generate_skyscraper(CLI::App& generate, Program& program) {
  using skyscraper::largest_generated_size;
  using skyscraper::least_generated_size;
  auto options = std::make_shared<SkyscraperOptions>();
  CLI::App* command = generate.add_subcommand("skyscraper", "Skyscrapers of one solution and a difficulty");
  command->footer(skyscraper_examples);
  skyscraper::GenerateSettings& settings = options->settings;
  command
      ->add_option(
          "--size", settings.size,
          fmt::format("Rows and columns, {} to {} (default 6)", least_generated_size, largest_generated_size))
      ->check(CLI::Range(least_generated_size, largest_generated_size))
      ->type_name("N");
  command->add_option("--difficulty", options->difficulty, "easy, hard or unreasonable (default hard)")
      ->check(CLI::IsMember(difficulty_names))
      ->type_name("NAME");
  command->add_option("--count", options->count, "How many puzzles (default 1)")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("K");
  command->add_option("--seed", settings.seed, "Of all random numbers (default 1)")->type_name("N");
  command
      ->add_option("--attempts", settings.attempts,
                   "Prunings tried for each puzzle, to find one with few clues (default 1)")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  command->add_option("--output", options->output, "The file of puzzles (default: standard output)")
      ->type_name("FILE");
  command->callback(
      [options, &program] { program.on_first_rank = [options] { return generate_skyscrapers(*options); }; });
}

}  // namespace

void add_generate(CLI::App& app, Program& program) {
  CLI::App* generate = app.add_subcommand("generate", "Makes puzzles");
  generate->require_subcommand(1);
  add_generate_party(*generate, program);
  add_generate_skyscraper(*generate, program);
  add_generate_sudoku(*generate, program);
}

}  // namespace skerry
