#include "puzzles/party/compare/changes.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

void add_bound_change(const Puzzle& before, const Puzzle& after, Changes& changes) {
  const double was = before.synergy.at_least, now = after.synergy.at_least;
  if (was == now) return;
  const auto add = [&](const std::string& text) { changes.push_back({"synergy", text}); };
  if (was == 0) return add(fmt::format("'{}' is new", synergy_rule(after)));
  if (now == 0) return add(fmt::format("'{}' is gone", synergy_rule(before)));
  add(fmt::format("'{}' is now '{}', which is {}", synergy_rule(before), synergy_rule(after),
                  now > was ? "tighter" : "looser"));
}

std::string traits_text(const Puzzle& puzzle) {
  std::vector<std::string> traits;
  for (std::size_t trait = 0; trait < puzzle.synergy.columns.size(); ++trait) {
    const double weight = puzzle.synergy.weights[trait];
    traits.push_back(puzzle.pool.categorical[puzzle.synergy.columns[trait]].name +
                     (weight == 1 ? "" : fmt::format(" of weight {}", weight)));
  }
  return traits.empty() ? "none" : fmt::format("{}", fmt::join(traits, ", "));
}

/// How much values match: "race elf with dwarf" -> 0.3, where that is not the default.
using Matches = std::map<std::string, double>;

void add_matches(const CategoricalColumn& column, const Affinity& affinity, Matches& matches) {
  std::vector<std::uint32_t> named;
  for (std::uint32_t value = 0; value < affinity.row.size(); ++value) {
    if (affinity.row[value] != Affinity::no_row) named.push_back(value);
  }
  for (std::size_t i = 0; i < named.size(); ++i) {
    for (std::size_t j = i; j < named.size(); ++j) {
      const double match = affinity.match(named[i], named[j]);
      if (match == (i == j ? 1 : 0)) continue;
      auto [first, second] = std::minmax(column.values[named[i]], column.values[named[j]]);
      matches[fmt::format("{} {} with {}", column.name, first, second)] = match;
    }
  }
}

Matches matches_of(const Puzzle& puzzle) {
  Matches matches;
  const Synergy& synergy = puzzle.synergy;
  for (std::size_t trait = 0; trait < synergy.affinities.size(); ++trait)
    add_matches(puzzle.pool.categorical[synergy.columns[trait]], synergy.affinities[trait], matches);
  return matches;
}

void add_match_changes(const Matches& before, const Matches& after, Changes& changes) {
  std::set<std::string> pairs;
  for (const Matches* matches : {&before, &after}) {
    for (const auto& [pair, match] : *matches) pairs.insert(pair);
  }
  const auto told = [](const Matches& matches, const std::string& pair) {
    const auto found = matches.find(pair);
    return found == matches.end() ? std::string("the default") : fmt::format("{}", found->second);
  };
  std::vector<std::string> changed;
  for (const std::string& pair : pairs) {
    const std::string was = told(before, pair), now = told(after, pair);
    if (was != now) changed.push_back(fmt::format("{} from {} to {}", pair, was, now));
  }
  if (changed.empty()) return;
  changes.push_back({"synergy", fmt::format("{} of values changed: {}",
                                            counted(changed.size(), "match", "matches"), some_of(changed))});
}

}  // namespace

void add_synergy_changes(const Puzzle& before, const Puzzle& after, Changes& changes) {
  add_bound_change(before, after, changes);
  const std::string was = traits_text(before), now = traits_text(after);
  if (was != now) changes.push_back({"synergy", fmt::format("its traits were {}, and are now {}", was, now)});
  if (before.synergy.curve != after.synergy.curve) {
    changes.push_back(
        {"synergy", fmt::format("its curve was {}, and is now {}", fmt::join(before.synergy.curve, ", "),
                                fmt::join(after.synergy.curve, ", "))});
  }
  add_match_changes(matches_of(before), matches_of(after), changes);
}

}  // namespace skerry::party
