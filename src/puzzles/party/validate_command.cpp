#include "app/program/program.hpp"
#include "engine/communication/communicator.hpp"
#include "puzzles/party/commands.hpp"
#include "puzzles/party/validate/validated.hpp"
#include "puzzles/party/validate/validation.hpp"
#include "puzzles/party/validate/validation_report.hpp"

#include <map>
#include <string>
#include <utility>
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

Command validate_command() {
  return {.path = "validate",
          .summary = "Proves what a party puzzle costs, and what makes it so",
          .footer = validate_examples,
          .declare = with_options(declare_validate, run_validate),
          .runs_on = RunsOn::every_rank,
          .interruptible = true};
}

}  // namespace skerry::party
