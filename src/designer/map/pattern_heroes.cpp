#include "designer/map/pattern_heroes.hpp"

#include "puzzles/party/puzzle/formation.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
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

/// Returns how many values of a column a party has at least that has so many values of another one: a nation
/// of three towns brings three of eight towns at most.
std::size_t least_values(const Puzzle& puzzle, std::uint32_t column, const Requirement& requirement) {
  if (requirement.kind != RequirementKind::distinct || !requirement.at_least || requirement.column == column)
    return 1;
  const auto& value = puzzle.pool.categorical[column].value;
  const auto& other = puzzle.pool.categorical[requirement.column].value;
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t hero = 0; hero < value.size(); ++hero) pairs.emplace(value[hero], other[hero]);
  std::map<std::uint32_t, double> others;
  for (const auto& pair : pairs) ++others[pair.first];
  std::vector<double> brought;
  for (const auto& [of_value, number] : others) brought.push_back(number);
  std::ranges::sort(brought, std::greater());
  // Where each value has one of the other trait, as a club has one league, the agreements tell the same.
  if (brought.front() == 1 && std::ranges::count(puzzle.synergy.columns, requirement.column) > 0) return 1;
  double missing = *requirement.at_least - tolerance;
  std::size_t least = 0;
  while (least < brought.size() && missing > 0) missing -= brought[least++];
  return std::max<std::size_t>(1, least);
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
      if (is_numeric(requirement.kind)) continue;
      if (requirement.column == column) tighten(rule, requirement);
      rule.least = std::max(rule.least, least_values(puzzle, column, requirement));
    }
    rule.counted = rule.counted || rule.least > 1;
    // Besides those who are alike, each hero may have a value of their own.
    rule.most = std::min(rule.most, puzzle.nodes.size() + 1 - std::min(rule.alike, puzzle.nodes.size()));
  }
  std::ranges::stable_sort(
      rules, {}, [](const TraitRule& rule) { return std::pair(rule.counted ? 0 : 1, rule.values); });
  return rules;
}

namespace {

std::uint32_t value_in(const Puzzle& puzzle, std::size_t trait, std::uint32_t hero) {
  return puzzle.pool.categorical[puzzle.synergy.columns[trait]].value[hero];
}

}  // namespace

PatternHeroes::PatternHeroes(const Puzzle& puzzle, std::span<const TraitRule> rules)
    : puzzle_(&puzzle),
      traits_(puzzle.synergy.columns.size()),
      counted_(traits_),
      allowed_(heroes_of_nodes(puzzle)),
      allowed_with_(puzzle.nodes.size()),
      party_(puzzle.nodes.size()) {
  for (const TraitRule& rule : rules) counted_[rule.trait] = rule.counted;
  const std::size_t nodes = puzzle.nodes.size();
  for (const Requirement& requirement : puzzle.requirements) {
    if (requirement.kind == RequirementKind::distinct || requirement.kind == RequirementKind::share) continue;
    const double parts = requirement.kind == RequirementKind::average ? static_cast<double>(nodes) : 1;
    for (const auto& [bound, sign] :
         {std::pair(requirement.at_least, 1.0), std::pair(requirement.at_most, -1.0)}) {
      if (!bound) continue;
      AskedSum& sum = sums_.emplace_back();
      // Far more is allowed than rounding can do to the sum of a party.
      sum.least = sign * *bound * parts - 1e-6 * std::max(1.0, std::abs(*bound * parts));
      for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero)
        sum.number.push_back(sign * contribution(puzzle, requirement, hero));
      sum.highest.assign(nodes, -std::numeric_limits<double>::infinity());
    }
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    auto& allowed = allowed_[node];
    if (!sums_.empty())
      std::ranges::stable_sort(allowed, std::greater{},
                               [&](std::uint32_t hero) { return sums_.front().number[hero]; });
    allowed_with_[node].resize(traits_);
    for (std::size_t trait = 0; trait < traits_; ++trait) {
      allowed_with_[node][trait].resize(puzzle.pool.categorical[puzzle.synergy.columns[trait]].values.size());
      for (const std::uint32_t hero : allowed)
        allowed_with_[node][trait][value_in(puzzle, trait, hero)].push_back(hero);
    }
    for (AskedSum& sum : sums_) {
      for (const std::uint32_t hero : allowed)
        sum.highest[node] = std::max(sum.highest[node], sum.number[hero]);
    }
  }
  for (std::size_t trait = 0; trait < traits_; ++trait)
    taken_.emplace_back(puzzle.pool.categorical[puzzle.synergy.columns[trait]].values.size(), false);
}

