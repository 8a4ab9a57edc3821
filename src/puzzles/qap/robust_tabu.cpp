#include "puzzles/qap/robust_tabu.hpp"

#include "puzzles/qap/swap_loops.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace skerry::qap {

namespace {

using Swap = std::pair<std::uint32_t, std::uint32_t>;

template <typename Number>
constexpr Number never = std::numeric_limits<Number>::max();

/// Returns the best of the swaps that waited too long or lead to a new best cost, if any waited too long.
/// Sets `oldest` to the least step of the list.
template <typename Number>
std::optional<Swap> best_due(const BlockSquare<Number>& changes, const BlockSquare<Number>& until,
                             const SwapRules<Number>& rules, Number& oldest) {
  std::optional<Swap> best;
  Number least = never<Number>;
  oldest = never<Number>;
  const auto size = static_cast<std::uint32_t>(changes.size());
  for (std::uint32_t u = 0; u + 1 < size; ++u) {
    for (std::uint32_t v = u + 1; v < size; ++v) {
      const Number change = changes.at(u, v);
      const Number step = until.at(u, v);
      oldest = std::min(oldest, step);
      if ((step >= rules.due && change >= rules.aspired) || change >= least) continue;
      least = change;
      best = Swap{u, v};
    }
  }
  return oldest < rules.due ? best : std::nullopt;
}

/// Returns the best swap that is admitted, of equal ones the first, row by row.
template <typename Number>
std::optional<Swap> best_of(const BlockRow<Number>& least, const BlockRow<Number>& row, std::size_t size) {
  const std::span columns(least.data(), size);
  const Number change = *std::ranges::min_element(columns);
  if (change == never<Number>) return std::nullopt;
  std::optional<Swap> best;
  for (std::size_t v = 0; v < size; ++v) {
    const auto u = static_cast<std::uint32_t>(row[v]);
    if (columns[v] == change && (!best || u < best->first)) best = Swap{u, static_cast<std::uint32_t>(v)};
  }
  return best;
}

}  // namespace

RobustTabu::RobustTabu(const Instance& instance) : state_(states_for(instance)), best_(instance.size()) {}

RobustTabu::States RobustTabu::states_for(const Instance& instance) {
  if (SwapTable<std::int32_t>::fits(instance)) return State<std::int32_t>(instance);
  return State<std::int64_t>(instance);
}

SearchResult RobustTabu::operator()(const TabuSettings& settings, std::span<std::uint32_t> order,
                                    std::int64_t cost, std::uint64_t budget, std::optional<double> target,
                                    Random& random) {
  const std::uint64_t pairs = std::uint64_t{order.size()} * (order.size() - 1) / 2;
  const std::uint64_t steps = std::min(settings.iterations, budget / pairs);
  const double least_wanted = target.value_or(-std::numeric_limits<double>::infinity());
  return std::visit([&](auto& state) { return search(state, steps, order, cost, least_wanted, random); },
                    state_);
}

template <typename Number>
SearchResult RobustTabu::search(State<Number>& state, std::uint64_t steps, std::span<std::uint32_t> order,
                                std::int64_t cost, double target, Random& random) {
  if (steps == 0) return {.cost = cost, .evaluations = 0};
  auto& [table, tabu, least, row] = state;
  const SwapLoops<Number>& loops = swap_loops<Number>();
  const std::size_t size = order.size();
  const auto shortest = static_cast<Number>(9 * size / 10);
  const auto tenures = static_cast<std::uint32_t>((11 * size + 9) / 10 - 9 * size / 10 + 1);
  // Numbers of steps and these stay far below the greatest int32.
  const auto longest_wait = static_cast<Number>(5 * size * size);
  const auto tenure = [&] { return shortest + static_cast<Number>(random.below(tenures)); };

  table.start(order);
  tabu.start();
  Number oldest = -static_cast<Number>(size * size);
  std::int64_t best = cost;
  std::ranges::copy(order, best_.begin());
  std::uint64_t step = 0;
  while (step<steps&& static_cast<double>(best)> target) {
    ++step;
    const auto now = static_cast<Number>(step);
    const auto aspired =
        static_cast<Number>(std::max<std::int64_t>(best - cost, std::numeric_limits<Number>::min()));
    const SwapRules<Number> rules{.now = now, .aspired = aspired, .due = now - longest_wait};
    std::optional<Swap> chosen;
    if (oldest < rules.due) chosen = best_due(table.changes(), tabu.both(), rules, oldest);
    if (!chosen) {
      loops.find_least(table.changes(), tabu.both(), rules, {least.data(), row.data()});
      chosen = best_of(least, row, size);
    }
    if (!chosen) continue;
    const auto [r, s] = *chosen;
    cost += table.change(r, s);
    std::swap(order[r], order[s]);
    table.swap(r, s);
    const Number until_r = now + tenure();
    tabu.swap(r, s, until_r, now + tenure());
    if (cost >= best) continue;
    best = cost;
    std::ranges::copy(order, best_.begin());
  }
  std::ranges::copy(best_, order.begin());
  return {.cost = best, .evaluations = step * (size * (size - 1) / 2)};
}

}  // namespace skerry::qap
