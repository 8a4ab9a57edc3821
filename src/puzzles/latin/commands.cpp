#include "puzzles/latin/commands.hpp"

#include "skerry/error.hpp"

#include "puzzles/latin/mending.hpp"
#include "puzzles/latin/reports.hpp"
#include "puzzles/stopwatch.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <system_error>

#include <fmt/core.h>

namespace skerry::latin {
namespace {

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

void validate(const SolveOptions& options) {
  const char* const listing = options.all ? "--all" : "--mend";
  if (options.inference_only && options.lists()) {
    throw UsageError(fmt::format("--inference-only finds no solutions; leave out {}", listing));
  }
  if (!options.explains()) {
    if (options.pictures.empty()) return;
    throw UsageError("--pictures shows the steps of --explain or --hint; add one of them");
  }
  const char* const name = options.explain ? "--explain" : "--hint";
  if (options.limit) throw UsageError(fmt::format("{} counts no solutions; leave out --count", name));
  if (options.lists()) {
    throw UsageError(fmt::format("{} shows the way to one solution; leave out {}", name, listing));
  }
  if (!options.without.empty()) {
    throw UsageError(fmt::format("{} has rules of its own; leave out --without", name));
  }
}

void declare_solve(CommandLine& line, SolveOptions& options) {
  line.argument("FILE", &options.file, "The puzzles; - for standard input");
  line.option("--count", &options.limit,
              "Count the solutions up to this limit (default 2; with --all and --mend 1,000)",
              {.value = "LIMIT", .range = Range<std::uint64_t>{1, INT64_MAX}});
  line.flag("--all", &options.all, "Show all solutions, and the cells in which they differ");
  line.flag("--mend", &options.mend, "Name the fewest further givens or clues that leave one solution");
  declare_without(line, options.without);
  line.flag("--inference-only", &options.inference_only, "Never guess; print the candidates of each cell",
            "--count");
  line.flag("--explain", &options.explain, "Explain the way to the solution step by step, the easiest first",
            "--inference-only");
  line.flag("--hint", &options.hint, "Explain the next step alone", "--inference-only");
  line.option("--pictures", &options.pictures,
              "With --explain or --hint: a folder for a picture of each step, and a page of all",
              {.value = "FOLDER"});
  line.flag("--json", &options.json, "Print one JSON object for each puzzle, one a line");
}

struct Answer {
  std::string report;
  bool solvable = false;
  std::string reason = {};
};

std::string reason_of(const std::optional<Clash>& clash, const AnyPuzzle& puzzle) {
  return fmt::format("{} ({})", clash ? ": " + puzzle.reason_of(*clash) : "", puzzle.where());
}

/// The hints that a puzzle does not give, the clues before the cells, and what they are in its solutions.
class FurtherHints {
 public:
  using Values = AnyPuzzle::Values;
  using Numbers = std::vector<std::uint32_t>;

  explicit FurtherHints(const AnyPuzzle& puzzle)
      : puzzle_(puzzle), told_(puzzle.hints()), clues_(untold(told_.clues)), cells_(untold(told_.givens)) {}

  std::vector<Values> values_of(const std::vector<Values>& grids) const {
    std::vector<Values> all;
    for (const Values& grid : grids) {
      Values& values = all.emplace_back();
      const Values seen = clues_.empty() ? Values() : puzzle_.clues_of(grid);
      for (const std::uint32_t clue : clues_) values.push_back(seen[clue]);
      for (const std::uint32_t cell : cells_) values.push_back(grid[cell]);
    }
    return all;
  }
  FurtherHint hint(std::uint32_t number, std::uint8_t value) const {
    if (number >= clues_.size()) return {.cell = cells_[number - clues_.size()], .value = value};
    return {.clue = puzzle_.name_of_clue(clues_[number], value), .value = value};
  }
  /// Returns the values of some other solutions that agree with these hints of one.
  std::vector<Values> agreeing(const Values& values, const Numbers& hints) const {
    constexpr std::size_t most = 64;
    AnyPuzzle::Hints told = told_;
    for (const std::uint32_t hint : hints)
      (hint < clues_.size() ? told.clues[clues_[hint]] : told.givens[cells_[hint - clues_.size()]]) =
          values[hint];
    std::vector<Values> others = values_of(puzzle_.solved_with(told, most).grids);
    std::erase(others, values);
    return others;
  }

