#pragma once

#include "skerry/fronts/dominance.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Computes crowding distances within fronts (Deb, Pratap, Agarwal & Meyarivan, IEEE Transactions on
/// Evolutionary Computation 2002). For each objective, a front is put into the order of that objective, and
/// each of its solutions gets the gap between its two neighbours as a share of the range of the front; the
/// distance is the sum of these shares. It is infinite for the first and the last in any objective, and for a
/// solution that has its front for itself. Solutions equal in an objective are in the order of their slots.
/// An objective in which a whole front is equal has no ends and adds nothing.
///
/// The range is that of the finite values, and a gap to an infinite value counts as the whole range.
///
/// It keeps its memory, so it allocates only where there are more solutions than in any earlier call.
class Crowding {
 public:
  /// Writes the distance of each solution, 0 or more and without unit. `fronts` has the number of the front
  /// of each, as of NonDominatedSort. It takes O(m n log n).
  void measure(ObjectiveRows solutions, std::span<const std::uint32_t> fronts, std::span<double> distances);

 private:
  /// A solution in the order of one objective.
  struct Entry {
    double value = 0;
    std::uint32_t slot = 0;

    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  static void add_gaps(std::span<const Entry> ordered, std::span<double> distances);

  std::vector<std::uint32_t> slots_;
  std::vector<Entry> entries_;
};

/// Writes the slots of all solutions, the best first: by number of the front, then the larger crowding
/// distance first, then by slot. All three are of the same length.
void crowded_order(std::span<const std::uint32_t> fronts, std::span<const double> distances,
                   std::span<std::uint32_t> order);

}  // namespace skerry
