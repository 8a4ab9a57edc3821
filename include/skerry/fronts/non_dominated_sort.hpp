#pragma once

#include "skerry/fronts/dominance.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Sorts solutions into fronts by constraint domination (Deb, Pratap, Agarwal & Meyarivan, IEEE Transactions
/// on Evolutionary Computation 2002). A feasible solution dominates an infeasible one; of two infeasible ones
/// that of the smaller violation dominates; of two feasible ones that which is nowhere worse and somewhere
/// better. Front 0 is what nobody dominates, and front k what nobody dominates once the fronts before it are
/// taken away. So solutions with equal objectives share a front, and so do infeasible ones of equal
/// violation.
///
/// Two objectives take a sweep, O(n log n). Others take the efficient non-dominated sort with binary search
/// (ENS-BS: Zhang, Tian, Cheng & Jin, IEEE Transactions on Evolutionary Computation 2015): O(m n log n) at
/// best and O(m n^2) at worst. The fronts do not depend on the order of the solutions.
///
/// It keeps its memory, so it allocates only where there are more solutions than in any earlier call.
class NonDominatedSort {
 public:
  /// Writes the number of the front of each solution, and returns the number of fronts. `violations` has an
  /// entry for each solution, or none where all are feasible; a violation of NaN is infinite.
  std::size_t sort(ObjectiveRows solutions, std::span<const double> violations,
                   std::span<std::uint32_t> fronts);

 private:
  void order_feasible(ObjectiveRows solutions);
  std::span<const double> vector_at(std::size_t place) const;
  bool is_repeated(std::size_t place) const;
  std::size_t sweep(std::span<std::uint32_t> fronts);
  std::size_t search(std::span<std::uint32_t> fronts);
  bool is_dominated_in(std::size_t front, std::size_t place) const;
  std::size_t sort_infeasible(std::span<const double> violations, std::span<std::uint32_t> fronts,
                              std::size_t before);

  std::size_t objectives_ = 1;
  std::vector<std::uint32_t> feasible_;    // in lexicographic order of the objectives
  std::vector<std::uint32_t> infeasible_;  // in the order of violations
  std::vector<double> values_;             // of all solutions, then of the feasible ones in their order
  std::vector<double> lowest_;             // the least second objective of each front
  std::vector<std::uint32_t> newest_;      // the place in feasible_ of the last member of each front, plus 1
  std::vector<std::uint32_t> older_;       // the same of the member before, for each place
};

}  // namespace skerry
