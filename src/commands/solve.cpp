#include "skerry/problems/skyscraper/solve.hpp"

#include "skerry/files.hpp"
#include "skerry/problems/skyscraper/formats.hpp"

#include "commands/console.hpp"
#include "commands/json_line.hpp"
#include "commands/program.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace skerry {
namespace {

using skyscraper::Puzzle;
using skyscraper::SolveResult;

constexpr const char* examples =
    "Examples:\n"
    "  skerry solve skyscraper puzzles.txt\n"
    "  skerry solve skyscraper puzzles.txt --count 1000 --json | jq .solutions\n"
    "\n"
    "FILE holds puzzles, one or many: game ids of sgt-puzzles' towers, one a line (6:clues,givens), and "
    "grids with\n"
    "their clues around them, with an empty line between two and a dot where nothing stands.\n"
    "\n"
    "Exit status: 0 where every puzzle has a solution, 1 where one has none, 3 where the file is in error.";

struct SolveOptions {
  std::string file;
  std::uint64_t limit = 2;
  bool json = false;
};

std::string solutions_text(const SolveResult& result, std::uint64_t limit) {
  if (result.solutions == 0) return "no solution";
  if (limit == 1) return "solved";
  if (result.solutions == limit) return fmt::format("{} or more solutions", grouped(limit));
  return result.solutions == 1 ? "one solution" : fmt::format("{} solutions", grouped(result.solutions));
}

std::string text_of(const Puzzle& puzzle, const SolveResult& result, std::size_t index, std::uint64_t limit,
                    double seconds) {
  return fmt::format("puzzle {}: {}; {} sequences, {} rounds, {} guesses, {:.3g} ms\n{}", index,
                     solutions_text(result, limit), grouped(result.counts.sequences),
                     grouped(result.counts.rounds), grouped(result.guesses), 1e3 * seconds,
                     result.grid ? draw_text(puzzle, *result.grid) : "");
}

nlohmann::ordered_json rows_of(const Puzzle& puzzle, const skyscraper::Grid& grid) {
  auto rows = nlohmann::ordered_json::array();
  for (auto row = grid.begin(); row != grid.end(); row += puzzle.size) {
    rows.push_back(skyscraper::Grid(row, row + puzzle.size));
  }
  return rows;
}

std::string json_of(const Puzzle& puzzle, const SolveResult& result, std::size_t index, double seconds) {
  nlohmann::ordered_json json;
  json["index"] = index;
  json["solutions"] = result.solutions;
  json["grid"] = result.grid ? rows_of(puzzle, *result.grid) : nullptr;
  json["sequences"] = result.counts.sequences;
  json["guesses"] = result.guesses;
  json["rounds"] = result.counts.rounds;
  json["seconds"] = seconds;
  return json_line(json);
}

ExitStatus solve_skyscraper(const SolveOptions& options) {
  Files files;
  const auto puzzles = skyscraper::parse_puzzles(files.read(options.file, Files::Role::data), options.file);
  ExitStatus status = ExitStatus::done;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Puzzle& puzzle = puzzles[i];
    const auto start = std::chrono::steady_clock::now();
    const SolveResult result = skyscraper::solve(puzzle, options.limit);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    print_result(options.json ? json_of(puzzle, result, i + 1, elapsed.count())
                              : text_of(puzzle, result, i + 1, options.limit, elapsed.count()));
    if (result.solutions > 0) continue;
    status = ExitStatus::failed;
    print_message(fmt::format("puzzle {} has no solution{} ({})", i + 1,
                              result.clash ? ": " + result.clash->text(puzzle) : "", puzzle.where));
  }
  return status;
}

}  // namespace

void add_solve(CLI::App& app, Program& program) {
  CLI::App* solve = app.add_subcommand("solve", "Solves puzzles exactly");
  solve->require_subcommand(1);
  auto options = std::make_shared<SolveOptions>();
  CLI::App* command = solve->add_subcommand("skyscraper", "Skyscrapers, by inference and guesses");
  command->footer(examples);
  command->add_option("FILE", options->file, "The puzzles")->required();
  command->add_option("--count", options->limit, "Count the solutions up to this limit (default 2)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{INT64_MAX}))
      ->type_name("LIMIT");
  command->add_flag("--json", options->json, "Print one JSON object a line for each puzzle");
  command->callback(
      [options, &program] { program.on_first_rank = [options] { return solve_skyscraper(*options); }; });
}

}  // namespace skerry
