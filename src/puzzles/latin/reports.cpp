#include "puzzles/latin/reports.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <cmath>
#include <functional>
#include <map>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

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
  const Notation notation = solved.puzzle.notation();
  const auto written = [&](std::uint8_t value) { return value_of(notation, value); };
  const ListedSolutions& listed = *solved.listed;
  if (listed.shown) {
    json["grids"] = Json::array();
    for (const auto& grid : listed.grids)
      json["grids"].push_back(rows_of(grid, solved.puzzle.size(), written));
  }
  json["differences"] = Json::array();
  for (const auto& [cell, values] : listed.differences) {
    json["differences"].push_back(
        {{"cell", cell_json(cell, solved.puzzle.size())}, {"values", values_of(notation, values)}});
  }
  if (!listed.mending) return;
  json["mending"] = {{"hints", Json::array()}, {"fewest", listed.fewest}};
  for (const FurtherHint& hint : *listed.mending) {
    json["mending"]["hints"].push_back(hint.cell ? Json{{"cell", cell_json(*hint.cell, solved.puzzle.size())},
                                                        {"value", written(hint.value)}}
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
                     solutions_found(solved.result.solutions, limit),
                     counted_sequences(solved.result.counts.sequences), grouped(solved.result.counts.rounds),
                     grouped(solved.result.guesses), 1e3 * solved.seconds, solved.drawn);
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
  json["solutions"] = solved.result.solutions;
  const Notation notation = solved.puzzle.notation();
  const auto written = [&](std::uint8_t value) { return value_of(notation, value); };
  json["grid"] = solved.result.grid ? rows_of(*solved.result.grid, solved.puzzle.size(), written) : Json();
  json["sequences"] = solved.result.counts.sequences.value_or(0);
  json["guesses"] = solved.result.guesses;
  json["rounds"] = solved.result.counts.rounds;
  json["seconds"] = solved.seconds;
  if (solved.listed) add_listed(json, solved);
  return json_line(json);
}

std::string candidates_text(const InferredPuzzle& inferred) {
  const bool clash = inferred.result.candidates.empty();
  const std::string found = clash ? "no solution"
                                  : fmt::format("{} of {} cells resolved", inferred.result.resolved,
                                                inferred.result.candidates.size());
  return fmt::format("puzzle {}: {}; {}{} rounds, {:.3g} ms\n{}", inferred.index, found,
                     counted_sequences(inferred.result.counts.sequences),
                     grouped(inferred.result.counts.rounds), 1e3 * inferred.seconds,
                     clash ? "" : text_of(inferred.result.candidates, inferred.puzzle.notation().symbols));
}

std::string candidates_json(const InferredPuzzle& inferred) {
  Json json;
  json["index"] = inferred.index;
  const Notation notation = inferred.puzzle.notation();
  const auto written = [&](std::uint32_t values) { return values_of(notation, values); };
  json["candidates"] = inferred.result.candidates.empty()
                           ? Json()
                           : rows_of(inferred.result.candidates, inferred.puzzle.size(), written);
  json["sequences"] = inferred.result.counts.sequences.value_or(0);
  json["rounds"] = inferred.result.counts.rounds;
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

}  // namespace skerry::latin
