#include "puzzles/latin/commands.hpp"

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

}  // namespace

std::string solution_text(const SolvedPuzzle& solved, std::uint64_t limit) {
  return fmt::format("puzzle {}: {}; {}{} rounds, {} guesses, {:.3g} ms\n{}", solved.index,
                     solutions_found(solved.solutions, limit), counted_sequences(solved.sequences),
                     grouped(solved.rounds), grouped(solved.guesses), 1e3 * solved.seconds, solved.drawn);
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

void declare_solve(CommandLine& line, SolveOptions& options) {
  line.argument("FILE", &options.file, "The puzzles; - for standard input");
  line.option("--count", &options.limit, "Count the solutions up to this limit (default 2)",
              {.value = "LIMIT", .range = Range<std::uint64_t>{1, INT64_MAX}});
  declare_without(line, options.without);
  line.flag("--inference-only", &options.inference_only, "Never guess; print the candidates of each cell",
            "--count");
  line.flag("--json", &options.json, "Print one JSON object for each puzzle, one a line");
}

void declare_difficulty(CommandLine& line, GenerateOptions& options, const std::string& otherwise) {
  line.option("--difficulty", &options.difficulty, fmt::format("easy, hard or unreasonable ({})", otherwise),
              {.value = "NAME", .choices = {difficulty_names.begin(), difficulty_names.end()}});
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
