#include "puzzles/party/bound/kin_search.hpp"

#include "puzzles/party/bound/price_grid.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace skerry::party {

namespace {

constexpr std::size_t most_divisions = 20'000;
constexpr std::uint64_t steps_between_polls = 64;
constexpr int rounds_of_propagation = 4;

/// Calls visit(part of each node, sizes of the parts) for each division of the nodes into parts such that at
/// most `most_cut` edges join different parts; ends where visit returns false.
class Divider {
 public:
  using Visit = std::function<bool(const std::vector<std::uint32_t>&, const std::vector<std::uint32_t>&)>;
  Divider(const IntegerPuzzle& puzzle, std::int64_t most_cut, Visit visit)
      : puzzle_(puzzle), most_cut_(most_cut), visit_(std::move(visit)), part_of_(puzzle.nodes(), 0) {}
  bool run() { return place(0, 0); }

 private:
  bool place(std::uint32_t node, std::int64_t cut) {
    if (cut > most_cut_) return true;
    if (node == puzzle_.nodes()) return visit_(part_of_, sizes_);
    for (std::uint32_t part = 0; part <= sizes_.size(); ++part) {
      std::int64_t now = cut;
      for (const std::uint32_t edge : puzzle_.edges_of[node]) {
        const auto [a, b] = puzzle_.edges[edge];
        const std::uint32_t other = a == node ? b : a;
        now += other < node && part_of_[other] != part ? 1 : 0;
      }
      part_of_[node] = part;
      const bool is_new = part == sizes_.size();
      if (is_new) sizes_.push_back(0);
      ++sizes_[part];
      const bool goes_on = place(node + 1, now);
      --sizes_[part];
      if (is_new) sizes_.pop_back();
      if (!goes_on) return false;
      if (is_new) break;
    }
    return true;
  }

  const IntegerPuzzle& puzzle_;
  std::int64_t most_cut_;
  Visit visit_;
  std::vector<std::uint32_t> part_of_;
  std::vector<std::uint32_t> sizes_;
};

std::vector<unsigned> masks_of(const IntegerPuzzle& puzzle) {
  std::vector<std::vector<std::uint32_t>> codes(puzzle.trait_count);
  for (std::size_t trait = 0; trait < puzzle.trait_count; ++trait) {
    for (std::size_t hero = 0; hero < puzzle.heroes(); ++hero)
      codes[trait].push_back(puzzle.traits[puzzle.class_of[hero]][trait]);
  }
  return possible_masks(codes);
}

/// Returns what an edge loses at least between heroes who differ in a trait; 0 where it may lose nothing.
std::int64_t lost_without(const IntegerPuzzle& puzzle, std::size_t trait,
                          const std::vector<unsigned>& masks) {
  std::int64_t most = 0;
  for (const unsigned mask : masks) {
    if ((mask >> trait & 1U) == 0) most = std::max(most, puzzle.weight_of_mask[mask]);
  }
  return puzzle.full_weight - most;
}

std::size_t count_divisions(const IntegerPuzzle& puzzle, std::int64_t most_cut) {
  std::size_t count = 0;
  Divider(puzzle, most_cut, [&](const auto&, const auto&) { return ++count <= most_divisions; }).run();
  return count;
}

}  // namespace

std::optional<std::size_t> KinSearch::kin_of(const IntegerPuzzle& puzzle) {
  if (puzzle.graded != nullptr || puzzle.edges.empty() || puzzle.full_weight == 0) return std::nullopt;
  const std::vector<unsigned> masks = masks_of(puzzle);
  std::optional<std::size_t> kin;
  std::size_t fewest = most_divisions + 1;
  for (std::size_t trait = 0; trait < puzzle.trait_count; ++trait) {
    const std::int64_t lost = lost_without(puzzle, trait, masks);
    if (lost == 0) continue;
    const std::size_t divisions = count_divisions(puzzle, puzzle.lost_most / lost);
    if (divisions >= fewest) continue;
    fewest = divisions;
    kin = trait;
  }
  return kin;
}

