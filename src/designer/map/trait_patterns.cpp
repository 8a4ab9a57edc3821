#include "designer/map/trait_patterns.hpp"

#include "puzzles/party/puzzle/formation.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace skerry::party {

namespace {

using Heroes = std::vector<std::uint32_t>;
using Values = std::array<std::uint32_t, max_synergy_traits>;

Values values_of(const Puzzle& puzzle, std::uint32_t hero, unsigned mask) {
  Values values{};
  for (std::size_t trait = 0; trait < puzzle.synergy.columns.size(); ++trait) {
    if ((mask >> trait & 1U) != 0)
      values[trait] = puzzle.pool.categorical[puzzle.synergy.columns[trait]].value[hero];
  }
  return values;
}

/// Returns two heroes of each combination of all traits, or one where there is no other.
Heroes two_of_each(const Puzzle& puzzle, const Heroes& heroes, unsigned all) {
  std::map<Values, int> seen;
  Heroes kept;
  for (const std::uint32_t hero : heroes) {
    if (++seen[values_of(puzzle, hero, all)] <= 2) kept.push_back(hero);
  }
  return kept;
}

bool any_agree(const Puzzle& puzzle, const Heroes& from, const Heroes& to, unsigned mask) {
  std::map<Values, Heroes> with;
  for (const std::uint32_t hero : from) with[values_of(puzzle, hero, mask)].push_back(hero);
  const auto differ = [&](std::uint32_t first, std::uint32_t second) {
    for (std::size_t trait = 0; trait < puzzle.synergy.columns.size(); ++trait) {
      const auto& value = puzzle.pool.categorical[puzzle.synergy.columns[trait]].value;
      if ((mask >> trait & 1U) == 0 && value[first] == value[second]) return false;
    }
    return first != second;
  };
  return std::ranges::any_of(to, [&](std::uint32_t hero) {
    const auto alike = with.find(values_of(puzzle, hero, mask));
    return alike != with.end() &&
           std::ranges::any_of(alike->second, [&](std::uint32_t other) { return differ(hero, other); });
  });
}

}  // namespace

TraitAgreements::TraitAgreements(const Puzzle& puzzle) {
  const unsigned masks = 1U << puzzle.synergy.columns.size();
  std::map<Heroes, std::size_t> kinds;  // of nodes
  std::vector<std::size_t> kind;        // [node]
  for (const Heroes& heroes : heroes_of_nodes(puzzle))
    kind.push_back(kinds.emplace(two_of_each(puzzle, heroes, masks - 1), kinds.size()).first->second);
  std::vector<const Heroes*> heroes(kinds.size());
  for (const auto& [of_kind, index] : kinds) heroes[index] = &of_kind;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;
  for (const auto& [from, to] : puzzle.edges) {
    const auto ends = std::minmax(kind[from], kind[to]);
    const auto [place, is_new] = known.emplace(ends, possible_.size());
    of_edge_.push_back(place->second);
    if (!is_new) continue;
    auto& possible = possible_.emplace_back();
    for (unsigned mask = 0; mask < masks; ++mask)
      possible.push_back(any_agree(puzzle, *heroes[ends.first], *heroes[ends.second], mask));
  }
}

namespace {

constexpr std::uint64_t steps_between_pattern_questions = 100'000;

/// Decides trait by trait which nodes have the same value, so that what the edges lose by a trait of few
/// values, as a league, bounds what the others may lose. Of a trait whose values a rule counts it tries all
/// partitions of the nodes, the groups numbered in the order of their first nodes. Of the others it tries
/// which edges have ends of the same value, as far as that helps the edge.
class PatternSearch {
 public:
  PatternSearch(const Puzzle& puzzle, const TraitAgreements& agreements, const PatternLimits& limits)
      : puzzle_(puzzle),
        rules_(trait_rules(puzzle)),
        bounds_(puzzle, agreements, rules_),
        limits_(limits),
        steps_left_(limits.steps),
        hero_steps_left_(limits.hero_steps),
        spare_(bounds_.most() - puzzle.synergy.at_least * static_cast<double>(puzzle.edges.size()) + 1e-6),
        levels_(rules_.size() + 1),
        of_(puzzle.nodes.size()) {
    for (Level& level : levels_) level.agree.assign(puzzle.edges.size(), 0);
    sort_nodes();
  }

  PatternAnswer run() {
    if (!(spare_ >= 0)) return {false, {}};
    for (const TraitRule& rule : rules_) {
      if (rule.least > rule.most || rule.share == 0 || rule.alike > std::min(rule.share, of_.size()))
        return {false, {}};
    }
    while (!decide_trait(0, 0)) {
      if (steps_left_ == 0) return {};
      if (!undecided_) return {false, {}};
      undecided_ = false;
      limits_.steps_of_a_pattern *= 4;
    }
    if (out_of_hero_steps_) return {};
    return {true, heroes_->party()};
  }

