#include "puzzles/party/puzzle/formation.hpp"

#include "skerry/detail/text.hpp"

#include "app/text/text.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

void read_nodes(Puzzle& puzzle, const Settings& formation) {
  if (formation.has("names")) {
    std::set<std::string> seen;
    for (const std::string& name : formation.texts("names")) {
      if (name.empty() || name.find_first_of(":#") != std::string::npos ||
          std::ranges::any_of(name, is_control) || name.front() == ' ' || name.back() == ' ') {
        formation.fail("names", fmt::format("a node is called '{}'; a name has no ':', no '#', no line "
                                            "break, no tab and no blank at its ends",
                                            name));
      }
      if (!seen.insert(name).second) formation.fail("names", fmt::format("two nodes are called '{}'", name));
      puzzle.nodes.push_back({name, {}, {}});
    }
    if (puzzle.nodes.empty() || puzzle.nodes.size() > max_nodes) {
      formation.fail("names", fmt::format("{} nodes are named; a formation has 1 to {}", puzzle.nodes.size(),
                                          max_nodes));
    }
    if (formation.has("nodes")) formation.fail("nodes", "nodes stands beside names; give one or the other");
  } else {
    const std::int64_t nodes = formation.integer("nodes", {1, std::int64_t{max_nodes}});
    for (std::int64_t i = 0; i < nodes; ++i) puzzle.nodes.push_back({fmt::format("node {}", i), {}, {}});
  }
  if (puzzle.nodes.size() > puzzle.pool.size()) {
    formation.fail(
        {}, said(puzzle.naming, "the formation has {} nodes and the pool {} {heroes}; no {hero} stands twice",
                 puzzle.nodes.size(), puzzle.pool.size()));
  }
}

void read_edges(Puzzle& puzzle, const Settings& formation) {
  const auto nodes = static_cast<std::int64_t>(puzzle.nodes.size());
  std::set<std::array<std::uint32_t, 2>> seen;
  for (const std::vector<std::int64_t>& edge : formation.integer_lists("edges")) {
    const std::string text = fmt::format("[{}]", joined(edge, ", "));
    if (edge.size() != 2) formation.fail("edges", fmt::format("edge {} does not join two nodes", text));
    for (const std::int64_t end : edge) {
      if (end < 0 || end >= nodes) {
        formation.fail("edges", fmt::format("edge {} leads to no node; nodes are 0 to {}", text, nodes - 1));
      }
    }
    if (edge[0] == edge[1]) formation.fail("edges", fmt::format("edge {} joins a node with itself", text));
    const std::array ends{static_cast<std::uint32_t>(edge[0]), static_cast<std::uint32_t>(edge[1])};
    if (!seen.insert({std::min(ends[0], ends[1]), std::max(ends[0], ends[1])}).second) {
      formation.fail("edges", fmt::format("edge {} stands there twice; an edge has no direction", text));
    }
    puzzle.edges.push_back(ends);
  }
}

void read_positions(Puzzle& puzzle, const Settings& formation) {
  const std::vector<std::vector<double>> positions = formation.number_lists("positions");
  if (!formation.has("positions")) return;
  if (positions.size() != puzzle.nodes.size()) {
    formation.fail("positions", fmt::format("there are {} positions for {} nodes; give one each",
                                            positions.size(), puzzle.nodes.size()));
  }
  for (const std::vector<double>& position : positions) {
    const std::string text = fmt::format("[{}]", numbers_text(position));
    if (position.size() != 2) {
      formation.fail("positions", fmt::format("position {} is no pair of numbers [x, y]", text));
    }
    const std::array place{position[0], position[1]};
    const auto same = std::ranges::find(puzzle.positions, place);
    if (same != puzzle.positions.end()) {
      const auto first = static_cast<std::size_t>(same - puzzle.positions.begin());
      formation.fail("positions",
                     fmt::format("'{}' and '{}' both stand at {}; each node has its own place",
                                 puzzle.nodes[first].name, puzzle.nodes[puzzle.positions.size()].name, text));
    }
    puzzle.positions.push_back(place);
  }
}