KinSearch::KinSearch(const IntegerPuzzle& puzzle, std::size_t kin, const Multipliers& multipliers,
                     const Candidates& candidates)
    : puzzle_(puzzle),
      candidates_(candidates),
      bound_(puzzle),
      kin_(kin),
      neighbours_(puzzle.nodes()),
      mark_(puzzle.nodes(), 0),
      group_of_(puzzle.nodes(), 0) {
  for (const auto& of_class : puzzle.traits) {
    for (const std::uint32_t value : of_class) {
      if (value >= stamps_.size()) stamps_.resize(value + 1, 0);
    }
  }
  // What an edge weighs at least between heroes who agree in certain traits, and perhaps in more.
  sure_weight_ = puzzle.weight_of_mask;
  for (std::size_t mask = 0; mask < sure_weight_.size(); ++mask) {
    for (std::size_t more = mask; more < sure_weight_.size(); ++more) {
      if ((more & mask) == mask)
        sure_weight_[mask] = std::min(sure_weight_[mask], puzzle.weight_of_mask[more]);
    }
  }
  lost_between_kins_ = lost_without(puzzle, kin_, masks_of(puzzle));
  for (const auto& [a, b] : puzzle.edges) {
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }
  std::vector<std::pair<std::size_t, std::size_t>> by_values;
  for (std::size_t index = 0; index < puzzle.trait_count; ++index) {
    std::set<std::uint32_t> values;
    for (const auto& of_class : puzzle.traits) values.insert(of_class[index]);
    if (index != kin_) by_values.emplace_back(values.size(), index);
  }
  std::ranges::sort(by_values);
  for (const auto& [values, index] : by_values) traits_.push_back(index);
  collect_agreements();
  divide_nodes();
  Prices prices;
  prices.linear = multipliers.linear;
  prices.by_value.resize(puzzle.by_value.size());
  grid_.push_back(std::move(prices));
  prepare_grid();
}

void KinSearch::collect_agreements() {
  for (unsigned mask = 1; mask < puzzle_.weight_of_mask.size(); ++mask) {
    const std::int64_t weight = puzzle_.weight_of_mask[mask];
    bool minimal = weight > 0;
    for (unsigned part = (mask - 1) & mask; minimal; part = (part - 1) & mask) {
      if (puzzle_.weight_of_mask[part] >= weight) minimal = false;
      if (part == 0) break;
    }
    if (!minimal) continue;
    Agreement agreement{puzzle_.full_weight - weight, {}, 0};
    std::map<std::vector<std::uint32_t>, std::uint32_t> codes;
    for (std::uint32_t hero = 0; hero < puzzle_.heroes(); ++hero) {
      std::vector<std::uint32_t> values;
      for (std::size_t index = 0; index < puzzle_.trait_count; ++index) {
        if ((mask >> index & 1U) != 0) values.push_back(trait(hero, index));
      }
      agreement.code.push_back(
          codes.try_emplace(std::move(values), static_cast<std::uint32_t>(codes.size())).first->second);
    }
    agreement.codes = static_cast<std::uint32_t>(codes.size());
    agreements_.push_back(std::move(agreement));
  }
  std::ranges::stable_sort(agreements_, {}, &Agreement::lost);
  marks_.resize(puzzle_.nodes());
  for (auto& of_node : marks_) {
    for (const Agreement& agreement : agreements_) of_node.emplace_back(agreement.codes, 0);
  }
}

void KinSearch::divide_nodes() {
  const auto keep = [&](const std::vector<std::uint32_t>& part_of, const std::vector<std::uint32_t>& sizes) {
    std::vector<std::uint32_t> order(sizes.size());
    for (std::uint32_t part = 0; part < order.size(); ++part) order[part] = part;
    std::ranges::stable_sort(order, std::greater<>(), [&](std::uint32_t part) { return sizes[part]; });
    std::vector<std::uint32_t> place(sizes.size()), sorted(sizes.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      sorted[i] = sizes[order[i]];
    }
    Division division;
    for (const std::uint32_t part : part_of) division.part_of.push_back(place[part]);
    divisions_[sorted].push_back(std::move(division));
    return true;
  };
  Divider(puzzle_, puzzle_.lost_most / lost_between_kins_, keep).run();
}

