#pragma once

#include "skerry/app/command.hpp"
#include "skerry/app/files.hpp"

#include "app/terminal/console.hpp"
#include "app/terminal/text_argument.hpp"
#include "engine/stopwatch.hpp"
#include "puzzles/latin/deduction.hpp"
#include "puzzles/latin/inference_form.hpp"
#include "puzzles/latin/solve_report.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::latin {

struct SolveOptions {
  std::string file;
  std::uint64_t limit = 2;
  std::vector<std::string> without;
  bool inference_only = false;
  bool json = false;
};

void declare_solve(CommandLine& line, SolveOptions& options);

/// The result for one puzzle, and the reason why it has no solution where that is known.
struct Answer {
  std::string report;
  bool solvable = false;
  std::string reason = {};
};

/// Returns ": " and a reason with the place of the puzzle.
std::string reason_of(const std::optional<Clash>& clash, const auto& puzzle) {
  return fmt::format("{} ({})", clash ? ": " + text_of(*clash, puzzle) : "", puzzle.where);
}

template <typename Kind>
Answer solve_one(const auto& puzzle, std::size_t index, const SolveOptions& options, const auto& settings) {
  const Stopwatch watch;
  const auto result = solve(puzzle, options.limit, settings);
  const double seconds = watch.seconds();
  const SolvedPuzzle solved{index,
                            Kind::size(puzzle),
                            result.solutions,
                            Kind::notation(puzzle),
                            result.grid,
                            result.grid ? Kind::draw(puzzle, *result.grid) : "",
                            Kind::sequences(result.counts),
                            result.guesses,
                            result.counts.rounds,
                            seconds};
  return {options.json ? solution_json(solved) : solution_text(solved, options.limit), result.solutions > 0,
          reason_of(result.clash, puzzle)};
}

template <typename Kind>
Answer infer_one(const auto& puzzle, std::size_t index, const SolveOptions& options, const auto& settings) {
  const Stopwatch watch;
  typename Kind::Inference inference(puzzle, settings);
  const bool sound = inference.start();
  const double seconds = watch.seconds();
  const auto& found = inference.candidates();
  InferredPuzzle inferred{index,
                          Kind::size(puzzle),
                          found.resolved,
                          Kind::notation(puzzle),
                          {},
                          Kind::sequences(inference.counts()),
                          inference.counts().rounds,
                          seconds};
  if (sound) inferred.candidates.assign(found.cells.begin(), found.cells.begin() + found.cell_count());
  return {options.json ? candidates_json(inferred) : candidates_text(inferred), sound,
          reason_of(inference.clash(), puzzle)};
}

/// Answers for a puzzle whose givens contradict each other.
template <typename Kind>
Answer refute_one(const auto& puzzle, std::size_t index, const SolveOptions& options) {
  const auto sequences = Kind::sequences({});
  if (options.inference_only) {
    const InferredPuzzle inferred{.index = index, .size = Kind::size(puzzle), .sequences = sequences};
    return {options.json ? candidates_json(inferred) : candidates_text(inferred)};
  }
  const SolvedPuzzle solved{.index = index, .size = Kind::size(puzzle), .sequences = sequences};
  return {options.json ? solution_json(solved) : solution_text(solved, options.limit)};
}

template <typename Kind>
ExitStatus solve_puzzles(const SolveOptions& options, Program& /*program*/) {
  const auto settings = without(Kind::forms, options.without);
  Files files;
  const auto [text, name] = read_text(options.file, files);
  const auto puzzles = Kind::parse(text, name);
  ExitStatus status = ExitStatus::done;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const auto& puzzle = puzzles[i];
    const std::string contradiction = Kind::contradiction(puzzle);
    const Answer answer = !contradiction.empty()   ? refute_one<Kind>(puzzle, i + 1, options)
                          : options.inference_only ? infer_one<Kind>(puzzle, i + 1, options, settings)
                                                   : solve_one<Kind>(puzzle, i + 1, options, settings);
    print_result(answer.report);
    if (answer.solvable) continue;
    status = ExitStatus::failed;
    const std::string reason = contradiction.empty() ? answer.reason : ": " + contradiction;
    print_message(fmt::format("puzzle {} has no solution{}{}", i + 1, Kind::own_values(puzzle), reason));
  }
  return status;
}

/// Makes the command `solve <name>` for a kind of puzzle, for which solve(puzzle, limit, settings) and
/// text_of(clash, puzzle) stand beside its puzzles. A Kind provides: Inference; forms, an array of its forms
/// of inference; parse(text, name), the puzzles of a file; size(puzzle); draw(puzzle, grid), a solution as
/// text; sequences(counts), where it counts any; notation(puzzle), how it writes values; own_values(puzzle),
/// such as " with the values 0 to 8", where these are not the usual ones; contradiction(puzzle), the reason
/// why its givens alone have no solution, or nothing.
template <typename Kind>
Command solve_command(std::string name, std::string summary, std::string footer) {
  return {.path = "solve " + std::move(name),
          .summary = std::move(summary),
          .footer = std::move(footer),
          .declare = with_options(declare_solve, solve_puzzles<Kind>)};
}

}  // namespace skerry::latin