 private:
  struct EarlierNode {
    std::size_t edge, node;
  };
  /// Where one trait is decided.
  struct Level {
    std::vector<unsigned> agree;                // [edge] mask of the traits before
    std::vector<std::size_t> sizes;             // [group] of a counted trait
    std::vector<std::uint8_t> group;            // [node] of another trait
    std::vector<std::size_t> apart;             // edges whose ends must not come into one group
    std::vector<std::vector<double>> openings;  // [place][number] loss of so many nodes that open a group
  };

  void sort_nodes() {
    const std::size_t nodes = puzzle_.nodes.size();
    std::vector<std::vector<EarlierNode>> neighbours(nodes);
    for (std::size_t edge = 0; edge < puzzle_.edges.size(); ++edge) {
      const auto [from, to] = puzzle_.edges[edge];
      neighbours[from].push_back({edge, to});
      neighbours[to].push_back({edge, from});
    }
    std::vector<bool> placed(nodes, false);
    for (std::size_t at = 0; at < nodes; ++at) {
      const auto decided = [&](std::size_t node) {
        return std::ranges::count_if(neighbours[node],
                                     [&](const EarlierNode& other) { return placed[other.node]; });
      };
      std::size_t best = nodes;
      for (std::size_t node = 0; node < nodes; ++node) {
        if (placed[node]) continue;
        if (best == nodes || std::pair(decided(node), neighbours[node].size()) >
                                 std::pair(decided(best), neighbours[best].size()))
          best = node;
      }
      before_.emplace_back();
      for (const EarlierNode& other : neighbours[best]) {
        if (placed[other.node]) before_.back().push_back(other);
      }
      placed[best] = true;
      order_.push_back(best);
    }
  }

  /// Counts a step through patterns; returns false where none is left.
  bool count_step() {
    if (steps_left_ == 0) return false;
    if (--steps_left_ % steps_between_pattern_questions == 0) ask_to_stop();
    return true;
  }
  void ask_to_stop() {
    if (limits_.stop && limits_.stop()) steps_left_ = 0;
  }

  bool decide_trait(std::size_t decided, double lost) {
    if (decided == rules_.size()) return has_heroes();
    Level& level = levels_[decided];
    if (rules_[decided].counted) {
      bound_openings(decided);
      level.sizes.clear();
      return decide_node(decided, 0, lost);
    }
    level.apart.clear();
    level.group.resize(of_.size());
    for (std::size_t node = 0; node < of_.size(); ++node) level.group[node] = static_cast<std::uint8_t>(node);
    return decide_edge(decided, 0, lost);
  }

  /// Finds what the nodes from each place on lose at least where so many of them open a group: they differ
  /// from all earlier nodes.
  void bound_openings(std::size_t decided) {
    Level& level = levels_[decided];
    level.openings.assign(before_.size() + 1, {0});
    std::vector<double> each;
    for (std::size_t at = before_.size(); at-- > 0;) {
      double loss = 0;
      for (const EarlierNode& other : before_[at])
        loss += bounds_.loss(other.edge, decided, level.agree[other.edge], false);
      each.insert(std::ranges::upper_bound(each, loss), loss);
      for (const double one : each) level.openings[at].push_back(level.openings[at].back() + one);
    }
  }

  bool decide_node(std::size_t decided, std::size_t at, double lost) {
    Level& level = levels_[decided];
    const TraitRule& rule = rules_[decided];
    if (at == order_.size()) {
      if (std::ranges::max(level.sizes) < rule.alike) return false;
      for (std::size_t edge = 0; edge < puzzle_.edges.size(); ++edge) {
        const auto [from, to] = puzzle_.edges[edge];
        const bool agree = of_[from][rule.trait] == of_[to][rule.trait];
        levels_[decided + 1].agree[edge] = level.agree[edge] | unsigned{agree} << decided;
      }
      return decide_trait(decided + 1, lost);
    }
    const std::size_t groups = level.sizes.size();
    const std::size_t left = order_.size() - at;
    if (groups + left < rule.least) return false;
    if ((groups == 0 ? 0 : std::ranges::max(level.sizes)) + left < rule.alike) return false;
    for (std::size_t group = groups + left == rule.least ? groups : 0; group <= groups; ++group) {
      if (group == groups ? groups == rule.most : level.sizes[group] == rule.share) continue;
      if (!count_step()) return false;
      double now = lost;
      for (const EarlierNode& other : before_[at])
        now +=
            bounds_.loss(other.edge, decided, level.agree[other.edge], of_[other.node][rule.trait] == group);
      const std::size_t opened = groups + (group == groups ? 1 : 0);
      const std::size_t to_open = rule.least > opened ? rule.least - opened : 0;
      if (to_open >= left || now + level.openings[at + 1][to_open] > spare_) continue;
      if (group == groups) level.sizes.push_back(0);
      ++level.sizes[group];
      of_[order_[at]][rule.trait] = static_cast<std::uint8_t>(group);
      if (decide_node(decided, at + 1, now)) return true;
      --level.sizes[group];
      if (group == groups) level.sizes.pop_back();
    }
    return false;
  }