void KinSearch::prepare_grid() {
  grid_ = price_grid(grid_.front());
  for (const Prices& prices : grid_) grid_constant_.push_back(bound_.constant(prices));
  const std::size_t nodes = puzzle_.nodes();
  std::uint32_t kins = 0;
  for (const auto& of_class : puzzle_.traits) kins = std::max(kins, of_class[kin_] + 1);
  std::vector<std::vector<std::uint32_t>> heroes_of(kins + 1);  // the last one: all
  std::vector<char> seen(puzzle_.heroes(), 0);
  for (const auto& heroes : candidates_) {
    for (const std::uint32_t hero : heroes) {
      if (std::exchange(seen[hero], 1) != 0) continue;
      heroes_of[trait(hero, kin_)].push_back(hero);
      heroes_of[kins].push_back(hero);
    }
  }
  const std::vector<std::vector<std::int64_t>> none(
      nodes + 1, std::vector<std::int64_t>(grid_.size(), KinBound::unreachable_sum));
  cheapest_.assign(kins, none);
  cheapest_any_ = none;
  cheapest_of_all_ = none;
  for (std::uint32_t kin = 0; kin <= kins; ++kin) {
    const State heroes{.lists = {heroes_of[kin]}, .prices = {}};
    for (std::size_t g = 0; g < grid_.size(); ++g) {
      bound_.reduce(heroes, grid_[g]);
      std::vector<PricedHero> priced;
      for (const std::uint32_t hero : heroes_of[kin]) priced.emplace_back(bound_.reduced(hero), hero);
      const std::vector<std::int64_t> sums = cheapest_sums(puzzle_.by_value, nodes, std::move(priced));
      for (std::size_t k = 0; k <= nodes; ++k) {
        (kin < kins ? cheapest_[kin] : cheapest_of_all_)[k][g] = sums[k];
        if (kin < kins) cheapest_any_[k][g] = std::min(cheapest_any_[k][g], sums[k]);
      }
    }
  }
}

bool KinSearch::run(std::int64_t most, const Found& found, const Stop& stop) {
  found_ = &found;
  stop_ = &stop;
  most_ = most;
  bound_.limit(most);
  const std::vector<std::int64_t> nothing(grid_.size(), 0);
  for (const auto& [sizes, divisions] : divisions_) {
    kin_labels_.clear();
    if (!label(sizes, 0, nothing)) return false;
  }
  return true;
}

/// Gives the parts of these sizes kins, the larger ones first, as long as a bound allows it. Nodes that are
/// alone in their kin may have any that no other part has.
bool KinSearch::label(const std::vector<std::uint32_t>& sizes, std::size_t part,
                      const std::vector<std::int64_t>& sums) {
  const auto within = [&](const std::vector<std::int64_t>& of_parts, std::size_t begin) {
    std::int64_t best = std::numeric_limits<std::int64_t>::min();
    for (std::size_t g = 0; g < grid_.size(); ++g) {
      std::int64_t sum = of_parts[g] + grid_constant_[g];
      std::size_t other = begin;
      for (; other < sizes.size() && sizes[other] > 1; ++other) sum += cheapest_any_[sizes[other]][g];
      sum += cheapest_of_all_[sizes.size() - other][g];
      if (sum > best) {
        best = sum;
        best_grid_ = g;
      }
    }
    return best <= bound_.budget();
  };
  if (part == sizes.size() || sizes[part] == 1) {
    if (!within(sums, part)) return true;
    const std::size_t labelled = kin_labels_.size();
    kin_labels_.resize(sizes.size(), -1);
    const bool complete = search_divisions(sizes, best_grid_);
    kin_labels_.resize(labelled);
    return complete;
  }
  for (std::size_t kin = 0; kin < cheapest_.size(); ++kin) {
    if (std::ranges::find(kin_labels_, static_cast<std::int64_t>(kin)) != kin_labels_.end()) continue;
    std::vector<std::int64_t> with = sums;
    for (std::size_t g = 0; g < grid_.size(); ++g) with[g] += cheapest_[kin][sizes[part]][g];
    if (!within(with, part + 1)) continue;
    kin_labels_.push_back(static_cast<std::int64_t>(kin));
    const bool complete = label(sizes, part + 1, with);
    kin_labels_.pop_back();
    if (!complete) return false;
  }
  return true;
}

