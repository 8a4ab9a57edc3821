#include "puzzles/party/compare/changes.hpp"
#include "puzzles/party/puzzle/requirement.hpp"

#include <algorithm>
#include <functional>

#include <fmt/core.h>

namespace skerry::party {

namespace {

using RequirementPointers = std::vector<const Requirement*>;

RequirementPointers requirements_of(const Puzzle& puzzle) {
  RequirementPointers rules;
  for (const Requirement& requirement : puzzle.requirements) rules.push_back(&requirement);
  return rules;
}

/// Returns what a requirement bounds, without the bounds.
std::string bounded_by(const Puzzle& puzzle, const Requirement& requirement) {
  std::vector<std::string> values;
  for (const std::uint32_t value : requirement.values)
    values.push_back(puzzle.pool.categorical[requirement.column].values[value]);
  std::ranges::sort(values);
  Requirement unbounded = requirement;
  unbounded.at_least = 0;
  unbounded.at_most = {};
  return requirement_text(unbounded, property_of(puzzle.pool, requirement), values);
}

/// Takes the rules from both lists that are the same, each with one of the other list, and tells them.
void pair_off(RequirementPointers& first, RequirementPointers& second,
              const std::function<bool(const Requirement&, const Requirement&)>& same,
              const std::function<void(const Requirement&, const Requirement&)>& tell) {
  RequirementPointers alone;
  for (const Requirement* rule : first) {
    const auto other =
        std::ranges::find_if(second, [&](const Requirement* each) { return same(*rule, *each); });
    if (other == second.end()) {
      alone.push_back(rule);
    } else {
      tell(*rule, **other);
      second.erase(other);
    }
  }
  first = alone;
}

/// Returns how far a bound moved towards fewer parties: above 0 where it is tighter, below 0 where it is
/// looser.
int tightened(const std::optional<double>& before, const std::optional<double>& after, bool lower) {
  if (before == after) return 0;
  if (!before) return 1;
  if (!after) return -1;
  return (*after > *before) == lower ? 1 : -1;
}

std::string effect_of(const Requirement& before, const Requirement& after) {
  const int least = tightened(before.at_least, after.at_least, true);
  const int most = tightened(before.at_most, after.at_most, false);
  if (least * most < 0 || least + most == 0) return "";
  return least + most > 0 ? ", which is tighter" : ", which is looser";
}

}  // namespace

void add_rule_changes(const Puzzle& before, const Puzzle& after, Changes& changes) {
  RequirementPointers gone = requirements_of(before), added = requirements_of(after);
  pair_off(
      gone, added, [](const auto& a, const auto& b) { return a.text == b.text; },
      [](const auto&, const auto&) {});
  pair_off(
      gone, added,
      [&](const auto& a, const auto& b) { return bounded_by(before, a) == bounded_by(after, b); },
      [&](const auto& a, const auto& b) {
        changes.push_back({"rules", fmt::format("'{}' is now '{}'{}", a.text, b.text, effect_of(a, b))});
      });
  for (const Requirement* rule : gone) changes.push_back({"rules", fmt::format("'{}' is gone", rule->text)});
  for (const Requirement* rule : added) changes.push_back({"rules", fmt::format("'{}' is new", rule->text)});
}

}  // namespace skerry::party
