#include "puzzles/latin/commands.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <climits>
#include <cmath>
#include <functional>
#include <map>
#include <system_error>

namespace skerry::latin {
namespace {

using Json = nlohmann::ordered_json;

std::string solutions_found(std::uint64_t solutions, std::uint64_t limit) {
  if (solutions == 0) return "no solution";
  if (limit == 1) return "solved";
  if (solutions == limit) return fmt::format("{} or more solutions", grouped(limit));
  return solutions == 1 ? "one solution" : fmt::format("{} solutions", grouped(solutions));
}

/// Returns a text such as "12 sequences, ".
std::string counted_sequences(const std::optional<std::uint64_t>& sequences) {
  return sequences ? grouped(*sequences) + " sequences, " : "";
}

/// Returns a value as the puzzle writes it: a number, or a text where its values are no numbers.
Json value_of(const Notation& notation, std::uint32_t value) {
  if (notation.lowest_number) return value - 1 + *notation.lowest_number;
  return notation.symbols.at(value - 1);
}

Json values_of(const Notation& notation, std::uint32_t values) {
  Json list = Json::array();
  for (; values != 0; values &= values - 1) list.push_back(value_of(notation, lowest(values)));
  return list;
}

/// Returns a list [row][column] of the results of `entry` for each cell.
template <typename T, typename Entry>
Json rows_of(const std::vector<T>& cells, std::uint32_t size, Entry entry) {
  Json rows = Json::array();
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (cell % size == 0) rows.push_back(Json::array());
    rows.back().push_back(entry(cells[cell]));
  }
  return rows;
}

Json cell_json(std::uint32_t cell, std::uint32_t size) {
  return Json::array({cell / size + 1, cell % size + 1});
}

std::string text_of(const FurtherHint& hint, const Board& board) {
  return hint.cell ? fmt::format("{} is {}", board.cell_name(*hint.cell), board.symbol(hint.value))
                   : hint.clue;
}

void add_listed(Json& json, const SolvedPuzzle& solved) {
  const auto written = [&](std::uint8_t value) { return value_of(solved.notation, value); };
  const ListedSolutions& listed = *solved.listed;
  if (listed.shown) {
    json["grids"] = Json::array();
    for (const auto& grid : listed.grids) json["grids"].push_back(rows_of(grid, solved.size, written));
  }
  json["differences"] = Json::array();
  for (const auto& [cell, values] : listed.differences) {
    json["differences"].push_back(
        {{"cell", cell_json(cell, solved.size)}, {"values", values_of(solved.notation, values)}});
  }
  if (!listed.mending) return;
  json["mending"] = {{"hints", Json::array()}, {"fewest", listed.fewest}};
  for (const FurtherHint& hint : *listed.mending) {
    json["mending"]["hints"].push_back(
        hint.cell ? Json{{"cell", cell_json(*hint.cell, solved.size)}, {"value", written(hint.value)}}
                  : Json{{"clue", hint.clue}, {"value", hint.value}});
  }
}

}  // namespace

std::vector<CellValues> differences_of(const std::vector<std::vector<std::uint8_t>>& grids) {
  std::vector<CellValues> differences;
  for (std::uint32_t cell = 0; !grids.empty() && cell < grids[0].size(); ++cell) {
    std::uint32_t values = 0;
    for (const auto& grid : grids) values |= value_bit<std::uint32_t>(grid[cell]);
    if (!single(values)) differences.push_back({cell, values});
  }
  return differences;
}

std::string solution_text(const SolvedPuzzle& solved, std::uint64_t limit) {
  return fmt::format("puzzle {}: {}; {}{} rounds, {} guesses, {:.3g} ms\n{}", solved.index,
                     solutions_found(solved.solutions, limit), counted_sequences(solved.sequences),
                     grouped(solved.rounds), grouped(solved.guesses), 1e3 * solved.seconds, solved.drawn);
}

