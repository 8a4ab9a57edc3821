#include "designer/answers/changes.hpp"

#include "skerry/detail/text.hpp"

#include "app/terminal/console.hpp"
#include "app/text/text.hpp"
#include "puzzles/party/draw/draw.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr std::size_t most_examples = 3;

std::string objective_asked(const Puzzle& puzzle) {
  return fmt::format("{} {}{}", puzzle.direction == Direction::minimise ? "the least" : "the most",
                     puzzle.pool.numeric[puzzle.objective].name,
                     puzzle.unit.empty() ? "" : " in " + puzzle.unit);
}

using Names = std::set<std::string>;

std::vector<std::string> only_in(const Names& these, const Names& others) {
  std::vector<std::string> alone;
  std::ranges::set_difference(these, others, std::back_inserter(alone));
  return alone;
}

/// Adds that names of one kind are new or gone.
void add_names(const Names& before, const Names& after, const std::string& one, const std::string& more,
               Changes& changes) {
  const auto add = [&](const std::vector<std::string>& names, const char* what) {
    if (names.empty()) return;
    changes.push_back({"formation", fmt::format("{} {} {}: {}", counted(names.size(), one, more),
                                                names.size() == 1 ? "is" : "are", what, some_of(names))});
  };
  add(only_in(before, after), "gone");
  add(only_in(after, before), "new");
}

Names nodes_of(const Puzzle& puzzle) {
  Names names;
  for (const Node& node : puzzle.nodes) names.insert(node.name);
  return names;
}

/// The weights of the edges by their ends.
using EdgeWeights = std::map<std::string, double>;

EdgeWeights edges_of(const Puzzle& puzzle) {
  EdgeWeights edges;
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
    const auto& [a, b] = puzzle.edges[edge];
    const auto [first, second] = std::minmax(puzzle.nodes[a].name, puzzle.nodes[b].name);
    edges[fmt::format("{} - {}", first, second)] = puzzle.edge_weights[edge];
  }
  return edges;
}

void add_edge_changes(const EdgeWeights& before, const EdgeWeights& after, Changes& changes) {
  Names were, are;
  for (const auto& [edge, weight] : before) were.insert(edge);
  for (const auto& [edge, weight] : after) are.insert(edge);
  add_names(were, are, "edge", "edges", changes);
  std::vector<std::string> changed;
  for (const auto& [edge, weight] : before) {
    const auto now = after.find(edge);
    if (now != after.end() && now->second != weight)
      changed.push_back(fmt::format("{} from {} to {}", edge, weight, now->second));
  }
  if (changed.empty()) return;
  changes.push_back({"formation", fmt::format("the weight of {} changed: {}",
                                              counted(changed.size(), "edge", "edges"), some_of(changed))});
}

/// The nodes of each condition, in words.
using Conditions = std::map<std::string, Names>;

Conditions conditions_of(const Puzzle& puzzle) {
  Conditions conditions;
  for (const Node& node : puzzle.nodes) {
    for (const NodeCondition& condition : node.conditions)
      conditions["restriction " + condition_text(puzzle, condition, true)].insert(node.name);
    for (const NodeFit& fit : node.fits) {
      conditions[fmt::format("soft condition {}, penalty {},", condition_text(puzzle, fit.condition, true),
                             fit.penalty)]
          .insert(node.name);
    }
  }
  return conditions;
}

void add_condition_changes(const Conditions& before, const Conditions& after, Changes& changes) {
  const auto add = [&](const Conditions& these, const Conditions& others, const char* what) {
    for (const auto& [condition, nodes] : these) {
      const auto same = others.find(condition);
      const auto alone =
          same == others.end() ? std::vector(nodes.begin(), nodes.end()) : only_in(nodes, same->second);
      if (alone.empty()) continue;
      changes.push_back({"formation", fmt::format("the {} {}{}", condition, what, joined(alone, ", "))});
    }
  };
  add(before, after, "is gone from ");
  add(after, before, "is new on ");
}

struct LockedHero {
  std::string id, words;
};

/// Returns the locked heroes by their nodes.
std::map<std::string, LockedHero> locked_in(const Puzzle& puzzle) {
  std::map<std::string, LockedHero> locked;
  for (const Node& node : puzzle.nodes) {
    if (node.locked) locked[node.name] = {puzzle.pool.ids[*node.locked], name_and_id(puzzle, *node.locked)};
  }
  return locked;
}

void add_lock_changes(const Puzzle& before, const Puzzle& after, Changes& changes) {
  const auto were = locked_in(before), are = locked_in(after);
  for (const auto& [node, hero] : were) {
    const auto now = are.find(node);
    if (now == are.end()) {
      changes.push_back({"formation", fmt::format("{} is not locked on {} any more", hero.words, node)});
    } else if (now->second.id != hero.id) {
      changes.push_back({"formation", fmt::format("{} is locked on {} in the place of {}", now->second.words,
                                                  node, hero.words)});
    }
  }
  for (const auto& [node, hero] : are) {
    if (!were.contains(node))
      changes.push_back({"formation", fmt::format("{} is now locked on {}", hero.words, node)});
  }
}

/// The heroes of two pools with the same id: (before, after).
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::unordered_map<std::string_view, std::uint32_t> heroes_by_id(const Pool& pool) {
  std::unordered_map<std::string_view, std::uint32_t> heroes;
  for (std::uint32_t hero = 0; hero < pool.size(); ++hero) heroes.emplace(pool.ids[hero], hero);
  return heroes;
}

