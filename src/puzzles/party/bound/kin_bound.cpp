#include "puzzles/party/bound/kin_bound.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace skerry::party {

namespace {

constexpr std::int64_t no_edge = std::int64_t{1} << 60;

}  // namespace

void Assignment::collect(std::span<const std::vector<std::uint32_t>> lists,
                         std::span<const std::int64_t> cost) {
  for (const std::uint32_t hero : columns_) column_of_[hero] = none;
  columns_.clear();
  const std::size_t nodes = lists.size();
  std::vector<std::vector<std::uint32_t>> cheapest(nodes);
  for (std::size_t node = 0; node < nodes; ++node) {
    std::vector<std::uint32_t>& top = cheapest[node];
    for (const std::uint32_t hero : lists[node]) {
      if (top.size() == nodes && cost[hero] >= cost[top.back()]) continue;
      if (top.size() == nodes) top.pop_back();
      top.insert(std::ranges::upper_bound(top, cost[hero], {}, [&](std::uint32_t h) { return cost[h]; }),
                 hero);
    }
    for (const std::uint32_t hero : top) {
      if (column_of_[hero] != none) continue;
      column_of_[hero] = static_cast<std::uint32_t>(columns_.size());
      columns_.push_back(hero);
    }
  }
  costs_.assign(nodes * columns_.size(), no_edge);
  for (std::size_t node = 0; node < nodes; ++node) {
    for (const std::uint32_t hero : cheapest[node])
      costs_[node * columns_.size() + column_of_[hero]] = cost[hero];
  }
}

/// Gives a node a hero by a shortest path through the nodes that have one.
bool Assignment::add_node(std::size_t node) {
  const std::size_t columns = columns_.size();
  const auto start = static_cast<std::uint32_t>(columns);
  least_.assign(columns, std::numeric_limits<std::int64_t>::max());
  came_from_.assign(columns, start);
  visited_.assign(columns + 1, 0);
  node_of_[start] = static_cast<std::uint32_t>(node);
  std::uint32_t at = start;
  while (node_of_[at] != none) {
    visited_[at] = 1;
    const std::uint32_t row = node_of_[at];
    std::int64_t step = std::numeric_limits<std::int64_t>::max();
    std::uint32_t next = start;
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (visited_[column] != 0) continue;
      const std::int64_t cost = costs_[row * columns + column];
      if (cost != no_edge) {
        const std::int64_t reduced = cost - of_node_[row] - of_column_[column];
        if (reduced < least_[column]) {
          least_[column] = reduced;
          came_from_[column] = at;
        }
      }
      if (least_[column] < step) {
        step = least_[column];
        next = column;
      }
    }
    if (next == start) return false;
    for (std::uint32_t column = 0; column <= columns; ++column) {
      if (visited_[column] != 0) {
        of_node_[node_of_[column]] += step;
        if (column < columns) of_column_[column] -= step;
      } else if (column < columns && least_[column] != std::numeric_limits<std::int64_t>::max()) {
        least_[column] -= step;
      }
    }
    at = next;
  }
  while (at != start) {
    node_of_[at] = node_of_[came_from_[at]];
    at = came_from_[at];
  }
  return true;
}

bool Assignment::solve(std::span<const std::vector<std::uint32_t>> lists,
                       std::span<const std::int64_t> cost) {
  collect(lists, cost);
  const std::size_t nodes = lists.size();
  of_node_.assign(nodes, 0);
  of_column_.assign(columns_.size(), 0);
  node_of_.assign(columns_.size() + 1, none);
  for (std::size_t node = 0; node < nodes; ++node) {
    if (!add_node(node)) return false;
  }
  chosen_.assign(nodes, 0);
  total_ = 0;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (node_of_[column] == none) continue;
    chosen_[node_of_[column]] = columns_[column];
    total_ += cost[columns_[column]];
  }
  return true;
}

namespace {

constexpr std::size_t many_candidates = 200;

}  // namespace

