#pragma once

#include "skerry/fronts/crowding.hpp"
#include "skerry/fronts/dominance.hpp"
#include "skerry/fronts/non_dominated_sort.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Puts solutions in the order in which NSGA-II lets them survive (Deb, Pratap, Agarwal & Meyarivan, IEEE
/// Transactions on Evolutionary Computation 2002): by front, then the larger crowding distance first, then by
/// slot. It keeps its memory.
class CrowdedOrder {
 public:
  /// Sorts solutions with these violations, one for each.
  void sort(ObjectiveRows solutions, std::span<const double> violations);

  /// Returns the slots, the best first.
  std::span<const std::uint32_t> order() const { return order_; }
  /// Returns the number of the front of each solution, by slot.
  std::span<const std::uint32_t> fronts() const { return fronts_; }

 private:
  NonDominatedSort sort_;
  Crowding crowding_;
  std::vector<std::uint32_t> fronts_;
  std::vector<double> distances_;
  std::vector<std::uint32_t> order_;
};

}  // namespace skerry