 private:
  static Numbers untold(const Values& hints) {
    Numbers numbers;
    for (std::uint32_t number = 0; number < hints.size(); ++number)
      if (hints[number] == 0) numbers.push_back(number);
    return numbers;
  }

  const AnyPuzzle& puzzle_;
  AnyPuzzle::Hints told_;
  Numbers clues_;
  Numbers cells_;
};

/// Finds hints that leave one solution: the fewest if `all` solutions are listed.
void mend(ListedSolutions& listed, const AnyPuzzle& puzzle, bool all) {
  const FurtherHints further(puzzle);
  const auto values = further.values_of(listed.grids);
  const Mending found =
      all ? fewest_hints(values) : few_hints(values[0], [&](const FurtherHints::Numbers& hints) {
        return further.agreeing(values[0], hints);
      });
  listed.fewest = found.fewest;
  listed.mending.emplace();
  for (const std::uint32_t hint : found.hints)
    listed.mending->push_back(further.hint(hint, values[found.solution][hint]));
}

Answer solve_one(const AnyPuzzle& puzzle, std::size_t index, const SolveOptions& options) {
  const Stopwatch watch;
  const std::uint64_t most = options.most_solutions();
  SolvedPuzzle solved{
      .index = index, .puzzle = puzzle, .result = puzzle.solved(most, options.lists() ? most : 0)};
  solved.seconds = watch.seconds();
  AnyPuzzle::Solved& result = solved.result;
  if (result.grid) solved.drawn = puzzle.draw(*result.grid);
  if (options.lists()) {
    std::ranges::sort(result.grids);
    solved.listed = {std::move(result.grids), {}, options.all};
    solved.listed->differences = differences_of(solved.listed->grids);
    if (options.mend && result.solutions > 0) mend(*solved.listed, puzzle, result.solutions < most);
    if (options.all && result.solutions > 1) {
      solved.drawn.clear();
      for (std::size_t i = 0; i < solved.listed->grids.size(); ++i)
        solved.drawn += fmt::format("solution {}\n{}", i + 1, puzzle.draw(solved.listed->grids[i]));
    }
  }
  std::string report = options.json ? solution_json(solved) : solution_text(solved, most);
  if (solved.listed && !options.json) report += listed_text(*solved.listed, puzzle.board());
  return {std::move(report), result.solutions > 0, reason_of(result.clash, puzzle)};
}

Answer infer_one(const AnyPuzzle& puzzle, std::size_t index, const SolveOptions& options) {
  const Stopwatch watch;
  InferredPuzzle inferred{.index = index, .puzzle = puzzle, .result = puzzle.inferred()};
  inferred.seconds = watch.seconds();
  return {options.json ? candidates_json(inferred) : candidates_text(inferred), inferred.result.sound,
          reason_of(inferred.result.clash, puzzle)};
}

/// Returns also why there is no solution; empty if the explanation does not say so.
std::pair<Explanation, std::string> explained(const AnyPuzzle& puzzle, const Board& board,
                                              const ExplainLimits& limits = {}) {
  std::string reason = puzzle.contradiction();
  if (!reason.empty()) {
    return {{.steps = {}, .end = Explanation::End::contradiction, .candidates = {}}, std::move(reason)};
  }
  Explanation explanation = puzzle.explained(board, limits);
  if (explanation.end == Explanation::End::contradiction) {
    reason = fmt::format("{} ({})", explanation.steps.back().argument, puzzle.where());
  }
  return {std::move(explanation), std::move(reason)};
}

void print_no_solution(const AnyPuzzle& puzzle, std::size_t index, std::string_view reason) {
  print_message(fmt::format("puzzle {} has no solution{}{}", index, puzzle.own_values(), reason));
}

Answer explain_one(const AnyPuzzle& puzzle, std::size_t index, const SolveOptions& options,
                   std::optional<StepPictures>& pictures) {
  const Stopwatch watch;
  const Board board = puzzle.board();
  const auto [explanation, reason] = explained(puzzle, board, {.most_steps = options.hint ? 1 : SIZE_MAX});
  ExplainedPuzzle shown{.index = index, .notation = puzzle.notation(), .seconds = watch.seconds()};
  if (explanation.end == Explanation::End::solved) {
    shown.grid.emplace();
    for (const std::uint32_t values : explanation.candidates) {
      shown.grid->push_back(static_cast<std::uint8_t>(lowest(values)));
    }
    shown.drawn = puzzle.draw(*shown.grid);
  }
  // There is nothing to draw if the givens contradict each other.
  if (pictures && !explanation.candidates.empty()) {
    pictures->add(index, summary_of(explanation, board), board, puzzle.hints().givens, explanation,
                  [&](const Step& step) { return puzzle.frame_of(step); });
  }
  return {options.json ? explanation_json(shown, board, explanation)
                       : explanation_text(shown, board, explanation),
          reason.empty(), ": " + reason};
}

/// Answers for a puzzle whose givens contradict each other.
Answer refute_one(const AnyPuzzle& puzzle, std::size_t index, const SolveOptions& options) {
  if (options.inference_only) {
    const InferredPuzzle inferred{.index = index, .puzzle = puzzle};
    return {options.json ? candidates_json(inferred) : candidates_text(inferred)};
  }
  const SolvedPuzzle solved{.index = index, .puzzle = puzzle};
  return {options.json ? solution_json(solved) : solution_text(solved, options.most_solutions())};
}

ExitStatus solve_puzzles(const SolveOptions& options, MakeReader reader) {
  validate(options);
  const ReadPuzzles read = reader(options.without);
  Files files;
  const auto [text, name] = read_text(options.file, files);
  std::optional<StepPictures> pictures;
  if (!options.pictures.empty()) pictures.emplace(options.pictures);
  ExitStatus status = ExitStatus::done;
  std::size_t index = 0;
  read(text, name, [&](const AnyPuzzle& puzzle) {
    ++index;
    const std::string contradiction = puzzle.contradiction();
    const Answer answer = options.explains()       ? explain_one(puzzle, index, options, pictures)
                          : !contradiction.empty() ? refute_one(puzzle, index, options)
                          : options.inference_only ? infer_one(puzzle, index, options)
                                                   : solve_one(puzzle, index, options);
    print_result(answer.report);
    if (answer.solvable) return;
    status = ExitStatus::failed;
    print_no_solution(puzzle, index, contradiction.empty() ? answer.reason : ": " + contradiction);
  });
  if (pictures) pictures->finish();
  return status;
}

struct RateOptions {
  std::string file;
  bool json = false;
  bool summary = false;
};

void declare_rate(CommandLine& line, RateOptions& options) {
  line.argument("FILE", &options.file, "The puzzles; - for standard input");
  line.flag("--json", &options.json, "Print one JSON object for each puzzle, one a line");
  line.flag("--summary", &options.summary, "Print how many puzzles have each rating", "--json");
}

ExitStatus rate_puzzles(const RateOptions& options, MakeReader reader) {
  Files files;
  const auto [text, name] = read_text(options.file, files);
  ExitStatus status = ExitStatus::done;
  std::size_t index = 0;
  std::vector<std::optional<double>> ratings;
  reader({})(text, name, [&](const AnyPuzzle& puzzle) {
    const Stopwatch watch;
    const auto [explanation, reason] = explained(puzzle, puzzle.board());
    const RatedPuzzle rated{++index, explanation, watch.seconds()};
    if (options.summary) {
      ratings.push_back(rating_of(explanation));
    } else {
      print_result(options.json ? rating_json(rated) : rating_text(rated));
    }
    if (reason.empty()) return;
    status = ExitStatus::failed;
    print_no_solution(puzzle, index, ": " + reason);
  });
  if (options.summary) print_result(ratings_text(std::move(ratings)));
  return status;
}

template <typename Options>
std::function<Command::Action(CommandLine&)> with_reader(void (*declare)(CommandLine&, Options&),
                                                         ExitStatus (*run)(const Options&, MakeReader),
                                                         MakeReader reader) {
  return [=](CommandLine& line) -> Command::Action {
    const auto options = std::make_shared<Options>();
    declare(line, *options);
    return [=](Program& /*program*/) { return run(*options, reader); };
  };
}

}  // namespace

Command solve_command(std::string name, std::string summary, std::string footer, MakeReader reader) {
  return {.path = "solve " + std::move(name),
          .summary = std::move(summary),
          .footer = std::move(footer),
          .declare = with_reader(declare_solve, solve_puzzles, reader)};
}

Command rate_command(std::string name, std::string summary, std::string footer, MakeReader reader) {
  return {.path = "rate " + std::move(name),
          .summary = std::move(summary),
          .footer = std::move(footer),
          .declare = with_reader(declare_rate, rate_puzzles, reader)};
}

void declare_difficulty(CommandLine& line, GenerateOptions& options, const std::string& otherwise) {
  line.option("--difficulty", &options.difficulty, fmt::format("easy, hard or unreasonable ({})", otherwise),
              {.value = "NAME", .choices = {difficulty_names.begin(), difficulty_names.end()}});
  line.option("--rating", &options.rating, "The range of the rating that skerry rate gives, such as 3.0..4.5",
              {.value = "LOW..HIGH", .excludes = "--difficulty"});
}

std::optional<RatingRange> read_rating(const std::string& text, double lowest) {
  if (text.empty()) return std::nullopt;
  const std::size_t dots = text.find("..");
  const auto number = [&](std::string_view part) -> std::optional<double> {
    double value = 0;
    const char* const end = part.data() + part.size();
    const auto [rest, error] = std::from_chars(part.data(), end, value);
    if (error != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
    return value;
  };
  const std::string_view whole = text;
  const auto least = dots == std::string::npos ? std::nullopt : number(whole.substr(0, dots));
  const auto most = dots == std::string::npos ? std::nullopt : number(whole.substr(dots + 2));
  std::string fault;
  if (!least || !most) {
    fault = "is not of that form";
  } else if (*least > *most) {
    fault = "ends before it begins";
  } else if (*most < lowest) {
    fault = fmt::format("ends below {:.1f}, the rating of the easiest puzzles", lowest);
  }
  if (fault.empty()) return RatingRange{*least, *most};
  throw UsageError(fmt::format("--rating takes a range LOW..HIGH, such as 3.0..4.5; \"{}\" {}", text, fault));
}

void declare_series(CommandLine& line, GenerateOptions& options, const std::string& attempts) {
  constexpr Range<std::int64_t> up_to_a_million{1, 1'000'000};
  line.option("--count", &options.count, "Number of puzzles (default 1)",
              {.value = "K", .range = up_to_a_million});
  line.option("--seed", &options.seed, "Seed of all random numbers (default 1)", {.value = "N"});
  line.option("--attempts", &options.attempts, "Prunings tried for each puzzle" + attempts,
              {.value = "N", .range = up_to_a_million});
  line.option("--output", &options.output, "The file of puzzles (default: standard output)",
              {.value = "FILE"});
}

std::string counted(std::uint32_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

PuzzleOutput::PuzzleOutput(const std::string& path) : path_(path) {
  if (!path.empty()) file_.emplace(path);
}

void PuzzleOutput::write(const std::string& text) {
  if (file_) {
    file_->write(text);
  } else {
    print_result(text);
  }
}

void PuzzleOutput::finish(std::uint32_t count) {
  if (!file_) return;
  file_->close();
  print_result(fmt::format("{}  {}\n", counted(count, "puzzle"), path_));
}

}  // namespace skerry::latin
