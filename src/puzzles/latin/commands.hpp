#pragma once

#include "skerry/app/command.hpp"
#include "skerry/app/settings.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/latin/deduction.hpp"
#include "puzzles/latin/draw_steps.hpp"
#include "puzzles/latin/explanation.hpp"
#include "puzzles/latin/mending.hpp"
#include "puzzles/stopwatch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::latin {

struct Notation {
  std::vector<std::string> symbols = {};  ///< of the values from 1
  /// The number of value 1; none if values are not numbers.
  std::optional<std::uint32_t> lowest_number = 1;
};

/// A given or a clue that a puzzle lacks.
struct FurtherHint {
  std::optional<std::uint32_t> cell = {};  ///< none for a clue
  std::string clue = {};                   ///< such as "clue 3 on the left of row 2"
  std::uint8_t value = 0;
};

/// Several solutions of a puzzle, or its only one.
struct ListedSolutions {
  std::vector<std::vector<std::uint8_t>> grids;
  std::vector<CellValues> differences;  ///< the values of the cells in which the solutions differ
  bool shown = false;                   ///< whether the grids are asked for, too
  /// With these hints one solution is left.
  std::optional<std::vector<FurtherHint>> mending = {};
  bool fewest = true;  ///< see Mending
};

std::vector<CellValues> differences_of(const std::vector<std::vector<std::uint8_t>>& grids);

struct SolvedPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  std::uint32_t size = 0;
  std::uint64_t solutions = 0;
  Notation notation = {};
  std::optional<std::vector<std::uint8_t>> grid = {};  ///< the first solution, [size * size]
  std::string drawn = {};
  std::optional<std::uint64_t> sequences = {};  ///< none if the solver does not count them
  std::uint64_t guesses = 0;
  std::uint64_t rounds = 0;
  double seconds = 0;
  std::optional<ListedSolutions> listed = {};  ///< none unless they are asked for
};

std::string solution_text(const SolvedPuzzle& solved, std::uint64_t limit);
std::string listed_text(const ListedSolutions& listed, const Board& board);
std::string solution_json(const SolvedPuzzle& solved);

struct InferredPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  std::uint32_t size = 0;
  std::uint32_t resolved = 0;
  Notation notation = {};
  /// [size * size] sets, in which bit v - 1 is value v; empty after a clash.
  std::vector<std::uint32_t> candidates = {};
  std::optional<std::uint64_t> sequences = {};
  std::uint64_t rounds = 0;
  double seconds = 0;
};

std::string candidates_text(const InferredPuzzle& inferred);
std::string candidates_json(const InferredPuzzle& inferred);

struct ExplainedPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  Notation notation = {};
  std::optional<std::vector<std::uint8_t>> grid = {};  ///< the solution, if it was reached
  std::string drawn = {};
  double seconds = 0;
};

/// Says how the explanation ends, and which step is the hardest.
std::string summary_of(const Explanation& explanation, const Board& board);
std::string explanation_text(const ExplainedPuzzle& puzzle, const Board& board,
                             const Explanation& explanation);
std::string explanation_json(const ExplainedPuzzle& puzzle, const Board& board,
                             const Explanation& explanation);

struct SolveOptions {
  std::string file;
  std::optional<std::uint64_t> limit = {};  ///< of solutions; by default 2, or 1,000 where they are listed
  std::vector<std::string> without;
  bool inference_only = false;
  bool explain = false;
  bool hint = false;
  bool all = false;
  bool mend = false;
  bool json = false;
  std::string pictures;  ///< a folder for pictures of the steps; empty stands for none

