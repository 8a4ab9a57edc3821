#include "skerry/fronts/repeated_genomes.hpp"

#include <algorithm>

namespace skerry {

void RepeatedGenomes::order_by_objectives(ObjectiveRows solutions) {
  order_.resize(solutions.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
    const auto order = std::lexicographical_compare_three_way(
        solutions[a].begin(), solutions[a].end(), solutions[b].begin(), solutions[b].end(),
        [](double x, double y) { return std::partial_order(x, y); });
    return order == 0 ? a < b : order < 0;
  });
}

bool RepeatedGenomes::equal(ObjectiveRows solutions, std::uint32_t a, std::uint32_t b) {
  return std::ranges::equal(solutions[a], solutions[b]);
}

}  // namespace skerry