bool KinSearch::search_divisions(const std::vector<std::uint32_t>& sizes, std::size_t at) {
  for (const Division& division : divisions_.find(sizes)->second) {
    if ((*stop_)()) return false;
    part_of_ = division.part_of;
    if (states_.empty()) states_.emplace_back();
    State& state = states_[0];
    state.lists.resize(puzzle_.nodes());
    state.prices = grid_[at];
    for (std::size_t node = 0; node < puzzle_.nodes(); ++node) {
      const std::int64_t own = kin_labels_[part_of_[node]];
      state.lists[node].clear();
      for (const std::uint32_t hero : candidates_[node]) {
        const auto kin = static_cast<std::int64_t>(trait(hero, kin_));
        const bool fits = own >= 0 ? kin == own : std::ranges::find(kin_labels_, kin) == kin_labels_.end();
        if (fits) state.lists[node].push_back(hero);
      }
    }
    if (!descend(0)) return false;
  }
  return true;
}

bool KinSearch::descend(std::size_t depth) {
  if (++steps_ % steps_between_polls == 0 && (*stop_)()) return false;
  if (!propagate(states_[depth])) return true;
  if (std::ranges::all_of(states_[depth].lists, [](const auto& list) { return list.size() == 1; }))
    return report(states_[depth]);
  if (states_.size() == depth + 1) states_.emplace_back();
  return branch(depth);
}

bool KinSearch::alike(const std::vector<std::uint32_t>& heroes, std::size_t index) const {
  const std::uint32_t value = trait(heroes.front(), index);
  return std::ranges::all_of(heroes, [&](std::uint32_t hero) { return trait(hero, index) == value; });
}

/// Returns, for each edge, in which traits the heroes of its ends agree in any case, and in which they may.
std::vector<KinSearch::Agreed> KinSearch::agreed_on(const State& state) {
  const std::size_t traits = puzzle_.trait_count;
  std::vector<char> decided(state.lists.size() * traits);  // [node, trait]
  for (std::size_t node = 0; node < state.lists.size(); ++node) {
    for (std::size_t index = 0; index < traits; ++index)
      decided[node * traits + index] = alike(state.lists[node], index) ? 1 : 0;
  }
  std::vector<Agreed> agreed;
  for (const auto& [a, b] : puzzle_.edges) {
    Agreed on;
    const auto& of_a = state.lists[a];
    const auto& of_b = state.lists[b];
    for (std::size_t index = 0; index < traits; ++index) {
      const unsigned bit = 1U << index;
      if (decided[a * traits + index] != 0 && decided[b * traits + index] != 0) {
        const bool same = trait(of_a.front(), index) == trait(of_b.front(), index);
        on.surely |= same ? bit : 0;
        on.perhaps |= same ? bit : 0;
        continue;
      }
      ++stamp_;
      for (const std::uint32_t hero : of_a) stamps_[trait(hero, index)] = stamp_;
      const bool may = std::ranges::any_of(
          of_b, [&](std::uint32_t hero) { return stamps_[trait(hero, index)] == stamp_; });
      on.perhaps |= may ? bit : 0;
    }
    agreed.push_back(on);
  }
  return agreed;
}

bool KinSearch::synergy_is_met(const std::vector<Agreed>& agreed) const {
  std::int64_t lost = 0;
  for (const Agreed& on : agreed) lost += puzzle_.full_weight - sure_weight_[on.surely];
  return lost <= puzzle_.lost_most;
}

/// Tells whether the weight of an edge depends on the heroes that are chosen.
bool KinSearch::undecided(const Agreed& agreed) const {
  for (unsigned mask = 0; mask < puzzle_.weight_of_mask.size(); ++mask) {
    if ((mask & agreed.surely) == agreed.surely && (mask | agreed.perhaps) == agreed.perhaps &&
        puzzle_.weight_of_mask[mask] > sure_weight_[agreed.surely])
      return true;
  }
  return false;
}