std::string listed_text(const ListedSolutions& listed, const Board& board) {
  std::string text;
  const std::size_t count = listed.differences.size();
  if (count > 0) {
    text += fmt::format("the solutions differ in {} of {} cells:", count, board.cell_count());
    for (const CellValues& each : listed.differences) {
      text += fmt::format("{} {} ({})", &each == listed.differences.data() ? "" : ",",
                          board.cell_name(each.cell), board.symbols(each.values, "or"));
    }
    text += "\n";
  }
  if (listed.mending && !listed.mending->empty()) {
    const std::size_t hints = listed.mending->size();
    text += fmt::format("{} further hint{} leave{} one solution{}:", hints, hints == 1 ? "" : "s",
                        hints == 1 ? "s" : "", listed.fewest ? "" : " (fewer may do)");
    for (const FurtherHint& hint : *listed.mending) {
      text += fmt::format("{} {}", &hint == listed.mending->data() ? "" : ",", text_of(hint, board));
    }
    text += "\n";
  }
  return text;
}

std::string solution_json(const SolvedPuzzle& solved) {
  Json json;
  json["index"] = solved.index;
  json["solutions"] = solved.solutions;
  const auto written = [&](std::uint8_t value) { return value_of(solved.notation, value); };
  json["grid"] = solved.grid ? rows_of(*solved.grid, solved.size, written) : Json();
  json["sequences"] = solved.sequences.value_or(0);
  json["guesses"] = solved.guesses;
  json["rounds"] = solved.rounds;
  json["seconds"] = solved.seconds;
  if (solved.listed) add_listed(json, solved);
  return json_line(json);
}

std::string candidates_text(const InferredPuzzle& inferred) {
  const bool clash = inferred.candidates.empty();
  const std::string found =
      clash ? "no solution"
            : fmt::format("{} of {} cells resolved", inferred.resolved, inferred.candidates.size());
  return fmt::format("puzzle {}: {}; {}{} rounds, {:.3g} ms\n{}", inferred.index, found,
                     counted_sequences(inferred.sequences), grouped(inferred.rounds), 1e3 * inferred.seconds,
                     clash ? "" : text_of(inferred.candidates, inferred.notation.symbols));
}

std::string candidates_json(const InferredPuzzle& inferred) {
  Json json;
  json["index"] = inferred.index;
  const auto written = [&](std::uint32_t values) { return values_of(inferred.notation, values); };
  json["candidates"] =
      inferred.candidates.empty() ? Json() : rows_of(inferred.candidates, inferred.size, written);
  json["sequences"] = inferred.sequences.value_or(0);
  json["rounds"] = inferred.rounds;
  json["seconds"] = inferred.seconds;
  return json_line(json);
}

namespace {

std::string counted_steps(std::size_t steps) {
  return fmt::format("{} step{}", grouped(steps), steps == 1 ? "" : "s");
}

}  // namespace

std::string summary_of(const Explanation& explanation, const Board& board) {
  using End = Explanation::End;
  const std::vector<Step>& steps = explanation.steps;
  std::string text;
  if (!explanation.end)
    return steps.front().rule == "guess" ? "no rule leads on, but a guess" : "the next step";
  const auto open = std::ranges::count_if(explanation.candidates,
                                          [](std::uint32_t values) { return std::popcount(values) > 1; });
  switch (*explanation.end) {
    case End::solved:
      text = "solved in " + counted_steps(steps.size());
      break;
    case End::contradiction:
      if (steps.empty()) return "no solution";
      text = "no solution, as is shown in " + counted_steps(steps.size());
      break;
    case End::ambiguous:
      text = fmt::format("several solutions; {} leave {} of {} cells open", counted_steps(steps.size()), open,
                         board.cell_count());
      break;
    case End::open:
      text = fmt::format("no rule and no guess leads on; {} leave {} of {} cells open",
                         counted_steps(steps.size()), open, board.cell_count());
      break;
  }
  const auto guess = std::ranges::find(steps, "guess", &Step::rule);
  if (guess != steps.end()) {
    text += fmt::format(", {} of them guesses, the first at step {}",
                        std::ranges::count(steps, "guess", &Step::rule), guess - steps.begin() + 1);
  } else if (!steps.empty()) {
    const auto hardest = std::ranges::max_element(steps, {}, &Step::rating);
    text += fmt::format(", the hardest {} ({:.1f})", hardest->rule, hardest->rating);
  }
  return text;
}