void read_edge_weights(Puzzle& puzzle, const Settings& formation) {
  puzzle.edge_weights = formation.numbers("edge_weights");
  if (!formation.has("edge_weights")) puzzle.edge_weights.assign(puzzle.edges.size(), 1);
  if (puzzle.edge_weights.size() != puzzle.edges.size()) {
    formation.fail("edge_weights", fmt::format("there are {} weights for {} edges; give one each",
                                               puzzle.edge_weights.size(), puzzle.edges.size()));
  }
  for (const double weight : puzzle.edge_weights) {
    if (!(weight > 0 && weight <= most_edge_weight)) {
      formation.fail("edge_weights", fmt::format("the weight of an edge is {}; it is above 0 and at most {}",
                                                 weight, most_edge_weight));
    }
  }
}

NodeCondition read_condition(const Puzzle& puzzle, const Settings& table, bool needed) {
  NodeCondition condition;
  condition.column = puzzle.pool.categorical_column(table.text("property"));
  condition.values = value_codes(puzzle.naming, puzzle.pool.categorical[condition.column], table, needed);
  return condition;
}

/// Returns the nodes that a table names by `node` or `nodes`.
std::vector<std::size_t> read_condition_nodes(const Puzzle& puzzle, const Settings& table, const char* what) {
  const auto nodes = static_cast<std::int64_t>(puzzle.nodes.size());
  std::vector<std::int64_t> named = table.integers("nodes");
  if (table.has("node")) named.push_back(table.integer("node"));
  if (named.empty()) table.fail({}, fmt::format("a {} names no node; give node or nodes", what));
  for (const std::int64_t node : named) {
    if (node < 0 || node >= nodes) {
      table.fail(table.has("node") ? "node" : "nodes",
                 fmt::format("there is no node {}; nodes are 0 to {}", node, nodes - 1));
    }
  }
  return {named.begin(), named.end()};
}

void read_restrictions(Puzzle& puzzle, const Settings& formation) {
  for (const Settings& restriction : formation.tables("restriction")) {
    const NodeCondition condition = read_condition(puzzle, restriction, true);
    for (const std::size_t node : read_condition_nodes(puzzle, restriction, "restriction")) {
      puzzle.nodes[node].conditions.push_back(condition);
    }
  }
}

void read_fits(Puzzle& puzzle, const Settings& formation) {
  for (const Settings& table : formation.tables("fit")) {
    const NodeFit fit{read_condition(puzzle, table, false), table.number("penalty", {0, most_edge_weight})};
    for (const std::size_t node : read_condition_nodes(puzzle, table, "fit")) {
      std::vector<NodeFit>& fits = puzzle.nodes[node].fits;
      if (fits.size() == max_fits) {
        table.fail({},
                   fmt::format("'{}' has more than {} soft conditions", puzzle.nodes[node].name, max_fits));
      }
      fits.push_back(fit);
    }
  }
}

void read_locked(Puzzle& puzzle, const Settings& formation) {
  std::set<std::uint32_t> seen;
  for (const Settings& locked : formation.tables("locked")) {
    const auto last = static_cast<std::int64_t>(puzzle.nodes.size()) - 1;
    const auto index = static_cast<std::uint32_t>(locked.integer("node", {0, last}));
    const std::string id = locked.text("hero");
    const auto hero = puzzle.pool.find(id);
    Node& node = puzzle.nodes[index];
    if (!hero) locked.fail("hero", said(puzzle.naming, "the pool has no {hero} '{}'", id));
    if (node.locked) locked.fail("node", said(puzzle.naming, "two {heroes} are locked on '{}'", node.name));
    if (!seen.insert(*hero).second)
      locked.fail("hero", said(puzzle.naming, "{hero} '{}' is locked twice", id));
    if (!may_stand(puzzle, index, *hero)) {
      locked.fail("hero",
                  said(puzzle.naming,
                       "{hero} '{}' is locked on '{}', where it may not stand: a restriction of that node "
                       "asks for something else",
                       id, node.name));
    }
    node.locked = hero;
  }
}

