#include "skerry/app/load_problem.hpp"

#include "app/program/program.hpp"
#include "app/terminal/console.hpp"
#include "puzzles/party/commands.hpp"
#include "puzzles/party/map/party_map.hpp"
#include "puzzles/party/search/islands.hpp"
#include "puzzles/party/search/problem.hpp"

#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <unistd.h>

namespace skerry::party {
namespace {

constexpr const char* map_examples =
    "Examples:\n"
    "  skerry map puzzles/mine.toml\n"
    "      the cheapest party for each pair of numbers of different values, and what is proven to have none\n"
    "  skerry map puzzles/mine.toml --features \"distinct nation\" \"mean level in 10 cells\"\n"
    "      other axes (docs/party.md, Features and objectives)\n"
    "  skerry map puzzles/mine.toml --seconds 300 --output mine-map.json\n"
    "      more time, and a file with each cell, its party and its bound\n"
    "\n"
    "In the table = marks a price that is proven to be the least, - a cell that is proven to be empty, and\n"
    "? one that is open. Exit status: 0; 1 where no cell is filled; 2 for mistakes in the command line, 3 "
    "in\n"
    "the puzzle; 75 where a signal ended it, after what is known.";

struct MapOptions {
  ConfigurationArguments configuration;
  std::vector<std::string> features;
  PartyMapSettings settings;
  std::string output;
  bool json = false;
  bool quiet = false;
};

std::string setting_of(const std::vector<std::string>& features) {
  nlohmann::json list = features;
  return "problem.features=" + list.dump();
}

ExitStatus run_map(const MapOptions& given, Program& program) {
  MapOptions options = given;
  options.configuration.settings.emplace_back("problem.leave_out_dear=false");
  if (!options.features.empty()) options.configuration.settings.push_back(setting_of(options.features));
  const auto loaded =
      load_problem<PartyProblem>(options.configuration, program, "party", "map is about party puzzles");
  const Puzzle& puzzle = loaded.problem.puzzle();
  options.settings.seed = loaded.seed;
  const auto roster = std::make_shared<const Roster>(puzzle);
  const bool notes = !options.quiet && ::isatty(STDERR_FILENO) != 0;
  const PartyMap map = map_parties(roster, options.settings, interrupted, [&](const std::string& text) {
    if (notes) print_note(fmt::format("{}: {}", puzzle.name, text));
  });
  const nlohmann::ordered_json json = json_of(map, puzzle);
  if (!options.output.empty()) replace_file(options.output, json_line(json) + "\n");
  print_result(options.json ? json_line(json) + "\n" : text_of(map, puzzle));
  if (interrupted()) return ExitStatus::interrupted;
  return map.number_of(PartyCell::State::filled) > 0 ? ExitStatus::done : ExitStatus::failed;
}

void declare_map(CommandLine& line, MapOptions& options) {
  declare_configuration(line, options.configuration,
                        "A party puzzle, or a configuration with one, a TOML file");
  declare_seed(line, options.configuration.seed);
  line.option("--features", &options.features, "The axes, in place of the puzzle's own",
              {.value = "MEASURE"});
  line.option("--seconds", &options.settings.seconds, "Seconds for all cells together (default 60)",
              {.value = "S", .range = Range<double>{0.1, 1e9}});
  line.option("--evaluations", &options.settings.evaluations,
              "Evaluations of the islands (default: a quarter of the seconds)", {.value = "N"});
  line.option("--islands", &options.settings.threads,
              "Threads: islands, and cells that are decided at the same time (default 2)",
              {.value = "N", .range = Range<std::uint64_t>{1, 1000}});
  line.option("--output", &options.output, "A JSON file with all cells", {.value = "FILE"});
  line.flag("--json", &options.json, "Print the JSON in place of the table");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

}  // namespace

Command map_command() {
  return {.path = "map",
          .summary = "Maps the parties of a puzzle: filled cells, cells proven empty, open ones",
          .footer = map_examples,
          .declare = with_options(declare_map, run_map),
          .interruptible = true};
}

}  // namespace skerry::party