KinBound::KinBound(const IntegerPuzzle& puzzle)
    : puzzle_(puzzle),
      fraction_(price_fraction(puzzle)),
      assignment_(puzzle.heroes()),
      reduced_(puzzle.heroes(), 0) {}

std::int64_t KinBound::constant(const Prices& prices) const {
  std::int64_t sum = 0;
  for (std::size_t r = 0; r < prices.linear.size(); ++r) {
    const LinearRule& rule = puzzle_.linear[r];
    if (rule.at_least) sum += prices.linear[r][0] * *rule.at_least;
    if (rule.at_most) sum -= prices.linear[r][1] * *rule.at_most;
  }
  const auto nodes = static_cast<std::int64_t>(puzzle_.nodes());
  for (std::size_t r = 0; r < prices.by_value.size(); ++r) {
    const ValueRule& rule = puzzle_.by_value[r];
    const ValuePrices& of_rule = prices.by_value[r];
    const std::int64_t free = rule.share ? rule.at_most.value_or(nodes) : 1;
    for (const std::int64_t of_value : of_rule.of) sum -= free * of_value;
    if (!rule.share && rule.at_least) sum -= of_rule.once * (nodes - *rule.at_least);
  }
  return sum;
}

void KinBound::reduce(const State& state, const Prices& prices) {
  for (const auto& list : state.lists) {
    for (const std::uint32_t hero : list) {
      std::int64_t number = puzzle_.price[hero] * fraction_;
      for (std::size_t r = 0; r < prices.linear.size(); ++r)
        number -= (prices.linear[r][0] - prices.linear[r][1]) * puzzle_.linear[r].coefficient[hero];
      for (std::size_t r = 0; r < prices.by_value.size(); ++r) {
        const auto& of = prices.by_value[r].of;
        if (!of.empty()) number += of[puzzle_.by_value[r].value[hero]];
      }
      reduced_[hero] = number;
    }
  }
}

/// Returns unreachable_sum where there is no choice of different heroes.
std::int64_t KinBound::bound_with(const State& state, const Prices& prices) {
  reduce(state, prices);
  return assignment_.solve(state.lists, reduced_) ? assignment_.total() + constant(prices) : unreachable_sum;
}

std::int64_t KinBound::sum_of(std::size_t rule) const {
  std::int64_t sum = 0;
  for (const std::uint32_t hero : assignment_.chosen()) sum += puzzle_.linear[rule].coefficient[hero];
  return sum;
}

/// Moves the price of each rule on sums to where the bound is highest, one at a time: the bound is concave in
/// it, and the heroes chosen tell on which side the best lies.
void KinBound::adapt_sums(State& state, std::int64_t& best) {
  std::size_t candidates = 0;
  for (const auto& list : state.lists) candidates += list.size();
  const int tries = candidates > many_candidates ? 8 : 4;
  for (std::size_t r = 0; r < puzzle_.linear.size() && best <= budget_; ++r) {
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const auto& limit = side == 0 ? puzzle_.linear[r].at_least : puzzle_.linear[r].at_most;
      if (!limit) continue;
      const auto missed = [&] {  // of the heroes chosen; a higher price is better where it is above 0
        const std::int64_t sum = sum_of(r);
        return side == 0 ? *limit - sum : sum - *limit;
      };
      Prices prices = state.prices;
      std::int64_t& price = prices.linear[r][side];
      std::int64_t now = missed();
      if (now == 0 || (now < 0 && price == 0)) continue;
      std::int64_t low = now > 0 ? price : 0;
      std::int64_t high = now > 0 ? std::numeric_limits<std::int64_t>::max() : price;
      std::int64_t step = std::max<std::int64_t>(price / 4, fraction_ / 16);
      for (int i = 0; i < tries && high - low > std::max<std::int64_t>(low / 128, 1); ++i) {
        price = high == std::numeric_limits<std::int64_t>::max() ? low + step
                : now < 0 && low == 0 && i < 3                   ? high - high / 5
                                                                 : low + (high - low) / 2;
        if (price > (std::int64_t{1} << 44)) break;
        step *= 2;
        const std::int64_t with = bound_with(state, prices);
        if (with > best) {
          best = with;
          state.prices.linear[r][side] = price;
        }
        if (best > budget_) return;
        now = missed();
        if (now == 0) break;
        (now > 0 ? low : high) = price;
      }
      bound_with(state, state.prices);
    }
  }
}

