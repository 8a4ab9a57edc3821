#include "puzzles/party/map/trait_patterns.hpp"

#include "puzzles/party/map/pattern_heroes.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace skerry::party {

namespace {

/// What the rules ask of the groups of one trait.
struct TraitRule {
  std::size_t least = 1, most = max_nodes;  ///< groups
  std::size_t share = max_nodes;            ///< nodes of one group
  std::size_t values = 0;                   ///< in the pool
};

/// Each value of a trait has one value of another, but for some.
struct Dependence {
  std::size_t child, parent;
  std::size_t exceptions;
  std::size_t more;  ///< values of the other that the exceptions have besides their first ones
};

std::vector<TraitRule> trait_rules(const Puzzle& puzzle) {
  std::vector<TraitRule> rules;
  for (const std::uint32_t column : puzzle.synergy.columns) {
    TraitRule& rule = rules.emplace_back();
    const auto& value = puzzle.pool.categorical[column].value;
    rule.values = std::set<std::uint32_t>(value.begin(), value.end()).size();
    rule.most = std::min(rule.values, puzzle.nodes.size());
    for (const Requirement& requirement : puzzle.requirements) {
      if (requirement.column != column) continue;
      const auto whole = [](double number) { return static_cast<std::size_t>(std::max(0.0, number)); };
      if (requirement.kind == RequirementKind::distinct) {
        if (requirement.at_least)
          rule.least = std::max(rule.least, whole(std::ceil(*requirement.at_least - tolerance)));
        if (requirement.at_most) rule.most = std::min(rule.most, whole(*requirement.at_most + tolerance));
      } else if (requirement.kind == RequirementKind::share) {
        rule.share = std::min(rule.share, whole(*requirement.at_most + tolerance));
      }
    }
  }
  return rules;
}

std::vector<Dependence> dependences(const Puzzle& puzzle) {
  std::vector<Dependence> found;
  const auto& columns = puzzle.synergy.columns;
  for (std::size_t child = 0; child < columns.size(); ++child) {
    const auto& of_child = puzzle.pool.categorical[columns[child]].value;
    const std::size_t values = puzzle.pool.categorical[columns[child]].values.size();
    for (std::size_t parent = 0; parent < columns.size(); ++parent) {
      if (parent == child) continue;
      const auto& of_parent = puzzle.pool.categorical[columns[parent]].value;
      std::vector<std::int64_t> first(values, -1);
      std::set<std::uint32_t> exceptions;
      std::set<std::pair<std::uint32_t, std::uint32_t>> more;
      for (std::size_t hero = 0; hero < of_child.size(); ++hero) {
        std::int64_t& known = first[of_child[hero]];
        if (known < 0) known = of_parent[hero];
        if (known == of_parent[hero]) continue;
        exceptions.insert(of_child[hero]);
        more.emplace(of_child[hero], of_parent[hero]);
      }
      if (exceptions.size() < puzzle.nodes.size())
        found.push_back({child, parent, exceptions.size(), more.size()});
    }
  }
  return found;
}

/// Decides node by node, neighbours after each other, to which group of each trait a node belongs; groups are
/// numbered in the order of their first nodes, so that each pattern comes once.
class PatternSearch {
 public:
  PatternSearch(const Puzzle& puzzle, const PatternLimits& limits)
      : puzzle_(puzzle),
        rules_(trait_rules(puzzle)),
        dependences_(dependences(puzzle)),
        steps_left_(limits.steps),
        limits_(limits),
        hero_steps_left_(limits.hero_steps),
        strays_(dependences_.size(), 0) {
    const auto edges = static_cast<double>(puzzle.edges.size());
    for (unsigned mask = 0; mask < 1U << rules_.size(); ++mask)
      weight_.push_back(puzzle.synergy.edge_weight(mask));
    full_ = std::ranges::max(weight_);
    spare_ = full_ * edges - puzzle.synergy.at_least * edges + 1e-6;
    sort_nodes();
    bound_openings();
    groups_.resize(rules_.size());
    of_.resize(puzzle.nodes.size());
  }

  PatternAnswer run() {
    for (const TraitRule& rule : rules_) {
      if (rule.least > rule.most || rule.share == 0) return {false, {}};
    }
    if (descend(0, 0) && heroes_) return {true, heroes_->party()};
    if (steps_left_ == 0 || undecided_) return {};
    return {false, {}};
  }

 private:
  struct Group {
    std::size_t size = 0;
    TraitGroups parent{};  // group of each other trait, of its first node
    TraitGroups stray{};   // its nodes in another group of that trait
  };

