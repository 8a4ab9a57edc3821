#include "designer/proof/clash_program.hpp"

#include "puzzles/party/puzzle/formation.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/core.h>

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

using ProgramEntry = IntegerProgram::Entry;

/// What the rules ask of the values of a categorical column. Where k heroes have a value, a row gets
/// of_count[k].
struct Property {
  std::uint32_t column = 0;
  bool as_codes = false;             // values that match each other in a trait are one
  std::vector<std::uint32_t> value;  // [hero]
  struct Row {
    std::uint32_t row;
    std::vector<std::int64_t> of_count;
  };
  std::vector<Row> rows;
  std::vector<std::uint32_t> link;  // [value] number of heroes that the counts say - heroes that have it = 0
};

class ProgramOfRules {
 public:
  ProgramOfRules(const Puzzle& puzzle, const IntegerPuzzle& whole, std::span<const ClashRule> rules)
      : puzzle_(puzzle), whole_(whole), nodes_(static_cast<std::int64_t>(puzzle.nodes.size())) {
    result_.row_of.resize(rules.size());
    party_ = program().add_row(nodes_, nodes_);
    for (std::size_t r = 0; r < rules.size(); ++r) add_rule(r, rules[r]);
    add_placement(rules);
    for (Property& property : properties_) add_counts(property);
    add_heroes();
  }
  ClashProgram take() { return std::move(result_); }

 private:
  IntegerProgram& program() { return result_.program; }
  void add_rule(std::size_t r, const ClashRule& rule);
  void add_synergy(std::size_t r, const ClashRule& rule);
  void add_placement(std::span<const ClashRule> rules);
  void add_kind(std::size_t r, std::uint32_t node, std::int64_t size, bool locked);
  void add_counts(Property& property);
  void add_heroes();
  Property& property(std::uint32_t column, const std::vector<std::uint32_t>& value, bool as_codes);
  std::uint32_t own_row(std::size_t r, const ClashRule& rule);
  std::vector<std::int64_t> counts(const auto& of_count) const;

  const Puzzle& puzzle_;
  const IntegerPuzzle& whole_;
  std::int64_t nodes_;
  ClashProgram result_;
  std::uint32_t party_ = 0;
  std::vector<std::pair<std::uint32_t, std::size_t>> linear_;  // row, index in IntegerPuzzle::linear
  std::vector<Property> properties_;
  struct NodeKind {
    std::uint32_t row;
    std::int64_t size;
  };
  std::vector<NodeKind> kinds_;
  std::vector<std::uint64_t> kinds_of_;               // [hero] bit mask of the kinds it may stand on
  std::map<std::uint64_t, std::uint32_t> place_row_;  // [mask] heroes in the party - those placed >= 0
};

std::uint32_t ProgramOfRules::own_row(std::size_t r, const ClashRule& rule) {
  const std::uint32_t row =
      rule.at_most ? program().add_row({}, rule.bound) : program().add_row(rule.bound, {});
  result_.row_of[r] = {row, rule.at_most, std::max(1.0, std::abs(static_cast<double>(rule.bound)))};
  return row;
}

std::vector<std::int64_t> ProgramOfRules::counts(const auto& of_count) const {
  std::vector<std::int64_t> result;
  for (std::int64_t k = 0; k <= nodes_; ++k) result.push_back(of_count(k));
  return result;
}

Property& ProgramOfRules::property(std::uint32_t column, const std::vector<std::uint32_t>& value,
                                   bool as_codes) {
  for (Property& known : properties_) {
    if (known.column == column && known.as_codes == as_codes) return known;
  }
  return properties_.emplace_back(Property{column, as_codes, value, {}, {}});
}

void ProgramOfRules::add_rule(std::size_t r, const ClashRule& rule) {
  if (rule.kind == Kind::linear) {
    linear_.emplace_back(own_row(r, rule), rule.index);
  } else if (rule.kind == Kind::synergy) {
    add_synergy(r, rule);
  } else if (rule.kind == Kind::distinct || rule.kind == Kind::share) {
    const std::uint32_t column = puzzle_.requirements[whole_.by_value[rule.index].requirement].column;
    std::uint32_t row = 0;
    if (rule.kind == Kind::distinct) {
      row = own_row(r, rule);
    } else if (rule.at_most) {
      row = program().add_row({}, 0);  // heroes beyond the share
      result_.row_of[r] = {row, true, static_cast<double>(rule.bound)};
    } else {
      row = program().add_row(1, {});  // values that so many heroes have
      result_.row_of[r] = {row, false, 1};
    }
    const auto& value = puzzle_.pool.categorical[column].value;
    property(column, value, false).rows.push_back({row, counts([&](std::int64_t k) {
                                                     if (rule.kind == Kind::distinct)
                                                       return std::min<std::int64_t>(k, 1);
                                                     if (rule.at_most)
                                                       return std::max<std::int64_t>(0, k - rule.bound);
                                                     return std::int64_t{k >= rule.bound ? 1 : 0};
                                                   })});
  }
}