namespace {

void write_step(std::string& text, const Step& step, const Board& board, const std::string& indent) {
  const std::string effect = effect_of(board, step);
  text += fmt::format("{}: {}", step.rule, step.argument);
  if (!step.refutation.empty()) {
    text += "\n";
    for (const Step& each : step.refutation) {
      text += indent;
      write_step(text, each, board, indent + "  ");
    }
    return;
  }
  if (!effect.empty()) text += ", so " + effect;
  text += "\n";
  for (const auto& sequence : step.sequences) {
    text += indent;
    for (const std::uint8_t value : sequence) text += board.symbol(value) + " ";
    text.back() = '\n';
  }
}

Json step_json(const Notation& notation, const Board& board, const Step& step) {
  const auto list = [](const auto& items, auto entry) {
    Json entries = Json::array();
    for (const auto& item : items) entries.push_back(entry(item));
    return entries;
  };
  const auto cell_of = [&](std::uint32_t cell) { return cell_json(cell, board.size()); };
  const auto written = [&](std::uint32_t value) { return value_of(notation, value); };
  Json json;
  json["rule"] = step.rule;
  json["rating"] = std::round(10 * step.rating) / 10;
  json["text"] = step.argument;
  json["cells"] = list(step.cells, cell_of);
  json["units"] = list(step.units, [&](std::uint32_t unit) { return board.unit_name(unit); });
  json["values"] = values_of(notation, step.values);
  if (!step.clues.empty()) json["clues"] = step.clues;
  json["places"] = list(step.places, [&](const CellValues& placed) {
    return Json{{"cell", cell_of(placed.cell)}, {"value", written(lowest(placed.values))}};
  });
  json["removes"] = list(step.removes, [&](const CellValues& removed) {
    return Json{{"cell", cell_of(removed.cell)}, {"values", values_of(notation, removed.values)}};
  });
  if (!step.chains.empty()) {
    json["chains"] = list(step.chains, [&](const std::vector<Link>& chain) {
      return list(chain, [&](const Link& link) {
        return Json{{"cell", cell_of(link.candidate.cell)},
                    {"value", written(lowest(link.candidate.values))},
                    {"holds", link.holds}};
      });
    });
  }
  if (!step.sequences.empty()) {
    json["sequences"] =
        list(step.sequences, [&](const std::vector<std::uint8_t>& values) { return list(values, written); });
  }
  if (!step.refutation.empty()) {
    json["refutation"] =
        list(step.refutation, [&](const Step& each) { return step_json(notation, board, each); });
  }
  return json;
}

const char* name_of(Explanation::End end) {
  constexpr std::array names = {"solved", "contradiction", "ambiguous", "open"};
  return names.at(static_cast<std::size_t>(end));
}

}  // namespace

std::string explanation_text(const ExplainedPuzzle& puzzle, const Board& board,
                             const Explanation& explanation) {
  std::string text = fmt::format("puzzle {}: {}; {:.3g} ms\n", puzzle.index, summary_of(explanation, board),
                                 1e3 * puzzle.seconds);
  const std::size_t width = std::to_string(explanation.steps.size()).size();
  for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
    text += fmt::format("{:>{}}. ", i + 1, width);
    write_step(text, explanation.steps[i], board, std::string(width + 4, ' '));
  }
  text += puzzle.drawn;
  const bool open =
      explanation.end == Explanation::End::ambiguous || explanation.end == Explanation::End::open;
  if (open) text += text_of(explanation.candidates, puzzle.notation.symbols);
  return text;
}