  void sort_nodes() {
    const std::size_t nodes = puzzle_.nodes.size();
    std::vector<std::vector<std::size_t>> neighbours(nodes);
    for (const auto& [from, to] : puzzle_.edges) {
      neighbours[from].push_back(to);
      neighbours[to].push_back(from);
    }
    std::vector<std::size_t> place(nodes, nodes);
    before_.resize(nodes);
    for (std::size_t at = 0; at < nodes; ++at) {
      const auto decided = [&](std::size_t node) {
        return std::ranges::count_if(neighbours[node],
                                     [&](std::size_t other) { return place[other] < nodes; });
      };
      std::size_t best = nodes;
      for (std::size_t node = 0; node < nodes; ++node) {
        if (place[node] < nodes) continue;
        if (best == nodes || std::pair(decided(node), neighbours[node].size()) >
                                 std::pair(decided(best), neighbours[best].size()))
          best = node;
      }
      for (const std::size_t other : neighbours[best]) {
        if (place[other] < nodes) before_[at].push_back(place[other]);
      }
      place[best] = at;
      order_.push_back(best);
    }
  }

  /// Prepares loss_to_come(): the least number of edges to earlier nodes that nodes have who open a group,
  /// and what such an edge loses.
  void bound_openings() {
    const std::size_t nodes = before_.size();
    fewest_edges_.resize(nodes + 1);
    for (std::size_t at = 0; at <= nodes; ++at) {
      std::vector<std::size_t> edges;
      for (std::size_t place = at; place < nodes; ++place) edges.push_back(before_[place].size());
      std::ranges::sort(edges);
      fewest_edges_[at] = {0};
      for (const std::size_t count : edges)
        fewest_edges_[at].push_back(fewest_edges_[at].back() + static_cast<double>(count));
    }
    const std::size_t traits = rules_.size();
    loss_.assign(traits * traits, 0);
    more_.assign(traits, 0);
    for (const Dependence& one : dependences_) more_[one.parent] += one.more;
    for (std::size_t i = 0; i < traits * traits; ++i) {
      const unsigned differ = differing(i / traits) | differing(i % traits);
      double most = 0;
      for (unsigned mask = 0; mask < weight_.size(); ++mask) {
        if ((mask & differ) == 0) most = std::max(most, weight_[mask]);
      }
      loss_[i] = full_ - most;
    }
  }
  /// Returns the traits in which two heroes differ if they differ in this one, but for exceptions.
  unsigned differing(std::size_t trait) const {
    unsigned mask = 1U << trait;
    for (const Dependence& one : dependences_) {
      if (one.parent == trait) mask |= 1U << one.child;
    }
    return mask;
  }

  /// Returns the weight that the nodes from a place on lose at least, since they have groups to open: as many
  /// of them as fit open a group of one trait alone, and the others of both.
  double loss_to_come(std::size_t at, const TraitGroups& chosen) const {
    const std::size_t left = before_.size() - at;
    std::array<std::size_t, max_synergy_traits> opening{};
    for (std::size_t trait = 0; trait < rules_.size(); ++trait) {
      const std::size_t groups = groups_[trait].size() + (chosen[trait] == groups_[trait].size() ? 1 : 0);
      const std::size_t open = groups + more_[trait];
      opening[trait] = std::min(left, rules_[trait].least > open ? rules_[trait].least - open : 0);
    }
    double most = 0;
    for (std::size_t first = 0; first < rules_.size(); ++first) {
      const double alone = loss_[first * rules_.size() + first];
      for (std::size_t second = 0; second < rules_.size(); ++second) {
        const std::size_t sum = opening[first] + opening[second];
        const std::size_t both = first == second || sum < left ? 0 : sum - left;
        most = std::max(most, alone * fewest_edges_[at][opening[first]] +
                                  (loss_[first * rules_.size() + second] - alone) * fewest_edges_[at][both]);
      }
    }
    return most;
  }

  bool descend(std::size_t at, double lost) {
    if (at == of_.size()) return has_heroes();
    return choose(at, 0, lost);
  }

  /// Returns whether to end the search at a pattern: heroes fit it, or there is no time to look for any.
  bool has_heroes() {
    if (hero_steps_left_ == 0) {
      undecided_ = true;
      heroes_.reset();
      return true;
    }
    if (!heroes_) heroes_.emplace(puzzle_);
    std::vector<TraitGroups> by_node(of_.size());
    for (std::size_t at = 0; at < of_.size(); ++at) by_node[order_[at]] = of_[at];
    const std::uint64_t given = std::min(hero_steps_left_, limits_.steps_of_a_pattern);
    std::uint64_t left = given;
    const std::optional<bool> found = heroes_->find(by_node, left);
    hero_steps_left_ -= given - left;
    undecided_ = undecided_ || !found;
    return found == true;
  }