/// Adds that heroes are new or gone, and returns those that are in both pools.
Pairs pair_heroes(const Puzzle& before, const Puzzle& after, Changes& changes) {
  Pairs pairs;
  std::vector<std::string> gone, added;
  const auto were = heroes_by_id(before.pool), are = heroes_by_id(after.pool);
  for (std::uint32_t hero = 0; hero < before.pool.size(); ++hero) {
    const auto now = are.find(before.pool.ids[hero]);
    if (now == are.end()) {
      gone.push_back(name_and_id(before, hero));
    } else {
      pairs.emplace_back(hero, now->second);
    }
  }
  for (std::uint32_t hero = 0; hero < after.pool.size(); ++hero) {
    if (!were.contains(after.pool.ids[hero])) added.push_back(name_and_id(after, hero));
  }
  for (const auto& [heroes, what] : {std::pair(&gone, "gone"), std::pair(&added, "new")}) {
    if (heroes->empty()) continue;
    changes.push_back({"heroes", fmt::format("{} {} {}: {}",
                                             counted(heroes->size(), after.naming.hero, after.naming.heroes),
                                             heroes->size() == 1 ? "is" : "are", what, some_of(*heroes))});
  }
  return pairs;
}

/// Adds the heroes whose value of a column changed, if there are any.
void add_column_change(const Naming& naming, const std::string& column, const std::string& sides,
                       const std::vector<std::string>& changed, Changes& changes) {
  if (changed.empty()) return;
  changes.push_back(
      {"heroes", fmt::format("the {} of {} changed{}: {}", column,
                             counted(changed.size(), naming.hero, naming.heroes), sides, some_of(changed))});
}

void add_number_changes(const Puzzle& before, const Puzzle& after, const Pairs& pairs, Changes& changes) {
  for (const NumericColumn& was : before.pool.numeric) {
    const auto now = std::ranges::find(after.pool.numeric, was.name, &NumericColumn::name);
    if (now == after.pool.numeric.end()) continue;
    std::vector<std::string> changed;
    std::size_t raised = 0;
    for (const auto& [old_hero, new_hero] : pairs) {
      const double old_value = was.value[old_hero], new_value = now->value[new_hero];
      if (old_value == new_value) continue;
      raised += new_value > old_value ? 1 : 0;
      changed.push_back(fmt::format("{} from {} to {}", name_and_id(after, new_hero), number_text(old_value),
                                    number_text(new_value)));
    }
    add_column_change(after.naming, was.name,
                      fmt::format(" ({} higher, {} lower)", raised, changed.size() - raised), changed,
                      changes);
  }
}

std::string values_text(const CategoricalColumn& column, std::uint32_t hero) {
  std::set<std::string> values;
  for (const std::uint32_t value : column.values_of(hero)) values.insert(column.values[value]);
  return joined(values, " and ");
}

void add_name_changes(const Puzzle& before, const Puzzle& after, const Pairs& pairs, Changes& changes) {
  for (const CategoricalColumn& was : before.pool.categorical) {
    const auto now = std::ranges::find(after.pool.categorical, was.name, &CategoricalColumn::name);
    if (now == after.pool.categorical.end()) continue;
    std::vector<std::string> changed;
    for (const auto& [old_hero, new_hero] : pairs) {
      const std::string old_value = values_text(was, old_hero), new_value = values_text(*now, new_hero);
      if (old_value != new_value)
        changed.push_back(
            fmt::format("{} from {} to {}", name_and_id(after, new_hero), old_value, new_value));
    }
    add_column_change(after.naming, was.name, "", changed, changes);
  }
}

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
  return requirement_text(puzzle.naming, unbounded, property_of(puzzle.pool, requirement), values);
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
  return traits.empty() ? "none" : joined(traits, ", ");
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

Changes changes_between(const Puzzle& before, const Puzzle& after) {
  Changes changes;
  const std::string was = objective_asked(before), now = objective_asked(after);
  if (was != now) changes.push_back({"objective", fmt::format("it was {}, and is now {}", was, now)});
  add_rule_changes(before, after, changes);
  add_synergy_changes(before, after, changes);
  add_formation_changes(before, after, changes);
  add_hero_changes(before, after, changes);
  return changes;
}

std::string some_of(const std::vector<std::string>& texts) {
  if (texts.size() <= most_examples) return joined(texts, ", ");
  return fmt::format("{} and {} more", joined(std::span(texts).first(most_examples), ", "),
                     texts.size() - most_examples);
}

std::string counted(std::size_t count, const std::string& one, const std::string& more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

void add_formation_changes(const Puzzle& before, const Puzzle& after, Changes& changes) {
  add_names(nodes_of(before), nodes_of(after), "node", "nodes", changes);
  add_edge_changes(edges_of(before), edges_of(after), changes);
  add_condition_changes(conditions_of(before), conditions_of(after), changes);
  add_lock_changes(before, after, changes);
}

void add_hero_changes(const Puzzle& before, const Puzzle& after, Changes& changes) {
  const Pairs pairs = pair_heroes(before, after, changes);
  add_number_changes(before, after, pairs, changes);
  add_name_changes(before, after, pairs, changes);
}

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

void add_synergy_changes(const Puzzle& before, const Puzzle& after, Changes& changes) {
  add_bound_change(before, after, changes);
  const std::string was = traits_text(before), now = traits_text(after);
  if (was != now) changes.push_back({"synergy", fmt::format("its traits were {}, and are now {}", was, now)});
  if (before.synergy.curve != after.synergy.curve) {
    changes.push_back(
        {"synergy", fmt::format("its curve was {}, and is now {}", numbers_text(before.synergy.curve),
                                numbers_text(after.synergy.curve))});
  }
  add_match_changes(matches_of(before), matches_of(after), changes);
}

}  // namespace skerry::party