std::string explanation_json(const ExplainedPuzzle& puzzle, const Board& board,
                             const Explanation& explanation) {
  Json json;
  json["index"] = puzzle.index;
  json["end"] = explanation.end ? Json(name_of(*explanation.end)) : Json();
  json["steps"] = Json::array();
  for (const Step& step : explanation.steps) json["steps"].push_back(step_json(puzzle.notation, board, step));
  const auto written = [&](std::uint8_t value) { return value_of(puzzle.notation, value); };
  json["grid"] = puzzle.grid ? rows_of(*puzzle.grid, board.size(), written) : Json();
  const auto all = [&](std::uint32_t values) { return values_of(puzzle.notation, values); };
  json["candidates"] = explanation.end == Explanation::End::contradiction
                           ? Json()
                           : rows_of(explanation.candidates, board.size(), all);
  json["seconds"] = puzzle.seconds;
  return json_line(json);
}

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

namespace {

struct RuleCount {
  std::string_view rule;
  double rating = 0;  // of its hardest step
  std::uint64_t steps = 0;
};

/// The hardest rule comes first.
std::vector<RuleCount> rule_counts(const Explanation& explanation) {
  std::vector<RuleCount> counts;
  for (const Step& step : explanation.steps) {
    if (step.contradiction) continue;
    auto count = std::ranges::find(counts, step.rule, &RuleCount::rule);
    if (count == counts.end()) count = counts.insert(counts.end(), {step.rule});
    count->rating = std::max(count->rating, std::round(10 * step.rating) / 10);
    ++count->steps;
  }
  std::ranges::stable_sort(counts, std::greater{}, &RuleCount::rating);
  return counts;
}

}  // namespace

std::string rating_text(const RatedPuzzle& rated) {
  const auto counts = rule_counts(rated.explanation);
  std::string text = fmt::format("puzzle {}: ", rated.index);
  const auto rating = rating_of(rated.explanation);
  text += rating ? fmt::format("{:.1f} {}", *rating, counts.front().rule)
                 : fmt::format("no rating ({})", name_of(*rated.explanation.end));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    text += fmt::format("{} {} {}", i == 0 ? ";" : ",", grouped(counts[i].steps), counts[i].rule);
  }
  return text + "\n";
}

std::string rating_json(const RatedPuzzle& rated) {
  const auto counts = rule_counts(rated.explanation);
  const auto rating = rating_of(rated.explanation);
  Json json;
  json["index"] = rated.index;
  json["rating"] = rating ? Json(*rating) : Json();
  json["rule"] = rating ? Json(counts.front().rule) : Json();
  json["end"] = name_of(*rated.explanation.end);
  json["steps"] = Json::object();
  for (const RuleCount& count : counts) json["steps"][std::string(count.rule)] = count.steps;
  json["seconds"] = rated.seconds;
  return json_line(json);
}

std::string ratings_text(std::vector<std::optional<double>> ratings) {
  std::map<int, std::size_t> counts;
  for (const auto& rating : ratings) ++counts[rating ? static_cast<int>(*rating) : INT_MAX];
  std::string text = "rating      puzzles      %\n";
  for (const auto& [whole, count] : counts) {
    text += fmt::format("{:<10}  {:>7}  {:>5.1f}\n",
                        whole == INT_MAX ? "none" : fmt::format("{0}.0 to {0}.9", whole), grouped(count),
                        100.0 * static_cast<double>(count) / static_cast<double>(ratings.size()));
  }
  std::erase(ratings, std::nullopt);
  if (ratings.empty()) return text;
  const auto middle = ratings.begin() + static_cast<std::ptrdiff_t>((ratings.size() - 1) / 2);
  std::ranges::nth_element(ratings, middle);
  return text + fmt::format("median      {:>7.1f}\n", **middle);
}

void declare_rate(CommandLine& line, RateOptions& options) {
  line.argument("FILE", &options.file, "The puzzles; - for standard input");
  line.flag("--json", &options.json, "Print one JSON object for each puzzle, one a line");
  line.flag("--summary", &options.summary, "Print how many puzzles have each rating", "--json");
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
