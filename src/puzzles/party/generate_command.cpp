#include "app/terminal/console.hpp"
#include "app/terminal/output_file.hpp"
#include "puzzles/party/commands.hpp"
#include "puzzles/party/generate/generate.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

#include <fmt/core.h>

namespace skerry::party {
namespace {

constexpr const char* generate_examples =
    "Examples:\n"
    "  skerry generate party --type 2 --planted --output mine.toml\n"
    "      a puzzle of type 2 on a pool of 10,000 heroes (mine-pool.csv), with a proven optimum\n"
    "  skerry generate party --heroes 100000 --seed 7 --output large.toml\n"
    "      ten times as many heroes; the optimum is not known\n"
    "  skerry generate party --traits-together 0 --without-class --planted --output scarce.toml\n"
    "      synergy seldom comes by chance: a party built without guidance seldom exceeds 0.3\n"
    "\n"
    "Types: 1 asks for synergy 0.8 and an average level of 84; 2 for synergy 0.9, an average level of 75,\n"
    "8 religions, 6 hometowns and no religion more than twice; 3 for synergy 0.8, an average level of 84\n"
    "and 8 elves.\n"
    "\n"
    "Traits: each race has two nations, religions and classes of its own, each nation two religions. With\n"
    "--traits-together 0 a hero's race, nation, religion and class are independent; with 1 nation and class\n"
    "are always among those of the race, and the religion among those of the race or the nation.\n"
    "\n"
    "The same options give the same bytes on every machine.";

struct GenerateOptions {
  GenerateSettings settings{.planted = false};
  bool without_class = false;
  std::filesystem::path output = "party.toml";
};

ExitStatus generate_party(const GenerateOptions& options, Program& /*program*/) {
  GenerateSettings settings = options.settings;
  const std::string pool_name = options.output.stem().string() + "-pool.csv";
  settings.pool_file = pool_name;
  settings.class_counts = !options.without_class;
  const Generated generated = generate(settings);
  const std::filesystem::path pool = options.output.parent_path() / pool_name;
  OutputFile pool_file(pool);
  OutputFile puzzle_file(options.output);
  pool_file.write(generated.pool_csv);
  puzzle_file.write(generated.puzzle_toml);
  pool_file.close();
  puzzle_file.close();
  print_result(fmt::format("puzzle   {}\npool     {}, {} heroes\n", options.output.string(), pool.string(),
                           grouped(settings.heroes)));
  return ExitStatus::done;
}

void declare_generate(CommandLine& line, GenerateOptions& options) {
  GenerateSettings& settings = options.settings;
  line.option("--type", &settings.type, "Type of the puzzle: 1, 2 or 3 (default 2)",
              {.value = "TYPE", .range = Range<std::int64_t>{1, 3}});
  line.option("--heroes", &settings.heroes, "Heroes in the pool (default 10000)", {.value = "N"});
  line.option("--seed", &settings.seed, "Seed of all random numbers (default 1)", {.value = "N"});
  line.option("--traits-together", &settings.traits_together,
              "How strongly a hero's traits go together, 0 to 1 (default 0.5)",
              {.value = "SHARE", .range = Range<double>{0, 1}});
  line.flag("--without-class", &options.without_class, "Synergy does not count the class of heroes");
  line.flag("--planted", &settings.planted, "Plant an optimum that the puzzle file proves");
  line.option("--output", &options.output,
              "The puzzle (default party.toml); its pool goes beside it, to <name>-pool.csv",
              {.value = "FILE"});
}

}  // namespace

Command generate_command() {
  return {.path = "generate party",
          .summary = "A party building puzzle and its pool of heroes",
          .footer = generate_examples,
          .declare = with_options(declare_generate, generate_party)};
}

}  // namespace skerry::party
