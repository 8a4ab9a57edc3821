#include "puzzles/party/draw/draw_words.hpp"

#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

std::string hero_label(const Puzzle& puzzle, std::uint32_t hero) {
  const Pool& pool = puzzle.pool;
  return pool.names.empty() || pool.names[hero].empty() ? pool.ids[hero] : pool.names[hero];
}

std::string name_and_id(const Puzzle& puzzle, std::uint32_t hero) {
  const std::string label = hero_label(puzzle, hero);
  const std::string& id = puzzle.pool.ids[hero];
  return label == id ? id : fmt::format("{} ({})", label, id);
}

std::string objective_text(const Puzzle& puzzle, double value) {
  return fmt::format("{:.10g}{}{}", value, puzzle.unit.empty() ? "" : " ", puzzle.unit);
}

std::string condition_text(const Puzzle& puzzle, const NodeCondition& condition, bool with_column) {
  const CategoricalColumn& column = puzzle.pool.categorical[condition.column];
  std::vector<std::string> values;
  for (const std::uint32_t value : condition.values) values.push_back(column.values[value]);
  return fmt::format("{}{}{}", with_column ? column.name : "", with_column ? " " : "",
                     fmt::join(values, " or "));
}

std::string restricted_columns(const Puzzle& puzzle) {
  std::vector<std::string> columns;
  for (const Node& node : puzzle.nodes) {
    for (const NodeCondition& condition : node.conditions) {
      const std::string& name = puzzle.pool.categorical[condition.column].name;
      if (std::ranges::find(columns, name) == columns.end()) columns.push_back(name);
    }
  }
  return fmt::format("{}", fmt::join(columns, ", "));
}

std::vector<double> weights_of_edges(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  std::vector<double> weights;
  for (const auto& [from, to] : puzzle.edges) weights.push_back(edge_weight(puzzle, party[from], party[to]));
  return weights;
}

std::string totals_text(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  std::string text = fmt::format("total {} {}", puzzle.pool.numeric[puzzle.objective].name,
                                 objective_text(puzzle, score(puzzle, party).fitness));
  if (!puzzle.edges.empty()) text += fmt::format(", synergy {:.4g}", synergy(puzzle, party));
  return text;
}

std::string node_words(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::uint32_t node) {
  const Node& shown = puzzle.nodes[node];
  std::string words = shown.name;
  if (!party.empty()) {
    const NumericColumn& objective = puzzle.pool.numeric[puzzle.objective];
    words += fmt::format(": {}, {} {}{}", name_and_id(puzzle, party[node]), objective.name,
                         objective_text(puzzle, objective.value[party[node]]),
                         misplaced(puzzle, party, node) ? ", breaks a rule" : "");
  }
  if (shown.locked) words += fmt::format(", {} is locked here", name_and_id(puzzle, *shown.locked));
  for (const NodeCondition& condition : shown.conditions) {
    words += ", asks for " + condition_text(puzzle, condition, true);
  }
  return words;
}

std::string edge_words(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::size_t edge) {
  const auto& [a, b] = puzzle.edges[edge];
  const std::string ends = fmt::format("{} - {}", puzzle.nodes[a].name, puzzle.nodes[b].name);
  return party.empty() ? ends : fmt::format("{}: {:.3g}", ends, edge_weight(puzzle, party[a], party[b]));
}

std::vector<std::string> picture_words(const Puzzle& puzzle, std::span<const std::uint32_t> party) {
  std::vector<std::string> lines;
  for (std::uint32_t node = 0; node < puzzle.nodes.size(); ++node) {
    lines.push_back(node_words(puzzle, party, node));
  }
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
    lines.push_back(edge_words(puzzle, party, edge));
  }
  if (party.empty()) {
    for (const std::string& rule : rules_asked(puzzle)) lines.push_back("asked: " + rule);
    return lines;
  }
  lines.push_back(totals_text(puzzle, party));
  for (const Verdict& verdict : judge(puzzle, party)) {
    lines.push_back(fmt::format("{}: {}: {}", verdict.met ? "met" : "broken", verdict.rule, verdict.found));
  }
  return lines;
}

std::string state_text(std::span<const Verdict> verdicts) {
  const auto broken = std::ranges::count(verdicts, false, &Verdict::met);
  if (broken == 0) return "every rule met";
  return fmt::format("{} {} broken", broken, broken == 1 ? "rule" : "rules");
}

std::vector<std::string> rules_asked(const Puzzle& puzzle) {
  std::vector<std::string> rules;
  for (const Requirement& requirement : puzzle.requirements) rules.push_back(requirement.text);
  if (puzzle.synergy.at_least > 0) rules.push_back(synergy_rule(puzzle));
  return rules;
}

bool misplaced(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::uint32_t node) {
  const auto& locked = puzzle.nodes[node].locked;
  return std::ranges::count(party, party[node]) > 1 || !may_stand(puzzle, node, party[node]) ||
         (locked && *locked != party[node]);
}

}  // namespace skerry::party