/// Decides a trait of a node whose neighbours leave the least choice, or a hero.
bool KinSearch::branch(std::size_t depth) {
  const std::vector<Agreed> agreed = agreed_on(states_[depth]);
  if (synergy_is_met(agreed)) return choose_hero(depth, true);
  std::vector<unsigned> matters(puzzle_.nodes(), 0);  // [node] traits on which the weight of an edge depends
  for (std::size_t edge = 0; edge < agreed.size(); ++edge) {
    if (!undecided(agreed[edge])) continue;
    for (const std::uint32_t node : puzzle_.edges[edge])
      matters[node] |= agreed[edge].perhaps & ~agreed[edge].surely;
  }
  const auto nodes = static_cast<std::uint32_t>(puzzle_.nodes());
  const auto lists = [&]() -> const Lists& { return states_[depth].lists; };
  const auto descend_with = [&](std::uint32_t node, const auto& keep) {
    states_[depth + 1] = states_[depth];
    std::erase_if(states_[depth + 1].lists[node], [&](std::uint32_t hero) { return !keep(hero); });
    return descend(depth + 1);
  };
  for (const std::size_t index : traits_) {
    std::vector<char> decided(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) decided[node] = alike(lists()[node], index) ? 1 : 0;
    std::size_t most = 0;
    std::uint32_t chosen = nodes;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (decided[node] != 0 || (matters[node] >> index & 1U) == 0) continue;
      // Where kins differ, the other traits have to agree.
      std::size_t ties = 1;
      for (const std::uint32_t other : neighbours_[node]) {
        ties += decided[other] != 0 ? 11 : 1;
        if (index == traits_.front() && part_of_[other] != part_of_[node]) ties += 15;
      }
      if (ties <= most) continue;
      most = ties;
      chosen = node;
    }
    if (chosen == nodes) continue;
    std::map<std::uint32_t, std::int64_t> cheapest;  // [value]
    for (const std::uint32_t hero : lists()[chosen]) {
      std::int64_t& least = cheapest.try_emplace(trait(hero, index), KinBound::unreachable_sum).first->second;
      least = std::min(least, bound_.reduced(hero));
    }
    for (const std::uint32_t other : neighbours_[chosen]) {
      if (decided[other] == 0) continue;
      const std::uint32_t value = trait(lists()[other].front(), index);
      if (!cheapest.contains(value)) continue;
      return descend_with(chosen, [&](std::uint32_t hero) { return trait(hero, index) == value; }) &&
             descend_with(chosen, [&](std::uint32_t hero) { return trait(hero, index) != value; });
    }
    std::vector<std::pair<std::int64_t, std::uint32_t>> values;
    for (const auto& [value, least] : cheapest) values.emplace_back(least, value);
    std::ranges::sort(values);
    return std::ranges::all_of(values, [&](const auto& entry) {
      return descend_with(chosen, [&](std::uint32_t hero) { return trait(hero, index) == entry.second; });
    });
  }
  return choose_hero(depth, false);
}

/// Decides the hero of the node with the fewest. Where the synergy is met in any case, nodes with the same
/// list may exchange their heroes, so that only one order of them is searched.
bool KinSearch::choose_hero(std::size_t depth, bool synergy_is_met) {
  const auto nodes = static_cast<std::uint32_t>(puzzle_.nodes());
  const auto lists = [&]() -> const Lists& { return states_[depth].lists; };
  std::uint32_t chosen = nodes;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::size_t size = lists()[node].size();
    if (size > 1 && (chosen == nodes || size < lists()[chosen].size())) chosen = node;
  }
  std::vector<std::uint32_t> heroes = lists()[chosen];
  std::ranges::sort(heroes, {}, [&](std::uint32_t hero) { return std::pair(bound_.reduced(hero), hero); });
  std::vector<std::uint32_t> alike_nodes;
  if (synergy_is_met) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (group_of_[node] == group_of_[chosen] && lists()[node] == lists()[chosen])
        alike_nodes.push_back(node);
    }
  }
  const bool new_group = alike_nodes.size() > 1 && group_of_[chosen] == 0;
  if (new_group) {
    groups_.push_back(alike_nodes);
    for (const std::uint32_t node : alike_nodes) group_of_[node] = groups_.size();
  }
  bool complete = true;
  std::vector<char> passed(puzzle_.heroes(), 0);
  for (const std::uint32_t chosen_hero : heroes) {
    states_[depth + 1] = states_[depth];
    Lists& next = states_[depth + 1].lists;
    passed[chosen_hero] = 1;
    for (const std::uint32_t node : alike_nodes)
      std::erase_if(next[node], [&](std::uint32_t hero) { return passed[hero] != 0; });
    next[chosen].assign(1, chosen_hero);
    complete = descend(depth + 1);
    if (!complete) break;
  }
  if (new_group) {
    for (const std::uint32_t node : alike_nodes) group_of_[node] = 0;
    groups_.pop_back();
  }
  return complete;
}