  std::uint64_t most_solutions() const { return limit.value_or(lists() ? 1'000 : 2); }
  bool lists() const { return all || mend; }
  bool explains() const { return explain || hint; }
};

/// Throws UsageError for options that don't go together.
void validate(const SolveOptions& options);

void declare_solve(CommandLine& line, SolveOptions& options);

struct Answer {
  std::string report;
  bool solvable = false;
  std::string reason = {};
};

std::string reason_of(const std::optional<Clash>& clash, const auto& puzzle) {
  return fmt::format("{} ({})", clash ? ": " + text_of(*clash, puzzle) : "", puzzle.where);
}

/// Finds hints that leave one solution: the fewest if `grids` has all the solutions. A puzzle with clues has
/// clues_seen(puzzle, grid) and clue_name(puzzle, number).
void mend(ListedSolutions& listed, const auto& puzzle, bool all) {
  using Values = std::vector<std::uint8_t>;
  constexpr bool has_clues = requires {
    puzzle.clues;
  };
  constexpr std::uint64_t most_agreeing = 64;
  std::vector<std::uint32_t> clues;  // that are not told
  std::vector<std::uint32_t> cells;  // that are not given
  if constexpr (has_clues) {
    for (std::uint32_t clue = 0; clue < puzzle.clues.size(); ++clue) {
      if (puzzle.clues[clue] == 0) clues.push_back(clue);
    }
  }
  for (std::uint32_t cell = 0; cell < puzzle.givens.size(); ++cell) {
    if (puzzle.givens[cell] == 0) cells.push_back(cell);
  }
  const auto values_of = [&](const std::vector<Values>& grids) {
    std::vector<Values> all_values;
    for (const Values& grid : grids) {
      Values& values = all_values.emplace_back();
      if constexpr (has_clues) {
        const Values seen = clues_seen(puzzle, grid);
        for (const std::uint32_t clue : clues) values.push_back(seen[clue]);
      }
      for (const std::uint32_t cell : cells) values.push_back(grid[cell]);
    }
    return all_values;
  };
  const std::vector<Values> values = values_of(listed.grids);
  auto mended = puzzle;
  const auto add = [&](std::uint32_t hint, std::uint8_t value) {
    FurtherHint further{.value = value};
    if (hint >= clues.size()) {
      further.cell = cells[hint - clues.size()];
      mended.givens[*further.cell] = value;
    } else if constexpr (has_clues) {
      mended.clues[clues[hint]] = value;
      further.clue = clue_name(mended, clues[hint]);
    }
    return further;
  };
  const auto agreeing = [&](const std::vector<std::uint32_t>& hints) {
    mended = puzzle;
    for (const std::uint32_t hint : hints) add(hint, values[0][hint]);
    std::vector<Values> others = values_of(solve(mended, most_agreeing, {}, UINT64_MAX, most_agreeing).grids);
    std::erase(others, values[0]);
    return others;
  };
  const Mending found = all ? fewest_hints(values) : few_hints(values[0], agreeing);
  mended = puzzle;
  listed.fewest = found.fewest;
  listed.mending.emplace();
  for (const std::uint32_t hint : found.hints) {
    listed.mending->push_back(add(hint, values[found.solution][hint]));
  }
}

template <typename Kind>
Answer solve_one(const auto& puzzle, std::size_t index, const SolveOptions& options, const auto& settings) {
  const Stopwatch watch;
  const std::uint64_t most = options.most_solutions();
  auto result = solve(puzzle, most, settings, UINT64_MAX, options.lists() ? most : 0);
  const double seconds = watch.seconds();
  SolvedPuzzle solved{index,
                      Kind::size(puzzle),
                      result.solutions,
                      Kind::notation(puzzle),
                      result.grid,
                      result.grid ? Kind::draw(puzzle, *result.grid) : "",
                      Kind::sequences(result.counts),
                      result.guesses,
                      result.counts.rounds,
                      seconds};
  if (options.lists()) {
    std::ranges::sort(result.grids);
    solved.listed = {std::move(result.grids), {}, options.all};
    solved.listed->differences = differences_of(solved.listed->grids);
    if (options.mend && result.solutions > 0) mend(*solved.listed, puzzle, result.solutions < most);
    if (options.all && result.solutions > 1) {
      solved.drawn.clear();
      for (std::size_t i = 0; i < solved.listed->grids.size(); ++i) {
        solved.drawn += fmt::format("solution {}\n{}", i + 1, Kind::draw(puzzle, solved.listed->grids[i]));
      }
    }
  }
  std::string report = options.json ? solution_json(solved) : solution_text(solved, most);
  if (solved.listed && !options.json) report += listed_text(*solved.listed, Kind::board(puzzle));
  return {std::move(report), result.solutions > 0, reason_of(result.clash, puzzle)};
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

/// Returns also why there is no solution; empty if the explanation does not say so.
template <typename Kind>
std::pair<Explanation, std::string> explained(const auto& puzzle, const Board& board,
                                              const ExplainLimits& limits = {}) {
  std::string reason = Kind::contradiction(puzzle);
  if (!reason.empty()) {
    return {{.steps = {}, .end = Explanation::End::contradiction, .candidates = {}}, std::move(reason)};
  }
  Explanation explanation = explain(puzzle, board, limits);
  if (explanation.end == Explanation::End::contradiction) {
    reason = fmt::format("{} ({})", explanation.steps.back().argument, puzzle.where);
  }
  return {std::move(explanation), std::move(reason)};
}

template <typename Kind>
void print_no_solution(const auto& puzzle, std::size_t index, std::string_view reason) {
  print_message(fmt::format("puzzle {} has no solution{}{}", index, Kind::own_values(puzzle), reason));
}

template <typename Kind>
Answer explain_one(const auto& puzzle, std::size_t index, const SolveOptions& options,
                   std::optional<StepPictures>& pictures) {
  const Stopwatch watch;
  const Board board = Kind::board(puzzle);
  const auto [explanation, reason] =
      explained<Kind>(puzzle, board, {.most_steps = options.hint ? 1 : SIZE_MAX});
  ExplainedPuzzle shown{.index = index, .notation = Kind::notation(puzzle), .seconds = watch.seconds()};
  if (explanation.end == Explanation::End::solved) {
    shown.grid.emplace();
    for (const std::uint32_t values : explanation.candidates) {
      shown.grid->push_back(static_cast<std::uint8_t>(lowest(values)));
    }
    shown.drawn = Kind::draw(puzzle, *shown.grid);
  }
  // There is nothing to draw if the givens contradict each other.
  if (pictures && !explanation.candidates.empty()) {
    pictures->add(index, summary_of(explanation, board), board, puzzle.givens, explanation,
                  [&](const Step& step) { return step_frame(puzzle, step); });
  }
  return {options.json ? explanation_json(shown, board, explanation)
                       : explanation_text(shown, board, explanation),
          reason.empty(), ": " + reason};
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
  return {options.json ? solution_json(solved) : solution_text(solved, options.most_solutions())};
}

template <typename Kind>
ExitStatus solve_puzzles(const SolveOptions& options, Program& /*program*/) {
  validate(options);
  const auto settings = without(Kind::forms, options.without);
  Files files;
  const auto [text, name] = read_text(options.file, files);
  std::optional<StepPictures> pictures;
  if (!options.pictures.empty()) pictures.emplace(options.pictures);
  ExitStatus status = ExitStatus::done;
  std::size_t index = 0;
  Kind::for_each(text, name, [&](const auto& puzzle) {
    ++index;
    const std::string contradiction = Kind::contradiction(puzzle);
    const Answer answer = options.explains()       ? explain_one<Kind>(puzzle, index, options, pictures)
                          : !contradiction.empty() ? refute_one<Kind>(puzzle, index, options)
                          : options.inference_only ? infer_one<Kind>(puzzle, index, options, settings)
                                                   : solve_one<Kind>(puzzle, index, options, settings);
    print_result(answer.report);
    if (answer.solvable) return;
    status = ExitStatus::failed;
    print_no_solution<Kind>(puzzle, index, contradiction.empty() ? answer.reason : ": " + contradiction);
  });
  if (pictures) pictures->finish();
  return status;
}

/// solve(puzzle, limit, settings), explain(puzzle, board, limits), step_frame(puzzle, step) and
/// text_of(clash, puzzle) stand beside the puzzles. A Kind provides Inference, forms, for_each(text,
/// name, each), size(puzzle), board(puzzle), draw(puzzle, grid), sequences(counts), notation(puzzle),
/// own_values(puzzle), such as " with the values 0 to 8", and contradiction(puzzle), why givens alone have no
/// solution, or nothing.
template <typename Kind>
Command solve_command(std::string name, std::string summary, std::string footer) {
  return {.path = "solve " + std::move(name),
          .summary = std::move(summary),
          .footer = std::move(footer),
          .declare = with_options(declare_solve, solve_puzzles<Kind>)};
}

struct RateOptions {
  std::string file;
  bool json = false;
  bool summary = false;
};

void declare_rate(CommandLine& line, RateOptions& options);

/// The hardest step of an explanation, and how many there are under each rule.
struct RatedPuzzle {
  std::size_t index = 1;  ///< in the file, from 1
  const Explanation& explanation;
  double seconds = 0;
};

std::string rating_text(const RatedPuzzle& rated);
std::string rating_json(const RatedPuzzle& rated);
/// Returns how many puzzles have each rating, and the median; none stands for a puzzle without a rating.
std::string ratings_text(std::vector<std::optional<double>> ratings);

template <typename Kind>
ExitStatus rate_puzzles(const RateOptions& options, Program& /*program*/) {
  Files files;
  const auto [text, name] = read_text(options.file, files);
  ExitStatus status = ExitStatus::done;
  std::size_t index = 0;
  std::vector<std::optional<double>> ratings;
  Kind::for_each(text, name, [&](const auto& puzzle) {
    const Stopwatch watch;
    const auto [explanation, reason] = explained<Kind>(puzzle, Kind::board(puzzle));
    const RatedPuzzle rated{++index, explanation, watch.seconds()};
    if (options.summary) {
      ratings.push_back(rating_of(explanation));
    } else {
      print_result(options.json ? rating_json(rated) : rating_text(rated));
    }
    if (reason.empty()) return;
    status = ExitStatus::failed;
    print_no_solution<Kind>(puzzle, index, ": " + reason);
  });
  if (options.summary) print_result(ratings_text(std::move(ratings)));
  return status;
}

/// A Kind is as for solve_command().
template <typename Kind>
Command rate_command(std::string name, std::string summary, std::string footer) {
  return {.path = "rate " + std::move(name),
          .summary = std::move(summary),
          .footer = std::move(footer),
          .declare = with_options(declare_rate, rate_puzzles<Kind>)};
}

struct GenerateOptions {
  std::string difficulty;  ///< empty stands for any
  std::string rating;      ///< such as "3.0..4.5"; empty stands for any
  std::uint32_t count = 1;
  std::uint64_t seed = 1;
  std::uint32_t attempts = 0;  ///< 0 stands for the generator's default
  std::string output;          ///< empty stands for standard output
};

/// Declares --difficulty and --rating; `otherwise` is the help's description of a call without it.
void declare_difficulty(CommandLine& line, GenerateOptions& options, const std::string& otherwise);
/// Declares --count, --seed, --attempts and --output; `attempts` is the help's description of the attempts.
void declare_series(CommandLine& line, GenerateOptions& options, const std::string& attempts);

/// Reads a text such as "3.0..4.5", with the lowest rating that there is; none if it is empty. Throws
/// UsageError.
std::optional<RatingRange> read_rating(const std::string& text, double lowest);

/// Returns a text such as "1 puzzle" or "20 puzzles".
std::string counted(std::uint32_t count, std::string_view what);

/// An empty name stands for standard output, puzzle by puzzle.
class PuzzleOutput {
 public:
  /// Throws UsageError if the file can't be written.
  explicit PuzzleOutput(const std::string& path);

  void write(const std::string& text);
  /// Closes the file and prints how many puzzles it holds.
  void finish(std::uint32_t count);

 private:
  std::string path_;
  std::optional<OutputFile> file_;
};

}  // namespace skerry::latin