/// The heroes that stand in every party, and the number of heroes that may be chosen freely.
struct Choice {
  std::vector<std::uint32_t> locked;
  std::size_t free = 0;

  explicit Choice(const Puzzle& puzzle) {
    for (const Node& node : puzzle.nodes) {
      if (node.locked) locked.push_back(*node.locked);
    }
    free = puzzle.nodes.size() - locked.size();
  }
  bool is_locked(std::uint32_t hero) const { return std::ranges::find(locked, hero) != locked.end(); }
};

[[noreturn]] void refuse(const Puzzle& puzzle, const Requirement& requirement, const std::string& why) {
  throw ImpossibleRule(requirement.text, said(puzzle.naming, "no {party} can meet '{}': {} ({})",
                                              requirement.text, why, requirement.where));
}

/// Returns the greatest (or least, by `before`) sum of a party.
template <typename Before>
double extreme_sum(const std::vector<double>& value, const Choice& choice, Before before) {
  double sum = 0;
  std::vector<double> others;
  others.reserve(value.size());
  for (std::uint32_t hero = 0; hero < value.size(); ++hero) {
    if (choice.is_locked(hero)) {
      sum += value[hero];
    } else {
      others.push_back(value[hero]);
    }
  }
  const auto end = others.begin() + static_cast<std::ptrdiff_t>(choice.free);
  std::partial_sort(others.begin(), end, others.end(), before);
  return std::accumulate(others.begin(), end, sum);
}

void check_sum(const Requirement& requirement, const Puzzle& puzzle, const Choice& choice) {
  const std::vector<double>& value = puzzle.pool.numeric[requirement.column].value;
  const auto size = static_cast<double>(puzzle.nodes.size());
  const bool average = requirement.kind == RequirementKind::average;
  const double scale = average ? size : 1;
  const std::string_view word = average ? "average" : "total";
  if (requirement.at_least) {
    const double highest = extreme_sum(value, choice, std::greater<>());
    if (highest < *requirement.at_least * scale - tolerance) {
      refuse(puzzle, requirement,
             said(puzzle.naming, "the highest {} of {} {heroes} is {:.10g}", word, size, highest / scale));
    }
  }
  if (requirement.at_most) {
    const double lowest = extreme_sum(value, choice, std::less<>());
    if (lowest > *requirement.at_most * scale + tolerance) {
      refuse(puzzle, requirement,
             said(puzzle.naming, "the lowest {} of {} {heroes} is {:.10g}", word, size, lowest / scale));
    }
  }
}

void check_count(const Requirement& requirement, const Puzzle& puzzle, const Choice& choice) {
  std::size_t inside = 0, locked_inside = 0;
  for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) {
    if (contribution(puzzle, requirement, hero) == 0) continue;
    ++(choice.is_locked(hero) ? locked_inside : inside);
  }
  const std::size_t outside = puzzle.pool.size() - choice.locked.size() - inside;
  const auto most = static_cast<double>(locked_inside + std::min(inside, choice.free));
  const auto least = static_cast<double>(locked_inside + choice.free - std::min(outside, choice.free));
  if (requirement.at_least && most < *requirement.at_least) {
    refuse(puzzle, requirement, said(puzzle.naming, "there are {} such {heroes} to choose from", most));
  }
  if (requirement.at_most && least > *requirement.at_most) {
    refuse(puzzle, requirement, said(puzzle.naming, "every {party} has at least {} such {heroes}", least));
  }
}

struct ValueCount {
  std::size_t locked = 0;
  std::size_t others = 0;
};

std::vector<ValueCount> count_values(const CategoricalColumn& column, const Choice& choice) {
  std::vector<ValueCount> counts(column.values.size());
  for (std::uint32_t hero = 0; hero < column.value.size(); ++hero) {
    ValueCount& count = counts[column.value[hero]];
    ++(choice.is_locked(hero) ? count.locked : count.others);
  }
  return counts;
}