bool KinSearch::report(const State& state) {
  std::vector<std::uint32_t> party;
  for (const auto& list : state.lists) party.push_back(list.front());
  std::int64_t lost = 0;
  for (std::uint32_t edge = 0; edge < puzzle_.edges.size(); ++edge)
    lost += puzzle_.lost(edge, party[puzzle_.edges[edge][0]], party[puzzle_.edges[edge][1]]);
  if (lost > puzzle_.lost_most) return true;
  return report_orders(party, 0);
}

/// Reports a party with the heroes of each group of nodes, from one on, in every order.
bool KinSearch::report_orders(std::vector<std::uint32_t>& party, std::size_t group) {
  if (puzzle_.cost(party) > most_) return true;
  if (group == groups_.size()) {
    if (++steps_ % steps_between_polls == 0 && (*stop_)()) return false;
    most_ = std::min(most_, (*found_)(party));
    bound_.limit(most_);
    return true;
  }
  std::vector<std::uint32_t> heroes;
  for (const std::uint32_t node : groups_[group]) heroes.push_back(party[node]);
  std::ranges::sort(heroes);
  do {
    for (std::size_t i = 0; i < heroes.size(); ++i) party[groups_[group][i]] = heroes[i];
    if (!report_orders(party, group + 1)) return false;
  } while (std::ranges::next_permutation(heroes).found);
  return true;
}

bool KinSearch::propagate(State& state) {
  for (int round = 0; round < rounds_of_propagation; ++round) {
    if (std::ranges::any_of(state.lists, [](const auto& list) { return list.empty(); })) return false;
    bool changed = false;
    if (!bound_.hold(state, round == 0, changed) || !bound_.prune_sums(state, changed) ||
        !bound_.prune_values(state, changed) || !prune_lost(state, changed) || !prune_used(state, changed))
      return false;
    if (!changed) break;
  }
  return true;
}

/// Marks the values that the heroes of a node have.
void KinSearch::sign(std::size_t node, const std::vector<std::uint32_t>& heroes) {
  const std::uint32_t mark = ++mark_[node];
  for (std::size_t a = 0; a < agreements_.size(); ++a) {
    for (const std::uint32_t hero : heroes) marks_[node][a][agreements_[a].code[hero]] = mark;
  }
}

std::int64_t KinSearch::least_lost(std::uint32_t hero, std::size_t node) const {
  for (std::size_t a = 0; a < agreements_.size(); ++a) {
    if (marks_[node][a][agreements_[a].code[hero]] == mark_[node]) return agreements_[a].lost;
  }
  return puzzle_.full_weight;
}

bool KinSearch::prune_lost(State& state, bool& changed) {
  const std::size_t nodes = state.lists.size();
  for (std::size_t node = 0; node < nodes; ++node) sign(node, state.lists[node]);
  std::vector<std::int64_t> own(nodes, 0);
  std::int64_t total = 0;
  for (const auto& [a, b] : puzzle_.edges) {
    const bool a_is_shorter = state.lists[a].size() <= state.lists[b].size();
    std::int64_t least = puzzle_.full_weight;
    for (const std::uint32_t hero : state.lists[a_is_shorter ? a : b]) {
      least = std::min(least, least_lost(hero, a_is_shorter ? b : a));
      if (least == 0) break;
    }
    own[a] += least;
    own[b] += least;
    total += least;
  }
  if (total > puzzle_.lost_most) return false;
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::int64_t most = puzzle_.lost_most - total + own[node];
    if (most >= puzzle_.full_weight * static_cast<std::int64_t>(neighbours_[node].size())) continue;
    const std::size_t erased = std::erase_if(state.lists[node], [&](std::uint32_t hero) {
      std::int64_t lost = 0;
      for (const std::uint32_t other : neighbours_[node]) lost += least_lost(hero, other);
      return lost > most;
    });
    if (erased == 0) continue;
    changed = true;
    if (state.lists[node].empty()) return false;
    sign(node, state.lists[node]);
  }
  return true;
}

/// Takes heroes who stand on a node out of the lists of the others.
bool KinSearch::prune_used(State& state, bool& changed) {
  for (std::size_t node = 0; node < state.lists.size(); ++node) {
    if (state.lists[node].size() != 1) continue;
    const std::uint32_t hero = state.lists[node].front();
    for (std::size_t other = 0; other < state.lists.size(); ++other) {
      if (other == node || std::erase(state.lists[other], hero) == 0) continue;
      changed = true;
      if (state.lists[other].empty()) return false;
    }
  }
  return true;
}

}  // namespace skerry::party
