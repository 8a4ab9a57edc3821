#include "skerry/fronts/crowded_order.hpp"

namespace skerry {

void CrowdedOrder::sort(ObjectiveRows solutions, std::span<const double> violations) {
  const std::size_t size = solutions.size();
  fronts_.resize(size);
  distances_.resize(size);
  order_.resize(size);
  sort_.sort(solutions, violations, fronts_);
  crowding_.measure(solutions, fronts_, distances_);
  crowded_order(fronts_, distances_, order_);
}

}  // namespace skerry
