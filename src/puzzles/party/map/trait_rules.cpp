#include "puzzles/party/map/trait_rules.hpp"

#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace skerry::party {

namespace {

std::size_t whole(double number) {
  return static_cast<std::size_t>(std::max(0.0, number));
}

void tighten(TraitRule& rule, const Requirement& requirement) {
  if (requirement.kind == RequirementKind::distinct) {
    rule.counted = true;
    if (requirement.at_least)
      rule.least = std::max(rule.least, whole(std::ceil(*requirement.at_least - tolerance)));
    if (requirement.at_most) rule.most = std::min(rule.most, whole(*requirement.at_most + tolerance));
  } else if (requirement.kind == RequirementKind::share) {
    if (requirement.at_least)
      rule.alike = std::max(rule.alike, whole(std::ceil(*requirement.at_least - tolerance)));
    if (requirement.at_most) rule.share = std::min(rule.share, whole(*requirement.at_most + tolerance));
  }
}

}  // namespace

std::vector<TraitRule> trait_rules(const Puzzle& puzzle) {
  std::vector<TraitRule> rules;
  for (const std::uint32_t column : puzzle.synergy.columns) {
    TraitRule& rule = rules.emplace_back();
    rule.trait = rules.size() - 1;
    const auto& value = puzzle.pool.categorical[column].value;
    rule.values = std::set<std::uint32_t>(value.begin(), value.end()).size();
    rule.most = std::min(rule.values, puzzle.nodes.size());
    for (const Requirement& requirement : puzzle.requirements) {
      if (requirement.column == column) tighten(rule, requirement);
    }
    // Besides those who are alike, each hero may have a value of their own.
    rule.most = std::min(rule.most, puzzle.nodes.size() + 1 - std::min(rule.alike, puzzle.nodes.size()));
  }
  std::ranges::stable_sort(
      rules, {}, [](const TraitRule& rule) { return std::pair(rule.counted ? 0 : 1, rule.values); });
  return rules;
}

std::vector<bool> counted_traits(const Puzzle& puzzle) {
  std::vector<bool> counted(puzzle.synergy.columns.size());
  for (const TraitRule& rule : trait_rules(puzzle)) counted[rule.trait] = rule.counted;
  return counted;
}

}  // namespace skerry::party
