#include "puzzles/party/compare/changes.hpp"
#include "puzzles/party/draw/draw_words.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry::party {

namespace {

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
      changes.push_back({"formation", fmt::format("the {} {}{}", condition, what, fmt::join(alone, ", "))});
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

}  // namespace

void add_formation_changes(const Puzzle& before, const Puzzle& after, Changes& changes) {
  add_names(nodes_of(before), nodes_of(after), "node", "nodes", changes);
  add_edge_changes(edges_of(before), edges_of(after), changes);
  add_condition_changes(conditions_of(before), conditions_of(after), changes);
  add_lock_changes(before, after, changes);
}

}  // namespace skerry::party
