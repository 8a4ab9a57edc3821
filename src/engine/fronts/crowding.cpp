#include "skerry/fronts/crowding.hpp"

#include <algorithm>
#include <numeric>

namespace skerry {

void Crowding::measure(ObjectiveRows solutions, std::span<const std::uint32_t> fronts,
                       std::span<double> distances) {
  slots_.resize(solutions.size());
  entries_.resize(solutions.size());
  std::iota(slots_.begin(), slots_.end(), 0U);
  std::ranges::sort(slots_, [fronts](std::uint32_t a, std::uint32_t b) {
    return fronts[a] != fronts[b] ? fronts[a] < fronts[b] : a < b;
  });
  std::ranges::fill(distances, 0.0);
  for (std::size_t begin = 0, end = 0; begin < slots_.size(); begin = end) {
    while (end < slots_.size() && fronts[slots_[end]] == fronts[slots_[begin]]) ++end;
    if (end == begin + 1) distances[slots_[begin]] = std::numeric_limits<double>::infinity();
    const auto members = std::span(entries_).subspan(begin, end - begin);
    for (std::size_t objective = 0; objective < solutions.objectives; ++objective) {
      for (std::size_t i = 0; i < members.size(); ++i) {
        const std::uint32_t slot = slots_[begin + i];
        // Half of a value, so that no difference of two overflows.
        members[i] = {ordered_objective(solutions[slot][objective]) / 2, slot};
      }
      std::ranges::sort(members);
      add_gaps(members, distances);
    }
  }
}

void Crowding::add_gaps(std::span<const Entry> ordered, std::span<double> distances) {
  if (ordered.front().value == ordered.back().value) return;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const auto lowest = std::ranges::upper_bound(ordered, -infinite, {}, &Entry::value);
  const auto past = std::ranges::lower_bound(ordered, infinite, {}, &Entry::value);
  const double range = lowest < past ? (past - 1)->value - lowest->value : 0;
  distances[ordered.front().slot] = infinite;
  distances[ordered.back().slot] = infinite;
  for (std::size_t i = 1; i + 1 < ordered.size(); ++i) {
    const double below = ordered[i - 1].value;
    const double above = ordered[i + 1].value;
    if (below < above) distances[ordered[i].slot] += std::min((above - below) / range, 1.0);
  }
}

void crowded_order(std::span<const std::uint32_t> fronts, std::span<const double> distances,
                   std::span<std::uint32_t> order) {
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    if (fronts[a] != fronts[b]) return fronts[a] < fronts[b];
    return distances[a] != distances[b] ? distances[a] > distances[b] : a < b;
  });
}

}  // namespace skerry