  bool decide_edge(std::size_t decided, std::size_t edge, double lost) {
    Level& level = levels_[decided];
    if (lost > spare_) return false;
    if (edge == puzzle_.edges.size()) {
      for (std::size_t node = 0; node < of_.size(); ++node)
        of_[node][rules_[decided].trait] = level.group[node];
      return decide_trait(decided + 1, lost);
    }
    const auto go_on = [&](bool agree) {
      levels_[decided + 1].agree[edge] = level.agree[edge] | unsigned{agree} << decided;
      return decide_edge(decided, edge + 1, lost + bounds_.loss(edge, decided, level.agree[edge], agree));
    };
    const auto [from, to] = puzzle_.edges[edge];
    const bool together = level.group[from] == level.group[to];
    if (together || !bounds_.helps(edge, decided, level.agree[edge])) return go_on(together);
    if (!count_step()) return false;
    level.apart.push_back(edge);
    if (go_on(false)) return true;
    level.apart.pop_back();
    const std::vector<std::uint8_t> before = level.group;
    if (join(level, level.group[from], level.group[to], rules_[decided].share) && go_on(true)) return true;
    level.group = before;
    return false;
  }

  bool join(Level& level, std::uint8_t kept, std::uint8_t gone, std::size_t share) const {
    std::ranges::replace(level.group, gone, kept);
    if (static_cast<std::size_t>(std::ranges::count(level.group, kept)) > share) return false;
    return std::ranges::none_of(level.apart, [&](std::size_t edge) {
      const auto [from, to] = puzzle_.edges[edge];
      return level.group[from] == level.group[to];
    });
  }

  /// Returns whether to end the search at a pattern: heroes fit it, or there is no time to look for any.
  bool has_heroes() {
    if (hero_steps_left_ == 0) {
      out_of_hero_steps_ = true;
      return true;
    }
    if (!heroes_) heroes_.emplace(puzzle_, rules_);
    const std::uint64_t given = std::min(hero_steps_left_, limits_.steps_of_a_pattern);
    std::uint64_t left = given;
    const std::optional<bool> found = heroes_->find(of_, left);
    hero_steps_left_ -= given - left;
    undecided_ = undecided_ || !found;
    ask_to_stop();
    return found == true;
  }

  const Puzzle& puzzle_;
  std::vector<TraitRule> rules_;  // in the order in which the traits are decided
  EdgeBounds bounds_;
  PatternLimits limits_;
  std::uint64_t steps_left_;
  std::uint64_t hero_steps_left_;
  double spare_;  // weight that may be lost in all
  std::vector<Level> levels_;
  std::vector<TraitGroups> of_;                   // [node]
  std::vector<std::size_t> order_;                // the nodes in the order in which they are decided
  std::vector<std::vector<EarlierNode>> before_;  // [place in the order] the neighbours before it
  std::optional<PatternHeroes> heroes_;
  bool undecided_ = false;  // some pattern needed more steps through heroes
  bool out_of_hero_steps_ = false;
};

}  // namespace

PatternAnswer search_patterns(const Puzzle& puzzle, const TraitAgreements& agreements,
                              const PatternLimits& limits) {
  if (has_graded_synergy(puzzle) || puzzle.edges.empty() || puzzle.synergy.columns.empty()) return {};
  return PatternSearch(puzzle, agreements, limits).run();
}

EdgeBounds::EdgeBounds(const Puzzle& puzzle, const TraitAgreements& agreements,
                       std::span<const TraitRule> rules)
    : traits_(rules.size()), most_(puzzle.edges.size()) {
  for (std::size_t edge = 0; edge < most_.size(); ++edge) {
    auto& most = most_[edge];
    most.resize(traits_ + 1);
    for (unsigned mask = 0; mask < 1U << traits_; ++mask) {
      unsigned by_trait = 0;
      for (std::size_t i = 0; i < traits_; ++i) by_trait |= (mask >> i & 1U) << rules[i].trait;
      most[traits_].push_back(agreements.possible(edge, by_trait) ? puzzle.synergy.edge_weight(by_trait)
                                                                  : -std::numeric_limits<double>::infinity());
    }
    for (std::size_t decided = traits_; decided-- > 0;) {
      for (unsigned mask = 0; mask < 1U << decided; ++mask)
        most[decided].push_back(std::max(most[decided + 1][mask], most[decided + 1][mask | 1U << decided]));
    }
  }
}

double EdgeBounds::most() const {
  double sum = 0;
  for (const auto& of_edge : most_) sum += of_edge[0][0];
  return sum;
}

bool EdgeBounds::helps(std::size_t edge, std::size_t decided, unsigned mask) const {
  const auto& weight = most_[edge][traits_];
  for (unsigned later = 0; later < 1U << (traits_ - decided - 1); ++later) {
    const unsigned differ = mask | later << (decided + 1);
    if (weight[differ | 1U << decided] > weight[differ]) return true;
  }
  return false;
}

}  // namespace skerry::party