  bool choose(std::size_t at, std::size_t trait, double lost) {
    if (trait == rules_.size()) return settle(at, lost);
    const TraitRule& rule = rules_[trait];
    const std::size_t groups = groups_[trait].size();
    const bool only_new = groups + (of_.size() - at) <= rule.least;
    for (std::size_t group = only_new ? groups : 0; group <= groups; ++group) {
      if (group == groups ? groups == rule.most : groups_[trait][group].size == rule.share) continue;
      of_[at][trait] = static_cast<std::uint8_t>(group);
      if (choose(at, trait + 1, lost)) return true;
      if (steps_left_ == 0) return false;
    }
    return false;
  }

  /// Goes on with the groups that were chosen for a node, if they fit.
  bool settle(std::size_t at, double lost) {
    if (steps_left_ == 0) return false;
    --steps_left_;
    const TraitGroups chosen = of_[at];
    for (const std::size_t other : before_[at]) {
      unsigned mask = 0;
      for (std::size_t trait = 0; trait < rules_.size(); ++trait)
        mask |= unsigned{chosen[trait] == of_[other][trait]} << trait;
      lost += full_ - weight_[mask];
    }
    if (lost > spare_ || lost + loss_to_come(at + 1, chosen) > spare_) return false;
    std::size_t strays = 0;
    for (std::size_t d = 0; d < dependences_.size(); ++d) {
      if (!is_stray(dependences_[d], chosen)) continue;
      Group& group = groups_[dependences_[d].child][chosen[dependences_[d].child]];
      const bool first = group.stray[dependences_[d].parent] == 0;
      if (first && strays_[d] == dependences_[d].exceptions) break;
      ++strays;
    }
    const auto all_strays = static_cast<std::size_t>(
        std::ranges::count_if(dependences_, [&](const Dependence& one) { return is_stray(one, chosen); }));
    if (strays < all_strays) return false;
    enter(chosen, 1);
    const bool found = descend(at + 1, lost);
    enter(chosen, -1);
    of_[at] = chosen;
    return found;
  }

  bool is_stray(const Dependence& one, const TraitGroups& chosen) const {
    const auto& groups = groups_[one.child];
    const std::size_t group = chosen[one.child];
    return group < groups.size() && groups[group].parent[one.parent] != chosen[one.parent];
  }

  void enter(const TraitGroups& chosen, int sign) {
    for (std::size_t d = 0; d < dependences_.size() && sign > 0; ++d) count_stray(d, chosen, 1);
    for (std::size_t trait = 0; trait < rules_.size(); ++trait) {
      auto& groups = groups_[trait];
      if (chosen[trait] == groups.size()) groups.push_back({0, chosen, {}});
      groups[chosen[trait]].size += static_cast<std::size_t>(sign);
    }
    for (std::size_t d = 0; d < dependences_.size() && sign < 0; ++d) count_stray(d, chosen, -1);
    for (auto& groups : groups_) {
      if (!groups.empty() && groups.back().size == 0) groups.pop_back();
    }
  }
  void count_stray(std::size_t d, const TraitGroups& chosen, int sign) {
    const Dependence& one = dependences_[d];
    if (!is_stray(one, chosen)) return;
    std::uint8_t& stray = groups_[one.child][chosen[one.child]].stray[one.parent];
    if (sign > 0 && stray == 0) ++strays_[d];
    stray = static_cast<std::uint8_t>(stray + sign);
    if (sign < 0 && stray == 0) --strays_[d];
  }

  const Puzzle& puzzle_;
  std::vector<TraitRule> rules_;
  std::vector<Dependence> dependences_;
  std::uint64_t steps_left_;
  PatternLimits limits_;
  std::uint64_t hero_steps_left_;
  std::optional<PatternHeroes> heroes_;
  bool undecided_ = false;          // heroes may fit a pattern
  std::vector<std::size_t> order_;  // the nodes in the order in which they are decided
  std::vector<double> weight_;      // [mask]
  double full_ = 1;
  double spare_ = 0;                               // weight that may be lost in all
  std::vector<std::vector<double>> fewest_edges_;  // [place] of so many nodes from there on to earlier ones
  std::vector<double> loss_;                       // [trait][trait] of an edge where both differ
  std::vector<std::size_t> more_;                  // [trait] groups that open within a group of another
  std::vector<std::vector<std::size_t>> before_;   // [place in the order] places of the neighbours before it
  std::vector<std::vector<Group>> groups_;         // [trait]
  std::vector<TraitGroups> of_;                    // [place] group of each trait
  std::vector<std::size_t> strays_;                // [dependence] groups that break it
};

}  // namespace

PatternAnswer search_patterns(const Puzzle& puzzle, const PatternLimits& limits) {
  if (has_graded_synergy(puzzle) || puzzle.edges.empty() || puzzle.synergy.columns.empty()) return {};
  return PatternSearch(puzzle, limits).run();
}

}  // namespace skerry::party
