#include "skerry/app/files.hpp"
#include "skerry/error.hpp"

#include "app/config/toml_string.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/output_file.hpp"
#include "engine/stopwatch.hpp"
#include "puzzles/party/commands.hpp"
#include "puzzles/party/generate/bound_search.hpp"
#include "puzzles/party/generate/generate.hpp"
#include "puzzles/party/generate/plant_request.hpp"
#include "puzzles/party/generate/request.hpp"
#include "puzzles/party/generate/request_text.hpp"
#include "puzzles/party/generate/trial.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/core.h>
#include <unistd.h>

namespace skerry::party {
namespace {

constexpr const char* generate_examples =
    "Examples:\n"
    "  skerry generate party --type 2 --planted --output mine.toml\n"
    "      a puzzle of type 2 on a pool of 10,000 heroes (mine-pool.csv), with a proven optimum\n"
    "  skerry generate party --heroes 100000 --seed 7 --output large.toml\n"
    "      ten times as many heroes; the optimum is not known\n"
    "  skerry generate party --type 1 --market fashion --output market.toml\n"
    "      prices follow level, rarity and what is in favour, so that the synergy costs something\n"
    "  skerry generate party --traits-together 0 --without-class --planted --output scarce.toml\n"
    "      synergy seldom comes by chance: a party built without guidance seldom exceeds 0.3\n"
    "  skerry generate party --request wanted.toml --seed 3 --output mine.toml\n"
    "      a puzzle of your own rules and formation, whose cheapest party costs what you want\n"
    "  skerry generate party --request rules.toml --planted --output mine.toml\n"
    "      a pool for your own rules and formation, with a proven optimum\n"
    "\n"
    "Types: 1 asks for synergy 0.8 and an average level of 84; 2 for synergy 0.9, an average level of 75,\n"
    "8 religions, 6 hometowns and no religion more than twice; 3 for synergy 0.8, an average level of 84\n"
    "and 8 elves.\n"
    "\n"
    "Traits: each race has two nations, religions and classes of its own, each nation two religions. With\n"
    "--traits-together 0 a hero's race, nation, religion and class are independent; with 1 nation and class\n"
    "are always among those of the race, and the religion among those of the race or the nation.\n"
    "\n"
    "A request is a puzzle file with ranges in place of some bounds, such as at_least = [70, 85], and a "
    "table\n"
    "[wanted] with the price of the cheapest party and the number of solutions (docs/party.md). Exit status "
    "1\n"
    "says that no such puzzle was found.\n"
    "\n"
    "The same options give the same bytes on every machine.";

struct GenerateOptions {
  std::string request;
  GenerateSettings settings{.planted = false};
  bool without_class = false;
  std::string market;
  std::filesystem::path output = "party.toml";
};

/// Writes a puzzle, and its pool if that is new.
void write_files(const std::filesystem::path& puzzle, const std::string& puzzle_toml,
                 const std::filesystem::path& pool, const std::string& pool_csv) {
  std::optional<OutputFile> pool_file;
  if (!pool_csv.empty()) pool_file.emplace(pool);
  OutputFile puzzle_file(puzzle);
  if (pool_file) {
    pool_file->write(pool_csv);
    pool_file->close();
  }
  puzzle_file.write(puzzle_toml);
  puzzle_file.close();
}

/// Throws UsageError where the output would be written over something that it is made from.
void refuse_to_replace(const std::filesystem::path& input, std::string_view what,
                       const std::filesystem::path& output) {
  if (std::error_code none; std::filesystem::equivalent(output, input, none))
    throw UsageError(fmt::format("--output {} is the {} itself; name another file", output.string(), what));
}

/// Says at the top of a puzzle how it was made.
std::string made_by(const GenerateOptions& options) {
  return fmt::format("Made by: skerry generate party --request {} --seed {}{}", toml_string(options.request),
                     options.settings.seed, options.settings.planted ? " --planted" : "");
}

ExitStatus plant_from_request(const GenerateOptions& options, const std::filesystem::path& generated_pool,
                              Files& files) {
  const Request request = plant_request(options.request, generated_pool, options.settings.seed, files);
  Trial trial;
  trial.answer = {.solvable = true, .best = request.puzzle.known_optimum, .bound = {}, .proven = true};
  const std::string proven = proven_text(request, trial);
  write_files(
      options.output,
      puzzle_text(request, trial, {made_by(options), "Proven: " + proven}, options.output.parent_path()),
      request.pool, request.pool_csv);
  print_result(fmt::format("puzzle   {}\npool     {}, {} heroes\nproven   {}\n", options.output.string(),
                           request.pool.string(), grouped(request.puzzle.pool.size()), proven));
  return ExitStatus::done;
}

ExitStatus generate_from_request(const GenerateOptions& options,
                                 const std::filesystem::path& generated_pool) {
  const Stopwatch watch;
  const std::uint64_t seed = options.settings.seed;
  const std::filesystem::path folder = options.output.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw UsageError(fmt::format("cannot write {}: its folder does not exist", options.output.string()));
  refuse_to_replace(options.request, "request", options.output);
  Files files;
  if (options.settings.planted) return plant_from_request(options, generated_pool, files);
  const Request request = read_request(options.request, generated_pool, seed, files);
  refuse_to_replace(request.pool, "pool", options.output);
  const auto over = [&] { return watch.seconds() >= request.wanted.seconds; };
  const bool note = ::isatty(STDERR_FILENO) != 0;
  const SearchResult result = search_bounds(request, seed, over, [&](const Puzzle& puzzle) {
    if (note) print_note(fmt::format("trying {}\n", bounds_text(puzzle, request.ranges)));
  });
  if (result.end != SearchEnd::found) throw Error(ExitStatus::failed, failure_text(request, result));
  const std::string bounds = bounds_text(puzzle_of(request, result.best), request.ranges);
  const std::string proven = proven_text(request, result.best);
  std::vector<std::string> heading = {made_by(options)};
  if (!bounds.empty()) heading.push_back("Chosen: " + bounds);
  heading.push_back("Proven: " + proven);
  write_files(options.output, puzzle_text(request, result.best, heading, folder), request.pool,
              request.pool_csv);
  print_result(fmt::format("puzzle   {}\npool     {}, {} heroes\n{}proven   {}\ntried    {} puzzle{}\n",
                           options.output.string(), request.pool.string(),
                           grouped(request.puzzle.pool.size()),
                           bounds.empty() ? "" : fmt::format("chosen   {}\n", bounds), proven, result.tried,
                           result.tried == 1 ? "" : "s"));
  return ExitStatus::done;
}

ExitStatus generate_party(const GenerateOptions& options, Program& /*program*/) {
  GenerateSettings settings = options.settings;
  if (!options.market.empty() && (settings.planted || options.without_class || !options.request.empty())) {
    throw UsageError(
        "--market draws heroes, prices and traits of its own; it goes without --planted, --without-class and "
        "--request");
  }
  const std::string pool_name = options.output.stem().string() + "-pool.csv";
  if (!options.request.empty())
    return generate_from_request(options, options.output.parent_path() / pool_name);
  settings.pool_file = pool_name;
  settings.class_counts = !options.without_class;
  if (!options.market.empty()) {
    settings.market = market_named(options.market);
    settings.market_name = options.market;
  }
  const Generated generated = generate(settings);
  const std::filesystem::path pool = options.output.parent_path() / pool_name;
  write_files(options.output, generated.puzzle_toml, pool, generated.pool_csv);
  print_result(fmt::format("puzzle   {}\npool     {}, {} heroes\n", options.output.string(), pool.string(),
                           grouped(settings.heroes)));
  return ExitStatus::done;
}

void declare_generate(CommandLine& line, GenerateOptions& options) {
  GenerateSettings& settings = options.settings;
  line.option("--request", &options.request,
              "A request: the rules with ranges for their bounds, and the price", {.value = "FILE"});
  line.option("--type", &settings.type, "Type of the puzzle: 1, 2 or 3 (default 2)",
              {.value = "TYPE", .range = Range<std::int64_t>{1, 3}, .excludes = "--request"});
  line.option("--heroes", &settings.heroes, "Heroes in the pool (default 10000)",
              {.value = "N", .excludes = "--request"});
  line.option("--seed", &settings.seed, "Seed of all random numbers (default 1)", {.value = "N"});
  line.option("--traits-together", &settings.traits_together,
              "How strongly a hero's traits go together, 0 to 1 (default 0.5)",
              {.value = "SHARE", .range = Range<double>{0, 1}, .excludes = "--request"});
  line.flag("--without-class", &options.without_class, "Synergy does not count the class of heroes",
            "--request");
  line.flag("--planted", &settings.planted, "Plant an optimum that the puzzle file proves");
  line.option("--market", &options.market,
              "Prices of a market in which the rules cost something: fashion, church or steep",
              {.value = "NAME", .choices = {"fashion", "church", "steep"}, .excludes = "--traits-together"});
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
