#include "puzzles/party/proof/clash_rules.hpp"

#include "puzzles/party/proof/whole_synergy.hpp"
#include "puzzles/party/puzzle/formation.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/requirement.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

using Kind = ClashRule::Kind;

std::vector<std::string> value_names(const CategoricalColumn& column, std::span<const std::uint32_t> codes) {
  std::vector<std::string> names;
  for (const std::uint32_t code : codes) names.push_back(column.values[code]);
  return names;
}

void add_sides(std::vector<ClashRule>& rules, ClashRule rule, const auto& sides) {
  if (sides.at_least) {
    rule.bound = *sides.at_least;
    rules.push_back(rule);
  }
  if (sides.at_most) {
    rule.at_most = true;
    rule.bound = *sides.at_most;
    rules.push_back(rule);
  }
}

const Requirement& requirement_of(const ClashRule& rule, const Puzzle& puzzle, const IntegerPuzzle& whole) {
  const std::size_t index = rule.kind == Kind::linear ? whole.linear[rule.index].requirement
                                                      : whole.by_value[rule.index].requirement;
  return puzzle.requirements[index];
}

/// Returns the number, cut to so many decimals on the side that asks for less.
double loosened(double number, double decimals, bool at_most) {
  const double scale = std::pow(10, decimals);
  const double nearest = std::round(number * scale);
  if (std::abs(nearest / scale - number) < tolerance) return nearest / scale;
  return (at_most ? std::ceil(number * scale) : std::floor(number * scale)) / scale;
}

}  // namespace

std::vector<std::uint32_t> nodes_restricted_alike(const Puzzle& puzzle, std::size_t node) {
  const auto same = [](const NodeCondition& a, const NodeCondition& b) {
    return a.column == b.column && a.values == b.values;
  };
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t other = 0; other < puzzle.nodes.size(); ++other) {
    if (std::ranges::equal(puzzle.nodes[node].conditions, puzzle.nodes[other].conditions, same))
      nodes.push_back(other);
  }
  return nodes;
}

std::vector<ClashRule> clash_rules(const Puzzle& puzzle, const IntegerPuzzle& whole) {
  std::vector<ClashRule> rules;
  for (std::size_t r = 0; r < whole.linear.size(); ++r) {
    const LinearRule& rule = whole.linear[r];
    add_sides(rules, {Kind::linear, r, false, 0, puzzle.requirements[rule.requirement].text}, rule);
  }
  for (std::size_t r = 0; r < whole.by_value.size(); ++r) {
    const ValueRule& rule = whole.by_value[r];
    const Kind kind = rule.share ? Kind::share : Kind::distinct;
    add_sides(rules, {kind, r, false, 0, puzzle.requirements[rule.requirement].text}, rule);
  }
  if (puzzle.synergy.at_least > 0) {
    rules.push_back({Kind::synergy, 0, false, whole_synergy(puzzle).at_least, synergy_rule(puzzle)});
  }
  for (std::uint32_t node = 0; node < puzzle.nodes.size(); ++node) {
    if (puzzle.nodes[node].conditions.empty()) continue;
    const auto alike = nodes_restricted_alike(puzzle, node);
    if (alike.front() != node) continue;
    rules.push_back({Kind::restriction, node, false, static_cast<std::int64_t>(alike.size()),
                     restriction_text(puzzle, alike)});
  }
  for (std::uint32_t node = 0; node < puzzle.nodes.size(); ++node) {
    if (!puzzle.nodes[node].locked) continue;
    rules.push_back({Kind::locked, node, false, 1,
                     fmt::format("hero {} locked on {}", puzzle.pool.ids[*puzzle.nodes[node].locked],
                                 puzzle.nodes[node].name)});
  }
  return rules;
}

RelaxedRule relaxed(const ClashRule& rule, std::int64_t bound, const Puzzle& puzzle,
                    const IntegerPuzzle& whole) {
  const auto number = static_cast<double>(bound);
  if (rule.kind == Kind::restriction || rule.kind == Kind::locked) {
    if (bound <= 0) return {0, fmt::format("without {}", rule.text)};
    return {number, fmt::format("{} of these {} nodes with {}", bound, rule.bound, rule.text)};
  }
  if (rule.kind == Kind::synergy) {
    const double synergy = number * whole_synergy(puzzle).unit;
    return {synergy, fmt::format("synergy at least {}", loosened(synergy, 3, false))};
  }
  Requirement requirement = requirement_of(rule, puzzle, whole);
  double exact = number;
  double shown = number;
  if (rule.kind == Kind::linear) {
    exact /= static_cast<double>(whole.linear[rule.index].units);
    shown = exact;
    if (requirement.kind == RequirementKind::average) {
      exact /= static_cast<double>(puzzle.nodes.size());
      shown = loosened(exact, 2, rule.at_most);
    }
  }
  (rule.at_most ? requirement.at_most : requirement.at_least) = shown;
  if (rule.kind == Kind::linear && requirement.kind != RequirementKind::count) {
    return {exact, requirement_text(requirement, puzzle.pool.numeric[requirement.column].name, {})};
  }
  const CategoricalColumn& column = puzzle.pool.categorical[requirement.column];
  return {exact, requirement_text(requirement, column.name, value_names(column, requirement.values))};
}

Puzzle only_with(std::span<const ClashRule> rules, const Puzzle& puzzle, const IntegerPuzzle& whole) {
  Puzzle reduced = puzzle;
  reduced.certificate.reset();
  reduced.known_optimum.reset();
  reduced.synergy.at_least = 0;
  reduced.requirements.clear();
  for (Node& node : reduced.nodes) {
    node.conditions.clear();
    node.locked.reset();
  }
  for (const ClashRule& rule : rules) {
    if (rule.kind == Kind::synergy) {
      reduced.synergy.at_least = puzzle.synergy.at_least;
    } else if (rule.kind == Kind::restriction) {
      for (const std::uint32_t node : nodes_restricted_alike(puzzle, rule.index))
        reduced.nodes[node].conditions = puzzle.nodes[node].conditions;
    } else if (rule.kind == Kind::locked) {
      reduced.nodes[rule.index].locked = puzzle.nodes[rule.index].locked;
    } else {
      Requirement requirement = requirement_of(rule, puzzle, whole);
      (rule.at_most ? requirement.at_least : requirement.at_most).reset();
      if (rule.kind != Kind::linear)
        (rule.at_most ? requirement.at_most : requirement.at_least) = static_cast<double>(rule.bound);
      reduced.requirements.push_back(requirement);
    }
  }
  return reduced;
}

}  // namespace skerry::party