std::optional<bool> PatternHeroes::find(std::span<const TraitGroups> pattern, std::uint64_t& steps_left) {
  pattern_ = pattern;
  open_.assign(party_.size(), true);
  value_of_.assign(traits_, std::vector<std::int64_t>(party_.size(), -1));
  for (auto& taken : taken_) taken.assign(taken.size(), false);
  if (descend(0, steps_left)) return true;
  if (steps_left == 0) return std::nullopt;
  return false;
}

std::uint32_t PatternHeroes::next_node() const {
  std::uint32_t best = 0;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (std::uint32_t node = 0; node < party_.size(); ++node) {
    if (!open_[node]) continue;
    const std::size_t count = candidates(node).size();
    if (count >= fewest) continue;
    best = node;
    fewest = count;
  }
  return best;
}

/// Returns the shortest list that holds all heroes for a node.
const std::vector<std::uint32_t>& PatternHeroes::candidates(std::uint32_t node) const {
  const std::vector<std::uint32_t>* shortest = &allowed_[node];
  for (std::size_t trait = 0; trait < traits_; ++trait) {
    const std::int64_t value = value_of_[trait][pattern_[node][trait]];
    if (value < 0) continue;
    const auto& with = allowed_with_[node][trait][static_cast<std::size_t>(value)];
    if (with.size() < shortest->size()) shortest = &with;
  }
  return *shortest;
}

bool PatternHeroes::fits(std::uint32_t node, std::uint32_t hero) const {
  for (std::size_t trait = 0; trait < traits_; ++trait) {
    const std::int64_t known = value_of_[trait][pattern_[node][trait]];
    const std::uint32_t value = value_in(*puzzle_, trait, hero);
    if (known >= 0 ? known != value : counted_[trait] && taken_[trait][value]) return false;
  }
  for (std::uint32_t other = 0; other < party_.size(); ++other) {
    if (!open_[other] && party_[other] == hero) return false;
  }
  return true;
}

bool PatternHeroes::sums_in_reach(std::uint32_t node, std::uint32_t hero) const {
  for (const AskedSum& sum : sums_) {
    double most = sum.number[hero];
    for (std::uint32_t other = 0; other < party_.size(); ++other) {
      if (other != node) most += open_[other] ? sum.highest[other] : sum.number[party_[other]];
    }
    if (most < sum.least) return false;
  }
  return true;
}

/// Tells whether each open node has heroes of the values that its groups have by now, and whether the best of
/// them reach the first sum.
bool PatternHeroes::nodes_in_reach() const {
  double most = 0;
  for (std::uint32_t node = 0; node < party_.size(); ++node) {
    const std::vector<std::uint32_t>& left = candidates(node);
    if (open_[node] && left.empty()) return false;
    if (!sums_.empty()) most += sums_.front().number[open_[node] ? left.front() : party_[node]];
  }
  return sums_.empty() || most >= sums_.front().least;
}

unsigned PatternHeroes::place(std::uint32_t node, std::uint32_t hero) {
  unsigned bound = 0;
  for (std::size_t trait = 0; trait < traits_; ++trait) {
    std::int64_t& known = value_of_[trait][pattern_[node][trait]];
    if (known >= 0) continue;
    known = value_in(*puzzle_, trait, hero);
    taken_[trait][static_cast<std::size_t>(known)] = true;
    bound |= 1U << trait;
  }
  party_[node] = hero;
  open_[node] = false;
  return bound;
}

void PatternHeroes::remove(std::uint32_t node, unsigned bound) {
  open_[node] = true;
  for (std::size_t trait = 0; trait < traits_; ++trait) {
    if ((bound >> trait & 1U) == 0) continue;
    std::int64_t& known = value_of_[trait][pattern_[node][trait]];
    taken_[trait][static_cast<std::size_t>(known)] = false;
    known = -1;
  }
}

bool PatternHeroes::descend(std::size_t decided, std::uint64_t& steps_left) {
  if (decided == party_.size()) return score(*puzzle_, party_).violation == 0;
  const std::uint32_t node = next_node();
  for (const std::uint32_t hero : candidates(node)) {
    if (!fits(node, hero)) continue;
    // With one sum, those that follow have lower numbers.
    if (!sums_in_reach(node, hero)) {
      if (sums_.size() == 1) break;
      continue;
    }
    if (steps_left == 0) return false;
    --steps_left;
    const unsigned bound = place(node, hero);
    if (nodes_in_reach() && descend(decided + 1, steps_left)) return true;
    remove(node, bound);
  }
  return false;
}

}  // namespace skerry::party