void check_distinct(const Requirement& requirement, const Puzzle& puzzle, const Choice& choice) {
  std::size_t locked_values = 0, from_locked_values = 0;
  std::vector<std::size_t> others;
  for (const ValueCount& count : count_values(puzzle.pool.categorical[requirement.column], choice)) {
    if (count.locked > 0) {
      ++locked_values;
      from_locked_values += count.others;
    } else if (count.others > 0) {
      others.push_back(count.others);
    }
  }
  const auto most = static_cast<double>(locked_values + std::min(choice.free, others.size()));
  if (requirement.at_least && most < *requirement.at_least) {
    refuse(puzzle, requirement, said(puzzle.naming, "a {party} has at most {} of them", most));
  }
  std::ranges::sort(others, std::greater<>());
  std::size_t least = locked_values, covered = from_locked_values;
  for (std::size_t i = 0; covered < choice.free; ++i, ++least) covered += others[i];
  if (requirement.at_most && static_cast<double>(least) > *requirement.at_most) {
    refuse(puzzle, requirement, said(puzzle.naming, "a {party} has at least {} of them", least));
  }
}

void check_share(const Requirement& requirement, const Puzzle& puzzle, const Choice& choice) {
  const CategoricalColumn& column = puzzle.pool.categorical[requirement.column];
  const std::vector<ValueCount> counts = count_values(column, choice);
  std::size_t largest = 0;
  for (const auto& [locked, others] : counts)
    largest = std::max(largest, locked + std::min(others, choice.free));
  if (requirement.at_least && static_cast<double>(largest) < *requirement.at_least)
    refuse(puzzle, requirement, said(puzzle.naming, "at most {} {heroes} of a {party} can", largest));
  if (!requirement.at_most) return;
  const auto most = static_cast<std::size_t>(*requirement.at_most);
  std::size_t room = 0;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    const auto [locked, others] = counts[value];
    if (locked > most) {
      refuse(puzzle, requirement,
             said(puzzle.naming, "{} locked {heroes} have {} {}", locked, column.name, column.values[value]));
    }
    room += std::min(most - locked, others);
  }
  if (room < choice.free) {
    const auto had = [](const ValueCount& count) { return count.locked + count.others > 0; };
    refuse(puzzle, requirement,
           fmt::format("the pool has only {} values of {}", std::ranges::count_if(counts, had), column.name));
  }
}

template <typename T>
void erase_banned(std::vector<T>& column, const std::vector<bool>& banned) {
  std::size_t kept = 0;
  for (std::size_t hero = 0; hero < column.size(); ++hero) {
    if (!banned[hero] && kept++ != hero) column[kept - 1] = std::move(column[hero]);
  }
  column.resize(kept);
}

void erase_banned(CategoricalColumn& column, const std::vector<bool>& banned) {
  erase_banned(column.value, banned);
  if (!column.many) return;
  std::vector<std::uint32_t> start = {0};
  std::vector<std::uint32_t> values;
  for (std::size_t hero = 0; hero < banned.size(); ++hero) {
    if (banned[hero]) continue;
    const auto own = column.values_of(static_cast<std::uint32_t>(hero));
    values.insert(values.end(), own.begin(), own.end());
    start.push_back(static_cast<std::uint32_t>(values.size()));
  }
  column.all_start = std::move(start);
  column.all_values = std::move(values);
}

}  // namespace

void read_formation(Puzzle& puzzle, const Settings& formation) {
  read_nodes(puzzle, formation);
  read_edges(puzzle, formation);
  read_positions(puzzle, formation);
  read_edge_weights(puzzle, formation);
  read_restrictions(puzzle, formation);
  read_fits(puzzle, formation);
  if (const auto node = unfillable_node(puzzle)) {
    throw ImpossibleRule(
        restriction_text(puzzle, {&*node, 1}),
        said(puzzle.naming, "no {hero} of the pool may stand on '{}': none meets all its restrictions ({})",
             puzzle.nodes[*node].name, formation.where("restriction")));
  }
  read_locked(puzzle, formation);
}