// A column for each set of traits in which the heroes of an edge may agree: the weight of such edges. Those
// that agree in a trait weigh no more than the edges within sets of nodes as large as its values are
// frequent.
void ProgramOfRules::add_synergy(std::size_t r, const ClashRule& rule) {
  const WholeSynergy synergy = whole_synergy(puzzle_);
  const auto most_within = most_weight_within(puzzle_.nodes.size(), puzzle_.edges, synergy.edge_weight);
  const auto total = std::accumulate(synergy.edge_weight.begin(), synergy.edge_weight.end(), std::int64_t{0});
  const std::size_t traits = puzzle_.synergy.columns.size();
  const std::uint32_t weight = own_row(r, rule);
  const std::uint32_t all = program().add_row({}, total);
  std::vector<std::vector<std::uint32_t>> codes;
  std::vector<std::uint32_t> agreeing;
  for (std::size_t trait = 0; trait < traits; ++trait) {
    codes.push_back(trait_codes(puzzle_, trait));
    agreeing.push_back(program().add_row({}, 0));
    property(puzzle_.synergy.columns[trait], codes.back(), has_affinities(puzzle_, trait))
        .rows.push_back({agreeing.back(),
                         counts([&](std::int64_t k) { return -most_within[static_cast<std::size_t>(k)]; })});
  }
  for (const unsigned mask : possible_masks(codes)) {
    std::vector<ProgramEntry> entries{{all, 1}, {weight, synergy.weight_of_mask[mask]}};
    for (std::size_t trait = 0; trait < traits; ++trait) {
      if ((mask >> trait & 1U) != 0) entries.push_back({agreeing[trait], 1});
    }
    program().add_column(total, entries);
  }
}

void ProgramOfRules::add_kind(std::size_t r, std::uint32_t node, std::int64_t size, bool locked) {
  const std::uint32_t row = program().add_row(size, {});
  result_.row_of[r] = {row, false, static_cast<double>(size)};
  const std::uint64_t bit = std::uint64_t{1} << kinds_.size();
  kinds_.push_back({row, size});
  for (std::uint32_t hero = 0; hero < puzzle_.pool.size(); ++hero) {
    if (!locked && may_stand(puzzle_, node, hero)) kinds_of_[hero] |= bit;
  }
  if (locked) kinds_of_[*puzzle_.nodes[node].locked] = bit;
}

// Heroes with the same set of kinds flow to them; a node that no rule restricts takes who is left. Locked
// heroes come last, since they stand nowhere else.
void ProgramOfRules::add_placement(std::span<const ClashRule> rules) {
  kinds_of_.assign(puzzle_.pool.size(), 0);
  std::vector<bool> taken(puzzle_.nodes.size(), false);
  for (const ClashRule& rule : rules) {
    if (rule.kind == Kind::locked) taken[rule.index] = true;
  }
  for (const bool locked : {false, true}) {
    for (std::size_t r = 0; r < rules.size(); ++r) {
      if (rules[r].kind != (locked ? Kind::locked : Kind::restriction)) continue;
      const auto node = static_cast<std::uint32_t>(rules[r].index);
      std::int64_t size = rules[r].bound;
      if (!locked) {
        for (const std::uint32_t other : nodes_restricted_alike(puzzle_, node)) size -= taken[other] ? 1 : 0;
      }
      if (size > 0) add_kind(r, node, size, locked);
    }
  }
  for (const std::uint64_t mask : kinds_of_) {
    if (mask == 0 || place_row_.contains(mask)) continue;
    const std::uint32_t row = program().add_row(0, {});
    place_row_.emplace(mask, row);
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      const std::array<ProgramEntry, 2> entries{ProgramEntry{row, -1}, ProgramEntry{kinds_[kind].row, 1}};
      if ((mask >> kind & 1U) != 0) program().add_column(kinds_[kind].size, entries);
    }
  }
}

// For each value a column for every number of heroes that may have it, of which one at most is taken.
void ProgramOfRules::add_counts(Property& property) {
  std::vector<std::int64_t> heroes(std::ranges::max(property.value) + 1, 0);
  for (const std::uint32_t value : property.value) ++heroes[value];
  std::vector<ProgramEntry> entries;
  for (const std::int64_t of_value : heroes) {
    if (of_value == 0) {
      property.link.push_back(0);
      continue;
    }
    property.link.push_back(program().add_row(0, 0));
    const std::uint32_t once = program().add_row({}, 1);
    for (std::int64_t k = 1; k <= std::min(of_value, nodes_); ++k) {
      entries.assign({{property.link.back(), k}, {once, 1}});
      for (const Property::Row& row : property.rows) {
        const std::int64_t coefficient = row.of_count[static_cast<std::size_t>(k)];
        if (coefficient != 0) entries.push_back({row.row, coefficient});
      }
      program().add_column(1, entries);
    }
  }
}

