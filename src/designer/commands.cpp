#include "designer/commands.hpp"

#include "skerry/app/load_problem.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/config/node.hpp"
#include "app/program/program.hpp"
#include "app/terminal/console.hpp"
#include "designer/answers/validated.hpp"
#include "designer/answers/validation.hpp"
#include "designer/answers/validation_report.hpp"
#include "designer/front/party_front.hpp"
#include "designer/map/party_map.hpp"
#include "designer/request/binding.hpp"
#include "designer/request/bound_search.hpp"
#include "designer/request/plant_request.hpp"
#include "designer/request/request.hpp"
#include "engine/communication/communicator.hpp"
#include "puzzles/party/generate/generate.hpp"
#include "puzzles/party/puzzle/measure_range.hpp"
#include "puzzles/party/search/problem.hpp"
#include "puzzles/stopwatch.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <unistd.h>

namespace skerry::party {
namespace {

constexpr const char* generate_examples =
    "Examples:\n"
    "  skerry generate party --type 2 --planted --output mine.toml\n"
    "      an optimum that is proven in a line, and for which the synergy costs nothing\n"
    "  skerry generate party --type 1 --seed 3 --output mine.toml\n"
    "      a puzzle of type 1 on a pool of 10,000 heroes (mine-pool.csv), each rule of which costs 3 % or\n"
    "      more, and the proof of its price (mine.proof.json)\n"
    "  skerry generate party --type 3 --binding 10% --set growth=0.12 --set nations=30 --output dear.toml\n"
    "      rules that cost 10 % or more, where prices rise faster and fewer nations live\n"
    "  skerry generate party --heroes 100000 --binding 0 --output large.toml\n"
    "      ten times as many heroes, and nothing is found out about the price\n"
    "  skerry generate party --planted --traits-together 0 --without-class --output scarce.toml\n"
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
    "Markets: in fashion, the default, peoples are in and out of favour; in church half of all heroes have\n"
    "one religion, and synergy counts five traits; in steep prices rise much with the level. --set changes\n"
    "level_mean, level_spread, base, growth, fashion, elf_premium, rarity, scarcity, luck, rounding, "
    "nations,\n"
    "hometowns, religions, nation_follows_race, religion_follows_race, religion_follows_nation,\n"
    "religion_of_all or class_follows_race (docs/designer.md).\n"
    "\n"
    "Traits of --planted: each race has two nations, religions and classes of its own, each nation two "
    "religions. With\n"
    "--traits-together 0 a hero's race, nation, religion and class are independent; with 1 nation and class\n"
    "are always among those of the race, and the religion among those of the race or the nation.\n"
    "\n"
    "A request is a puzzle file with ranges in place of some bounds, such as at_least = [70, 85], and a "
    "table\n"
    "[wanted] with the price of the cheapest party and the number of solutions (docs/designer.md). Exit "
    "status 1\n"
    "says that no such puzzle was found.\n"
    "\n"
    "The same options give the same bytes on every machine.";

constexpr double usual_binding = 0.03;
constexpr std::uint32_t most_draws = 100;

struct GenerateOptions {
  std::string request;
  GenerateSettings settings{.planted = false};
  bool without_class = false;
  std::string market;
  std::vector<std::string> changes;
  std::string binding;
  std::string buildable;
  std::filesystem::path pool;
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

/// Throws UsageError where puzzles that share the pool would lose it.
void refuse_other_pool(const std::filesystem::path& pool, const std::string& pool_csv) {
  std::ifstream file(pool, std::ios::binary);
  if (!file || std::string(std::istreambuf_iterator<char>(file), {}) == pool_csv) return;
  throw UsageError(fmt::format(
      "--pool {} is there and has other heroes than this puzzle, which drew a pool of its own; name "
      "another file, or remove that one",
      pool.string()));
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

double share(const std::string& text, std::string_view option, std::string_view what) {
  if (const auto part = parse_part(text); part && *part < 1) return *part;
  throw UsageError(fmt::format("{} is \"{}\"; {}, as 5% or 0.05, and 0 asks nothing", option, text, what));
}

/// Generates a puzzle of a market, with files beside it for the pool and, where rules have to bind, the
/// proof.
ExitStatus generate_market(const GenerateOptions& options, const std::filesystem::path& pool) {
  GenerateSettings settings = options.settings;
  settings.pool_file = pool.lexically_proximate(options.output.parent_path()).generic_string();
  settings.market = market_with(options.market.empty() ? "fashion" : options.market, options.changes);
  settings.binding = options.binding.empty()
                         ? usual_binding
                         : share(options.binding, "--binding", "it is a part of the price");
  if (!options.buildable.empty()) {
    if (settings.binding == 0)
      throw UsageError("--buildable goes with rules that bind; --binding 0 asks nothing of the pool");
    settings.buildable = share(options.buildable, "--buildable", "it is a part of all constructions");
  }
  const std::string heroes = fmt::format("pool     {}, {} heroes\n", pool.string(), grouped(settings.heroes));
  if (settings.binding == 0) {
    const Generated generated = generate(settings);
    if (!options.pool.empty()) refuse_other_pool(pool, generated.pool_csv);
    write_files(options.output, generated.puzzle_toml, pool, generated.pool_csv);
    print_result(fmt::format("puzzle   {}\n{}", options.output.string(), heroes));
    return ExitStatus::done;
  }
  const bool note = ::isatty(STDERR_FILENO) != 0;
  const auto puzzle = generate_binding(settings, most_draws, [&](const std::string& what) {
    if (note) print_note(what + "\n");
  });
  if (!puzzle) {
    throw Error(
        ExitStatus::failed,
        fmt::format("among {} pools of seed {} there is none on which each rule costs {:.4g} % or more{}; "
                    "another --seed may have one, or a smaller --binding{}",
                    most_draws, settings.seed, 100 * settings.binding,
                    settings.buildable > 0
                        ? fmt::format(" and {:.4g} % of guided constructions meet every rule",
                                      100 * settings.buildable)
                        : "",
                    settings.buildable > 0 ? ", or a market in which traits go together more" : ""));
  }
  if (!options.pool.empty()) refuse_other_pool(pool, puzzle->files.pool_csv);
  std::filesystem::path proof = options.output;
  proof.replace_extension(".proof.json");
  OutputFile proof_file(proof);
  write_files(options.output, puzzle->files.puzzle_toml, pool, puzzle->files.pool_csv);
  proof_file.write(puzzle->proof);
  proof_file.close();
  print_result(fmt::format("puzzle   {}\n{}proof    {}\ndrawn    {} pool{}\n{}\n", options.output.string(),
                           heroes, proof.string(), puzzle->draws, puzzle->draws == 1 ? "" : "s",
                           joined(puzzle->lines, "\n")));
  return ExitStatus::done;
}

ExitStatus generate_party(const GenerateOptions& options, Program& /*program*/) {
  GenerateSettings settings = options.settings;
  const bool of_market = !options.market.empty() || !options.changes.empty() || !options.binding.empty() ||
                         !options.buildable.empty() || !options.pool.empty();
  if (of_market && (settings.planted || !options.request.empty())) {
    throw UsageError(
        "--market, --set, --binding, --buildable and --pool draw heroes and prices of their own; they go "
        "without --planted and --request");
  }
  const std::filesystem::path pool =
      options.pool.empty() ? options.output.parent_path() / (options.output.stem().string() + "-pool.csv")
                           : options.pool;
  if (!options.request.empty()) return generate_from_request(options, pool);
  if (!settings.planted) {
    if (options.without_class || settings.traits_together != usual_together) {
      throw UsageError(
          "--traits-together and --without-class go with --planted; the traits of a market are changed by "
          "--set");
    }
    return generate_market(options, pool);
  }
  settings.pool_file = pool.filename().string();
  settings.class_counts = !options.without_class;
  const Generated generated = generate(settings);
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
              "The market that heroes and prices come from: fashion (default), church or steep",
              {.value = "NAME", .choices = {"fashion", "church", "steep"}, .excludes = "--traits-together"});
  line.option("--set", &options.changes, "Changes a setting of the market: KEY=VALUE",
              {.value = "KEY=VALUE"});
  line.option("--binding", &options.binding,
              "The part of the price that each rule has to cost (default 3%); 0 asks nothing",
              {.value = "SHARE"});
  line.option("--buildable", &options.buildable,
              "The least share of guided constructions by Algorithm 1 that meet every rule (default 0, any)",
              {.value = "SHARE"});
  line.option("--pool", &options.pool, "The pool of a market (default <name>-pool.csv beside the puzzle)",
              {.value = "FILE"});
  line.option("--output", &options.output, "The puzzle (default party.toml); its pool and proof go beside it",
              {.value = "FILE"});
}

constexpr const char* map_examples =
    "Examples:\n"
    "  skerry map puzzles/mine.toml\n"
    "      the cheapest party for each pair of numbers of different values, and what is proven to have none\n"
    "  skerry map puzzles/mine.toml --features \"distinct nation\" --features \"mean level in 10 cells\"\n"
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

constexpr const char* front_examples =
    "Examples:\n"
    "  skerry front puzzles/mine.toml\n"
    "      the price at each synergy that the rules allow: proven, an interval, or no party\n"
    "  skerry front puzzles/mine.toml --measure \"distinct nation\" --seconds 300\n"
    "      the price against the number of nations, with more time for proofs\n"
    "  skerry front puzzles/mine.toml --measure \"mean level from 80 to 90 in 10 cells\" --json\n"
    "      eleven levels from 80 to 90, with the party of each\n"
    "\n"
    "Exit status: 0; 1 where no party is found at any level; 2 for mistakes in the command line, 3 in the\n"
    "puzzle; 75 where a signal ended it, after what is known.";

struct FrontOptions {
  ConfigurationArguments configuration;
  std::string measure;
  PartyFrontSettings settings;
  bool json = false;
  bool quiet = false;
};

/// Returns what the price is set against: the measure that is asked, or the puzzle's second objective.
FeatureMeasure front_measure(const Puzzle& puzzle, const std::string& asked) {
  if (!asked.empty()) return features_of(puzzle).front();
  for (const ObjectiveMeasure& objective : objectives_of(puzzle)) {
    if (objective.measure.kind != MeasureKind::fitness) return {objective.measure};
  }
  throw UsageError("the puzzle has no objective besides its price; name a measure by --measure");
}

ExitStatus run_front(const FrontOptions& given, Program& program) {
  FrontOptions options = given;
  options.configuration.settings.emplace_back("problem.leave_out_dear=false");
  if (!options.measure.empty()) options.configuration.settings.push_back(setting_of({options.measure}));
  const auto loaded =
      load_problem<PartyProblem>(options.configuration, program, "party", "front is about party puzzles");
  const Puzzle& puzzle = loaded.problem.puzzle();
  options.settings.seed = loaded.seed;
  const FeatureMeasure measure = front_measure(puzzle, options.measure);
  const bool notes = !options.quiet && ::isatty(STDERR_FILENO) != 0;
  const PartyFront front =
      front_of(puzzle, measure, options.settings, interrupted, [&](const std::string& text) {
        if (notes) print_note(fmt::format("{}: {}", puzzle.name, text));
      });
  print_result(options.json ? json_line(json_of(front, puzzle)) + "\n" : text_of(front, puzzle));
  if (interrupted()) return ExitStatus::interrupted;
  const bool any =
      std::ranges::any_of(front.levels, [](const PartyLevel& level) { return !level.findings.best.empty(); });
  return any ? ExitStatus::done : ExitStatus::failed;
}

void declare_front(CommandLine& line, FrontOptions& options) {
  declare_configuration(line, options.configuration,
                        "A party puzzle, or a configuration with one, a TOML file");
  declare_seed(line, options.configuration.seed);
  line.option("--measure", &options.measure,
              "What the price is set against (default: the puzzle's second objective, else the synergy)",
              {.value = "MEASURE"});
  line.option("--seconds", &options.settings.seconds, "Seconds for all levels together (default 60)",
              {.value = "S", .range = Range<double>{0.1, 1e9}});
  line.option("--threads", &options.settings.threads, "Levels that are answered at the same time (default 2)",
              {.value = "N", .range = Range<std::uint64_t>{1, 1000}});
  line.flag("--json", &options.json, "Print a JSON object in place of the table");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

constexpr const char* validate_examples =
    "Examples:\n"
    "  skerry validate puzzles/mine.toml\n"
    "      can it be solved, at what price, how sure is that, and which rule makes it dear\n"
    "  skerry validate puzzles/*.toml --json > answers.jsonl\n"
    "      a JSON object for each puzzle, as for skerry-analysis\n"
    "  skerry validate yesterday/mine.toml today/mine.toml\n"
    "      what changed from one puzzle to the other, and what that did to each answer\n"
    "  skerry validate versions --compare\n"
    "      the same for all puzzles of a folder, each with the one before it\n"
    "  skerry validate puzzles/mine.toml --within 5% --catalogue 20 --differ 3\n"
    "      twenty parties within 5 % of the cheapest, each two of which differ in three heroes\n"
    "  skerry validate puzzles/mine.toml --proofs proofs\n"
    "      writes proofs/mine.proof.json, which `skerry check --proof` verifies without a solver\n"
    "  skerry validate puzzles --keep today\n"
    "      keeps each answer in the folder today; the same command goes on from there if it is killed\n"
    "  skerry validate puzzles --report today.html\n"
    "      all puzzles of a folder, and one page to send round, with a table of them\n"
    "  mpirun -n 4 skerry validate puzzles/mine.toml\n"
    "      four islands look for the first price\n"
    "\n"
    "PUZZLE is a puzzle file (docs/party.md), a configuration with one, or a folder, which stands for the\n"
    "puzzle files *.toml in it, by name.\n"
    "Exit status: 0 where all can be solved, 1 where one can't or is not decided; 2 for mistakes in\n"
    "the command line, 3 in a puzzle.";

struct ValidateOptions {
  std::vector<std::string> puzzles;
  std::string within = "2%";
  ValidationSettings settings;
  ReportSettings report;
  std::string keep;
  bool quiet = false;
};

double part_of(const std::string& text) {
  if (const auto part = parse_part(text)) return *part;
  throw UsageError(fmt::format("--within is \"{}\"; it is a part of the price, as 2% or 0.02", text));
}

/// Throws UsageError where the options do not fit the puzzles.
void check_options(const ValidateOptions& options, const std::vector<std::string>& files) {
  if (options.report.compare && files.size() < 2)
    throw UsageError("--compare compares a puzzle with the one before it, and there is one puzzle");
  std::map<std::string, std::string> puzzle_of;
  for (const std::string& file : files) {
    if (options.report.proofs.empty()) break;
    const std::string proof = proof_file(options.report.proofs, file);
    const auto [other, is_new] = puzzle_of.emplace(proof, file);
    if (!is_new) {
      throw UsageError(fmt::format("{} would be the certificate of both {} and {}; validate them apart",
                                   proof, other->second, file));
    }
  }
}

ExitStatus run_validate(const ValidateOptions& given, Program& program) {
  ValidateOptions options = given;
  options.settings.within = part_of(given.within);
  const bool notes = !options.quiet && ::isatty(STDERR_FILENO) != 0;
  const std::vector<std::string> files = puzzle_files(options.puzzles, program);
  collectively(program.world(), [&] { check_options(options, files); });
  options.report.compare = options.report.compare || files.size() == 2;
  ValidationReport report(options.settings, options.report);
  bool all = true;
  for (const std::string& file : files) {
    if (interrupted()) return ExitStatus::interrupted;
    Validated validated = validate_file(file, options.settings, options.keep, notes, program);
    if (!program.first_rank()) continue;
    all = validated.validation.answer.solvable == true && all;
    report.add(std::move(validated));
  }
  if (interrupted()) return ExitStatus::interrupted;
  if (program.first_rank()) report.end();
  return all ? ExitStatus::done : ExitStatus::failed;
}

void declare_validate(CommandLine& line, ValidateOptions& options) {
  ValidationSettings& settings = options.settings;
  line.argument("PUZZLE", &options.puzzles, "Puzzle files, folders of them, or configurations with one");
  line.option("--within", &options.within,
              "Count the parties that cost up to this part more than the cheapest (default 2%)",
              {.value = "PART"});
  line.option("--seconds", &settings.seconds, "Seconds for all answers about a puzzle (default 60)",
              {.value = "S", .range = Range<double>{0.1, 1e9}});
  line.option("--catalogue", &settings.catalogue, "Parties to show (default 10)", {.value = "K"});
  line.option("--differ", &settings.differ, "Heroes in which each two of them differ (default 2)",
              {.value = "D"});
  line.option("--front", &settings.front,
              "Also the price against the bound of the requirement on this property", {.value = "PROPERTY"});
  line.option("--seed", &settings.seed, "Seed of all random numbers (default 1)", {.value = "N"});
  line.option("--proofs", &options.report.proofs, "A folder for the certificates", {.value = "FOLDER"});
  line.option("--keep", &options.keep,
              "Keep each answer in this folder, and go on from there when the command was ended",
              {.value = "FOLDER"});
  line.option("--report", &options.report.page, "A page of HTML with all answers; FILE.json has them, too",
              {.value = "FILE"});
  line.flag("--compare", &options.report.compare,
            "Say of each puzzle what changed from the one before; of two puzzles it is always said");
  line.flag("--json", &options.report.json, "Print a JSON object for each puzzle");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

}  // namespace

static Command generate_command() {
  return {.path = "generate party",
          .summary = "A party building puzzle and its pool of heroes",
          .footer = generate_examples,
          .declare = with_options(declare_generate, generate_party)};
}

static Command front_command() {
  return {.path = "front",
          .summary = "The price of a party puzzle at each level of a measure, proven level by level",
          .footer = front_examples,
          .declare = with_options(declare_front, run_front),
          .interruptible = true};
}

static Command map_command() {
  return {.path = "map",
          .summary = "Maps the parties of a puzzle: filled cells, cells proven empty, open ones",
          .footer = map_examples,
          .declare = with_options(declare_map, run_map),
          .interruptible = true};
}

static Command validate_command() {
  return {.path = "validate",
          .summary = "Proves what a party puzzle costs, and what makes it so",
          .footer = validate_examples,
          .declare = with_options(declare_validate, run_validate),
          .runs_on = RunsOn::every_rank,
          .interruptible = true};
}

}  // namespace skerry::party

namespace skerry {

std::vector<Command> designer_commands() {
  return {party::front_command(), party::generate_command(), party::map_command(), party::validate_command()};
}

}  // namespace skerry