/// Returns what the chosen heroes have too much of for a rule on values, by which its prices rise; nothing
/// for a rule without a price.
KinBound::ValuePrices KinBound::excess_of(const ValueRule& rule, ValuePrices& prices) const {
  ValuePrices excess;
  if (rule.share ? !rule.at_most : !rule.at_least) return excess;
  if (prices.of.empty()) prices.of.assign(rule.values, 0);
  std::vector<std::int64_t> holders(rule.values, 0);
  std::int64_t repeated = 0;
  for (const std::uint32_t hero : assignment_.chosen()) repeated += holders[rule.value[hero]]++ > 0 ? 1 : 0;
  if (!rule.share) excess.once = repeated - (static_cast<std::int64_t>(puzzle_.nodes()) - *rule.at_least);
  excess.of.assign(rule.values, 0);
  for (std::uint32_t value = 0; value < rule.values; ++value) {
    const std::int64_t over = holders[value] - (rule.share ? *rule.at_most : 1);
    const bool rises = over > 0 && (rule.share || excess.once > 0 || prices.of[value] < prices.once);
    if (rises || (over < 0 && prices.of[value] > 0)) excess.of[value] = over;
  }
  return excess;
}

/// Moves the prices of rules on values against what the chosen heroes miss (subgradient steps towards a bound
/// that ends the search here).
void KinBound::adapt_values(State& state, std::int64_t& best) {
  std::size_t candidates = 0;
  for (const auto& list : state.lists) candidates += list.size();
  const int tries = candidates > many_candidates ? 24 : 6;
  Prices prices = state.prices;
  std::int64_t now = best;
  double part = 1;  // of the step that would reach the target if the bound were linear
  int worse = 0;
  bool moved = false;
  for (int i = 0; i < tries && best <= budget_; ++i) {
    std::vector<ValuePrices> excess;
    std::int64_t squares = 0;
    for (std::size_t r = 0; r < puzzle_.by_value.size(); ++r) {
      excess.push_back(excess_of(puzzle_.by_value[r], prices.by_value[r]));
      squares += excess[r].once * excess[r].once;
      for (const std::int64_t of_value : excess[r].of) squares += of_value * of_value;
    }
    if (squares == 0) break;
    const auto step = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(part * static_cast<double>((budget_ + 1 - now) / squares)));
    for (std::size_t r = 0; r < excess.size(); ++r) {
      ValuePrices& of_rule = prices.by_value[r];
      if (excess[r].of.empty()) continue;
      const bool share = puzzle_.by_value[r].share;
      // A hero beyond the first of a value costs the same for all values at most.
      const std::int64_t most = share ? std::numeric_limits<std::int64_t>::max()
                                      : std::max<std::int64_t>(0, of_rule.once + step * excess[r].once);
      for (std::size_t value = 0; value < excess[r].of.size(); ++value)
        of_rule.of[value] = std::clamp<std::int64_t>(of_rule.of[value] + step * excess[r].of[value], 0, most);
      of_rule.once = share ? 0 : std::ranges::max(of_rule.of);
    }
    now = bound_with(state, prices);
    moved = true;
    if (now > best) {
      best = now;
      state.prices = prices;
      worse = 0;
      moved = false;
    } else if (++worse == 2) {
      worse = 0;
      part /= 2;
    }
  }
  if (moved) bound_with(state, state.prices);
}