void ProgramOfRules::add_heroes() {
  const std::size_t width = linear_.size() + properties_.size() + 1;
  std::vector<std::int64_t> seen;  // [hero][what the rules see of it]
  for (std::uint32_t hero = 0; hero < puzzle_.pool.size(); ++hero) {
    for (const auto& [row, rule] : linear_) seen.push_back(whole_.linear[rule].coefficient[hero]);
    for (const Property& property : properties_) seen.push_back(property.value[hero]);
    seen.push_back(static_cast<std::int64_t>(kinds_of_[hero]));
  }
  const auto of = [&](std::uint32_t hero) { return std::span(seen).subspan(hero * width, width); };
  std::vector<std::uint32_t> order(puzzle_.pool.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::lexicographical_compare(of(a), of(b));
  });
  std::vector<ProgramEntry> entries;
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    const auto group = of(order[first]);
    while (end < order.size() && std::ranges::equal(of(order[end]), group)) ++end;
    entries.assign(1, {party_, 1});
    for (std::size_t i = 0; i < linear_.size(); ++i) {
      if (group[i] != 0) entries.push_back({linear_[i].first, group[i]});
    }
    for (std::size_t i = 0; i < properties_.size(); ++i)
      entries.push_back({properties_[i].link[static_cast<std::size_t>(group[linear_.size() + i])], -1});
    if (const auto place = place_row_.find(static_cast<std::uint64_t>(group.back()));
        place != place_row_.end())
      entries.push_back({place->second, 1});
    program().add_column(std::min(static_cast<std::int64_t>(end - first), nodes_), entries);
  }
}

constexpr std::size_t most_nodes_tried = 20;

using Weights = std::vector<std::vector<std::int64_t>>;  // [node][node]

std::vector<std::int64_t> try_every_set(const Weights& weight) {
  std::vector<std::int64_t> most(weight.size() + 1, 0);
  std::vector<std::int64_t> within(std::size_t{1} << weight.size(), 0);
  for (std::uint32_t set = 1; set < within.size(); ++set) {
    const auto node = static_cast<std::size_t>(std::countr_zero(set));
    std::uint32_t others = set & (set - 1);
    within[set] = within[others];
    for (; others != 0; others &= others - 1)
      within[set] += weight[node][static_cast<std::size_t>(std::countr_zero(others))];
    std::int64_t& most_of_size = most[static_cast<std::size_t>(std::popcount(set))];
    most_of_size = std::max(most_of_size, within[set]);
  }
  return most;
}

// Of k nodes, none has more weight than its k - 1 heaviest edges. The node with the least weight in the
// heaviest set has no more than the mean, so that without it at least (k - 2) / k of the weight is left.
std::vector<std::int64_t> bound_every_size(Weights weight) {
  const std::size_t nodes = weight.size();
  for (auto& of_node : weight) {
    std::ranges::sort(of_node, std::greater<>());
    std::partial_sum(of_node.begin(), of_node.end(), of_node.begin());
  }
  std::vector<std::int64_t> most(nodes + 1, 0);
  std::vector<std::int64_t> of_node(nodes);
  for (std::size_t size = 2; size <= nodes; ++size) {
    for (std::size_t node = 0; node < nodes; ++node) of_node[node] = weight[node][size - 2];
    std::ranges::sort(of_node, std::greater<>());
    const auto ends = std::accumulate(of_node.begin(), of_node.begin() + static_cast<std::ptrdiff_t>(size),
                                      std::int64_t{0});
    most[size] = std::min(ends / 2, most[size - 1] + of_node[0]);
    const auto k = static_cast<std::int64_t>(size);
    if (k > 2) most[size] = std::min(most[size], most[size - 1] * k / (k - 2));
  }
  return most;
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
                     said(puzzle.naming, "{hero} {} locked on {}",
                          puzzle.pool.ids[*puzzle.nodes[node].locked], puzzle.nodes[node].name)});
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
    return {exact,
            requirement_text(puzzle.naming, requirement, puzzle.pool.numeric[requirement.column].name, {})};
  }
  const CategoricalColumn& column = puzzle.pool.categorical[requirement.column];
  return {exact,
          requirement_text(puzzle.naming, requirement, column.name, value_names(column, requirement.values))};
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

ClashProgram clash_program(const Puzzle& puzzle, const IntegerPuzzle& whole,
                           std::span<const ClashRule> rules) {
  return ProgramOfRules(puzzle, whole, rules).take();
}

std::vector<std::int64_t> most_weight_within(std::size_t nodes,
                                             std::span<const std::array<std::uint32_t, 2>> edges,
                                             std::span<const std::int64_t> weights) {
  Weights weight(nodes, std::vector<std::int64_t>(nodes, 0));
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto& [first, second] = edges[e];
    weight[first][second] = weight[second][first] = weights[e];
  }
  return nodes <= most_nodes_tried ? try_every_set(weight) : bound_every_size(std::move(weight));
}

}  // namespace skerry::party