std::string restriction_text(const Puzzle& puzzle, std::span<const std::uint32_t> nodes) {
  std::vector<std::string> conditions, names;
  for (const NodeCondition& condition : puzzle.nodes[nodes.front()].conditions) {
    const CategoricalColumn& column = puzzle.pool.categorical[condition.column];
    std::vector<std::string> values;
    for (const std::uint32_t value : condition.values) values.push_back(column.values[value]);
    conditions.push_back(fmt::format("{} {}", column.name, joined(values, " or ")));
  }
  for (const std::uint32_t node : nodes) names.push_back(puzzle.nodes[node].name);
  return fmt::format("{} on {}", joined(conditions, " and "), joined(names, ", "));
}

std::optional<std::uint32_t> unfillable_node(const Puzzle& puzzle) {
  for (std::uint32_t node = 0; node < puzzle.nodes.size(); ++node) {
    std::uint32_t hero = 0;
    while (hero < puzzle.pool.size() && !may_stand(puzzle, node, hero)) ++hero;
    if (hero == puzzle.pool.size()) return node;
  }
  return std::nullopt;
}

bool meets(const Pool& pool, const NodeCondition& condition, std::uint32_t hero) {
  return has_any(pool.categorical[condition.column], hero, condition.values);
}

bool may_stand(const Puzzle& puzzle, std::uint32_t node, std::uint32_t hero) {
  return std::ranges::all_of(puzzle.nodes[node].conditions, [&](const NodeCondition& condition) {
    return meets(puzzle.pool, condition, hero);
  });
}

void check_possible(const Requirement& requirement, const Puzzle& puzzle) {
  const Choice choice(puzzle);
  switch (requirement.kind) {
    case RequirementKind::total:
    case RequirementKind::average:
      return check_sum(requirement, puzzle, choice);
    case RequirementKind::count:
      return check_count(requirement, puzzle, choice);
    case RequirementKind::distinct:
      return check_distinct(requirement, puzzle, choice);
    case RequirementKind::share:
      return check_share(requirement, puzzle, choice);
  }
}

void ban(Puzzle& puzzle, const std::vector<bool>& banned) {
  std::vector<std::uint32_t> number(banned.size());
  std::uint32_t kept = 0;
  for (std::size_t hero = 0; hero < banned.size(); ++hero) {
    number[hero] = kept;
    if (banned[hero]) {
      puzzle.banned.push_back(puzzle.pool.ids[hero]);
    } else {
      ++kept;
    }
  }
  if (puzzle.certificate) {
    std::vector<std::uint32_t>& party = puzzle.certificate->party;
    if (std::ranges::any_of(party, [&](std::uint32_t hero) { return banned[hero]; })) {
      puzzle.certificate.reset();
    } else {
      for (std::uint32_t& hero : party) hero = number[hero];
    }
  }
  for (Node& node : puzzle.nodes) {
    if (node.locked) node.locked = number[*node.locked];
  }
  std::erase_if(puzzle.owned, [&](std::uint32_t hero) { return banned[hero]; });
  for (std::uint32_t& hero : puzzle.owned) hero = number[hero];
  Pool& pool = puzzle.pool;
  erase_banned(pool.ids, banned);
  if (!pool.names.empty()) erase_banned(pool.names, banned);
  for (CategoricalColumn& column : pool.categorical) erase_banned(column, banned);
  for (NumericColumn& column : pool.numeric) erase_banned(column.value, banned);
}

std::vector<std::vector<std::uint32_t>> heroes_of_nodes(const Puzzle& puzzle) {
  std::vector<bool> locked(puzzle.pool.size(), false);
  for (const Node& node : puzzle.nodes) {
    if (node.locked) locked[*node.locked] = true;
  }
  std::vector<std::vector<std::uint32_t>> heroes(puzzle.nodes.size());
  for (std::uint32_t node = 0; node < puzzle.nodes.size(); ++node) {
    const auto& own = puzzle.nodes[node].locked;
    for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) {
      if (own ? *own == hero : !locked[hero] && may_stand(puzzle, node, hero)) heroes[node].push_back(hero);
    }
  }
  return heroes;
}

}  // namespace skerry::party