bool KinBound::hold(State& state, bool adapt, bool& changed) {
  std::int64_t best = bound_with(state, state.prices);
  if (adapt && best <= budget_) adapt_sums(state, best);
  if (adapt && best <= budget_) adapt_values(state, best);
  if (best > budget_) return false;
  for (std::size_t node = 0; node < state.lists.size(); ++node) {
    const std::size_t erased = std::erase_if(state.lists[node], [&](std::uint32_t hero) {
      return assignment_.excess(node, hero, reduced_[hero]) > budget_ - best;
    });
    changed = changed || erased > 0;
    if (state.lists[node].empty()) return false;
  }
  return true;
}

bool KinBound::prune_sums(State& state, bool& changed) const {
  for (const LinearRule& rule : puzzle_.linear) {
    std::int64_t highest = 0, lowest = 0;
    std::vector<std::array<std::int64_t, 2>> range;
    for (const auto& list : state.lists) {
      std::int64_t low = rule.coefficient[list.front()], high = low;
      for (const std::uint32_t hero : list) {
        low = std::min(low, rule.coefficient[hero]);
        high = std::max(high, rule.coefficient[hero]);
      }
      range.push_back({low, high});
      lowest += low;
      highest += high;
    }
    if ((rule.at_least && highest < *rule.at_least) || (rule.at_most && lowest > *rule.at_most)) return false;
    for (std::size_t node = 0; node < state.lists.size(); ++node) {
      const std::size_t erased = std::erase_if(state.lists[node], [&](std::uint32_t hero) {
        const std::int64_t own = rule.coefficient[hero];
        return (rule.at_least && highest - range[node][1] + own < *rule.at_least) ||
               (rule.at_most && lowest - range[node][0] + own > *rule.at_most);
      });
      changed = changed || erased > 0;
      if (state.lists[node].empty()) return false;
    }
  }
  return true;
}

bool KinBound::prune_values(State& state, bool& changed) const {
  const auto nodes = static_cast<std::int64_t>(state.lists.size());
  for (const ValueRule& rule : puzzle_.by_value) {
    std::vector<std::int64_t> holders(rule.values, 0), reach(rule.values, 0);
    std::int64_t open = 0, distinct = 0;
    std::vector<char> decided(state.lists.size(), 0);
    std::vector<std::size_t> seen(rule.values, 0);
    for (std::size_t node = 0; node < state.lists.size(); ++node) {
      const auto& list = state.lists[node];
      const std::uint32_t value = rule.value[list.front()];
      decided[node] =
          std::ranges::all_of(list, [&](std::uint32_t h) { return rule.value[h] == value; }) ? 1 : 0;
      for (const std::uint32_t hero : list) {
        if (std::exchange(seen[rule.value[hero]], node + 1) != node + 1) ++reach[rule.value[hero]];
      }
      if (decided[node] == 0) {
        ++open;
      } else if (holders[value]++ == 0) {
        ++distinct;
      }
    }
    if (rule.share) {
      if (rule.at_most && std::ranges::max(holders) > *rule.at_most) return false;
      if (rule.at_least && std::ranges::max(reach) < *rule.at_least) return false;
    } else {
      if (rule.at_least && distinct + open < *rule.at_least) return false;
      if (rule.at_most && distinct > *rule.at_most) return false;
    }
    const bool only_new = !rule.share && rule.at_least && distinct + open == *rule.at_least;
    const bool only_present = !rule.share && rule.at_most && distinct == *rule.at_most;
    const std::int64_t full = rule.share && rule.at_most ? *rule.at_most : nodes;
    for (std::size_t node = 0; node < state.lists.size(); ++node) {
      if (decided[node] != 0) continue;
      const std::size_t erased = std::erase_if(state.lists[node], [&](std::uint32_t hero) {
        const std::int64_t present = holders[rule.value[hero]];
        return present >= full || (only_new && present > 0) || (only_present && present == 0);
      });
      changed = changed || erased > 0;
      if (state.lists[node].empty()) return false;
    }
  }
  return true;
}

}  // namespace skerry::party
