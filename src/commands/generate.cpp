#include "skerry/problems/party/generate.hpp"

#include "commands/console.hpp"
#include "commands/output_file.hpp"
#include "commands/program.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace skerry {
namespace {

constexpr const char* examples =
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

}  // namespace

void add_generate(CLI::App& app, Program& program) {
  CLI::App* generate = app.add_subcommand("generate", "Makes puzzles");
  generate->require_subcommand(1);
  auto options = std::make_shared<PartyOptions>();
  options->settings.planted = false;
  CLI::App* command = generate->add_subcommand("party", "A party building puzzle and its pool of heroes");
  command->footer(examples);
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

}  // namespace skerry
