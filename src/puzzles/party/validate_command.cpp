#include "skerry/app/load_problem.hpp"

#include "app/program/interruption.hpp"
#include "app/report/analysis_page.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/json_line.hpp"
#include "app/terminal/output_file.hpp"
#include "engine/mpi/communicator.hpp"
#include "puzzles/party/commands.hpp"
#include "puzzles/party/proof/certificate.hpp"
#include "puzzles/party/puzzle/impossible_rule.hpp"
#include "puzzles/party/search/problem.hpp"
#include "puzzles/party/validate/islands.hpp"
#include "puzzles/party/validate/rule_prices.hpp"
#include "puzzles/party/validate/validation_json.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <unistd.h>

namespace skerry::party {
namespace {

constexpr const char* validate_examples =
    "Examples:\n"
    "  skerry validate puzzles/mine.toml\n"
    "      can it be solved, at what price, how sure is that, and which rule makes it dear\n"
    "  skerry validate puzzles/*.toml --json > answers.jsonl\n"
    "      a JSON object for each puzzle, as for skerry-analysis\n"
    "  skerry validate puzzles/mine.toml --within 5% --catalogue 20 --differ 3\n"
    "      twenty parties within 5 % of the cheapest, each two of which differ in three heroes\n"
    "  skerry validate puzzles/mine.toml --proofs proofs\n"
    "      writes proofs/mine.proof.json, which `skerry check --proof` verifies without a solver\n"
    "  skerry validate puzzles/*.toml --report today.html\n"
    "      one page to send round, with a table of all puzzles\n"
    "  mpirun -n 4 skerry validate puzzles/mine.toml\n"
    "      four islands look for the first price\n"
    "\n"
    "PUZZLE is a puzzle file (docs/party.md), or a configuration with one.\n"
    "Exit status: 0 where all can be solved, 1 where one can't or is not decided; 2 for mistakes in\n"
    "the command line, 3 in a puzzle.";

struct ValidateOptions {
  std::vector<std::string> puzzles;
  std::string within = "2%";
  ValidationSettings settings;
  std::string proofs;
  std::string report;
  bool json = false;
  bool quiet = false;
};

/// Reads a part of the whole: "2%" or "0.02".
double part_of(const std::string& text) {
  const bool percent = !text.empty() && text.back() == '%';
  const char* end = text.data() + text.size() - (percent ? 1 : 0);
  double number = 0;
  const auto [last, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || last != end || !(number >= 0) || number > (percent ? 100 : 1)) {
    throw UsageError(fmt::format("--within is \"{}\"; it is a part of the price, as 2% or 0.02", text));
  }
  return percent ? number / 100 : number;
}

std::shared_ptr<const Roster> read_roster(const std::string& file, const Program& program) {
  Files files;
  const Settings settings = Settings::parse(files.read(file), file, Settings::Kind::data);
  if (!settings.has("problem")) return std::make_shared<const Roster>(read_puzzle(file, files));
  ConfigurationArguments arguments;
  arguments.file = file;
  arguments.settings = {"problem.leave_out_dear=false"};  // the answers are about every hero
  const auto loaded =
      load_problem<PartyProblem>(arguments, program, "party", "validate proves party puzzles");
  return std::make_shared<const Roster>(loaded.problem.puzzle());
}

std::string write_proof(const std::string& folder, const std::string& file, const Puzzle& puzzle,
                        const Validation& validation) {
  std::filesystem::create_directories(folder);
  const auto path =
      std::filesystem::path(folder) / (std::filesystem::path(file).stem().string() + ".proof.json");
  OutputFile output(path);
  output.write(certificate_text(puzzle, validation.whole, validation.findings));
  output.close();
  return path.string();
}

struct Answered {
  bool solvable = true;
  std::string json;  // on the first rank
};

/// Prints the answer about a puzzle with a rule that no party can meet, found while it was read.
Answered tell_impossible(const std::string& file, const std::string& rule, const std::string& why,
                         const ValidateOptions& options, const Program& program) {
  if (!program.first_rank()) return {};
  const std::string name = std::filesystem::path(file).stem().string();
  const std::string json = json_line(json_of_impossible(name, file, rule)) + "\n";
  print_result(options.json ? json : fmt::format("puzzle     {}\nsolvable   no: {}\n", name, why));
  return {false, json};
}

Answered answer(const std::shared_ptr<const Roster>& roster, const std::string& file,
                const ValidateOptions& options, Program& program) {
  const Puzzle& puzzle = roster->puzzle();
  if (!options.settings.front.empty()) requirement_on(puzzle, options.settings.front);
  const double seconds_of_islands = std::min(5.0, options.settings.seconds / 10);
  const IslandsAnswer islands =
      evolve_party(roster, options.settings.seed, seconds_of_islands, interrupted, program.world());
  if (!program.first_rank()) return {};
  const bool note = !options.quiet && ::isatty(STDERR_FILENO) != 0;
  const Validation validation =
      validate(puzzle, options.settings, islands, interrupted, [&](const std::string& text) {
        if (note) print_note(fmt::format("{}: {}", puzzle.name, text));
      });
  std::string proof;
  if (!options.proofs.empty() && !validation.findings.stages.empty())
    proof = write_proof(options.proofs, file, puzzle, validation);
  const std::string json = json_line(json_of(validation, puzzle, options.settings, file, proof)) + "\n";
  print_result(options.json ? json : text_of(validation, puzzle, options.settings));
  return {validation.answer.solvable == true, json};
}

/// Validates one puzzle and prints its answers. Collective.
Answered validate_file(const std::string& file, const ValidateOptions& options, Program& program) {
  std::shared_ptr<const Roster> roster;
  try {
    roster = read_roster(file, program);
  } catch (const ImpossibleRule& impossible) {
    return tell_impossible(file, impossible.rule(), impossible.what(), options, program);
  }
  return answer(roster, file, options, program);
}

void write_report(const std::string& answers, const std::string& page) {
  const std::filesystem::path file = page + ".json";
  OutputFile output(file);
  output.write(answers);
  output.close();
  make_page("validation", file, page);
}

ExitStatus run_validate(const ValidateOptions& given, Program& program) {
  ValidateOptions options = given;
  options.settings.within = part_of(given.within);
  bool all = true;
  std::string answers;
  for (const std::string& puzzle : options.puzzles) {
    if (interrupted()) return ExitStatus::interrupted;
    const Answered answered = validate_file(puzzle, options, program);
    all = answered.solvable && all;
    answers += answered.json;
  }
  if (interrupted()) return ExitStatus::interrupted;
  if (!options.report.empty() && program.first_rank()) write_report(answers, options.report);
  return all ? ExitStatus::done : ExitStatus::failed;
}

void declare_validate(CommandLine& line, ValidateOptions& options) {
  ValidationSettings& settings = options.settings;
  line.argument("PUZZLE", &options.puzzles, "Puzzle files, or configurations with one");
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
  line.option("--proofs", &options.proofs, "A folder for the certificates", {.value = "FOLDER"});
  line.option("--report", &options.report, "A page of HTML with all answers; FILE.json has them, too",
              {.value = "FILE"});
  line.flag("--json", &options.json, "Print a JSON object for each puzzle");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

}  // namespace

Command validate_command() {
  return {.path = "validate",
          .summary = "Proves what a party puzzle costs, and what makes it so",
          .footer = validate_examples,
          .declare = with_options(declare_validate, run_validate),
          .runs_on = RunsOn::every_rank,
          .interruptible = true};
}

}  // namespace skerry::party
