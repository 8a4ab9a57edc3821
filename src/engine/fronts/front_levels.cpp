#include "skerry/detail/fronts/front_levels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace skerry {

namespace {

constexpr double rounding = 1e-9;  // by which an objective may differ from the fitness that it is
constexpr double beyond = 1e-6;    // by which a level is better than the last solution, above all tolerances

bool differs_from_cost(ObjectiveRows front, std::span<const double> costs, std::size_t objective) {
  for (std::size_t i = 0; i < front.size(); ++i) {
    if (std::abs(front[i][objective] - costs[i]) > rounding * std::max(1.0, std::abs(costs[i]))) return true;
  }
  return false;
}

/// Draws a place with a probability that is proportional to its width.
std::size_t draw_wide(std::span<const double> widths, Random& random) {
  double left = random.uniform() * std::accumulate(widths.begin(), widths.end(), 0.0);
  for (std::size_t place = 0; place + 1 < widths.size(); ++place) {
    left -= widths[place];
    if (left < 0) return place;
  }
  return widths.size() - 1;
}

}  // namespace

std::optional<FrontLevel> draw_level(ObjectiveRows front, std::span<const double> costs, Random& random) {
  std::vector<std::size_t> held;
  for (std::size_t i = 0; i < front.objectives; ++i) {
    if (differs_from_cost(front, costs, i)) held.push_back(i);
  }
  if (held.empty()) return std::nullopt;
  const std::size_t objective = held[random.below(static_cast<std::uint32_t>(held.size()))];
  const auto value = [&](std::size_t solution) { return front[solution][objective]; };

  // The solutions with the least cost at each value, the worst value first.
  std::vector<std::size_t> order(front.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return value(a) != value(b) ? value(a) > value(b) : costs[a] < costs[b];
  });
  const auto alike = [&](std::size_t a, std::size_t b) { return value(a) == value(b); };
  order.erase(std::unique(order.begin(), order.end(), alike), order.end());

  const std::size_t gaps = order.size() - 1;
  const std::uint32_t eighth = random.below(8);
  std::size_t place = eighth == 0 ? 0 : order.size();
  if (gaps == 0 || (eighth > 1 && eighth < 5)) {
    place = random.below(static_cast<std::uint32_t>(order.size() + 1));
  } else if (eighth >= 5) {
    const auto [cheapest, dearest] = std::ranges::minmax(order, {}, [&](std::size_t i) { return costs[i]; });
    const double span_of_costs =
        std::max(costs[dearest] - costs[cheapest], std::numeric_limits<double>::min());
    const double span_of_values = value(order.front()) - value(order.back());
    std::vector<double> widths;
    for (std::size_t i = 0; i < gaps; ++i) {
      widths.push_back((value(order[i]) - value(order[i + 1])) / span_of_values +
                       std::abs(costs[order[i + 1]] - costs[order[i]]) / span_of_costs);
    }
    place = 1 + draw_wide(widths, random);
  }

  FrontLevel level{order[std::min(place, gaps)],
                   std::vector(front.objectives, std::numeric_limits<double>::infinity())};
  const double here = value(level.start);
  if (place == order.size()) {
    level.at_most[objective] = here - beyond * std::max(1.0, std::abs(here));
  } else if (place > 0) {
    level.at_most[objective] = here + random.uniform() * (value(order[place - 1]) - here);
  }
  for (const std::size_t other : held) {
    if (other != objective && random.below(2) == 0) level.at_most[other] = front[level.start][other];
  }
  return level;
}

}  // namespace skerry
