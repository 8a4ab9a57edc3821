#include "app/text/utf8.hpp"
#include "puzzles/party/draw/draw.hpp"
#include "puzzles/party/draw/draw_words.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

using TableRow = std::vector<std::string>;

/// Returns the rows with their columns in line, two blanks apart, each row after a prefix.
std::string table_text(const std::vector<TableRow>& rows, std::string_view prefix) {
  std::vector<std::size_t> widths;
  for (const TableRow& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], characters_in(row[i]));
  }
  std::string text;
  for (const TableRow& row : rows) {
    std::string line(prefix);
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i] + std::string(widths[i] - characters_in(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::ranges::replace_if(line, is_control, ' ');
    text += line + '\n';
  }
  return text;
}

/// Returns the neighbours of a node with the weights of the edges to them: "front 0.5, back 1".
std::string neighbours_text(const Puzzle& puzzle, std::span<const double> weights, std::size_t node) {
  std::vector<std::string> texts;
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
    const auto& [a, b] = puzzle.edges[edge];
    if (a != node && b != node) continue;
    const std::string& name = puzzle.nodes[a == node ? b : a].name;
    texts.push_back(weights.empty() ? name : fmt::format("{} {:.3g}", name, weights[edge]));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string who_may_stand(const Puzzle& puzzle, std::size_t node) {
  if (const auto& locked = puzzle.nodes[node].locked) {
    return name_and_id(puzzle, *locked) + ", locked";
  }
  std::vector<std::string> conditions;
  for (const NodeCondition& condition : puzzle.nodes[node].conditions) {
    conditions.push_back(condition_text(puzzle, condition, true));
  }
  return conditions.empty() ? "any hero" : fmt::format("{}", fmt::join(conditions, " and "));
}

std::string title_line(const Puzzle& puzzle, const std::string& text) {
  return table_text({{fmt::format("{}: {}", puzzle.name, text)}}, "# ");
}

std::string puzzle_text(const Puzzle& puzzle) {
  std::vector<TableRow> rows = {{"node", "who may stand there", "neighbours"}};
  for (std::size_t node = 0; node < puzzle.nodes.size(); ++node) {
    rows.push_back({puzzle.nodes[node].name, who_may_stand(puzzle, node), neighbours_text(puzzle, {}, node)});
  }
  std::vector<TableRow> rules;
  for (const std::string& rule : rules_asked(puzzle)) rules.push_back({"asked", rule});
  return title_line(puzzle, fmt::format("{} nodes, {} edges", puzzle.nodes.size(), puzzle.edges.size())) +
         table_text(rows, "# ") + table_text(rules, "# ");
}

std::string party_drawing(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  const std::vector<double> weights = weights_of_edges(puzzle, party);
  const NumericColumn& objective = puzzle.pool.numeric[puzzle.objective];
  std::vector<TableRow> rows;
  for (std::uint32_t node = 0; node < party.size(); ++node) {
    const std::uint32_t hero = party[node];
    // Blanks align, so none may make another hero of an id.
    if (begins_another(puzzle.pool, puzzle.pool.ids[hero])) {
      rows.push_back({puzzle.nodes[node].name + ":", puzzle.pool.ids[hero]});
      continue;
    }
    rows.push_back({puzzle.nodes[node].name + ":", puzzle.pool.ids[hero],
                    puzzle.pool.names.empty() ? "" : puzzle.pool.names[hero],
                    fmt::format("{:.10g}", objective.value[hero]), neighbours_text(puzzle, weights, node),
                    misplaced(puzzle, party, node) ? "BREAKS A RULE" : ""});
  }
  std::vector<TableRow> rules;
  const std::vector<Verdict> verdicts = judge(puzzle, party);
  rules.reserve(verdicts.size());
  for (const Verdict& verdict : verdicts) {
    rules.push_back({verdict.met ? "met" : "BROKEN", verdict.rule, verdict.found});
  }
  return title_line(puzzle, totals_text(puzzle, party) + ", " + state_text(verdicts)) +
         fmt::format("# node: hero, {}, {}, weights of the edges\n",
                     puzzle.pool.names.empty() ? "id" : "name", objective.name) +
         table_text(rows, "") + table_text(rules, "# ");
}

}  // namespace

std::string draw_text(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  return party.empty() ? puzzle_text(puzzle) : party_drawing(puzzle, party);
}

}  // namespace skerry::party
