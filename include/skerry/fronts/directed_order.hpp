#pragma once

#include "skerry/fronts/dominance.hpp"
#include "skerry/fronts/non_dominated_sort.hpp"
#include "skerry/fronts/objective_scale.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Puts solutions in the order in which NSGA-III lets them survive (Deb & Jain, IEEE Transactions on
/// Evolutionary Computation 2014): by front, and within a front so that reference directions are followed by
/// equally many. On the ObjectiveScale of the front, each solution belongs to the direction to which its
/// perpendicular distance is least. Front after front, the next is always a solution of the direction that
/// the fewest before it belong to, the nearest of them first. Infeasible solutions come last, by violation,
/// then by slot.
///
/// Where the publication draws lots, among directions that equally few follow and among solutions of a
/// direction that is followed already, the solution of the least distance comes first, and of those that of
/// the lowest slot. So it needs no random numbers.
///
/// It keeps its memory. With h directions it takes O(n h m) besides the sort.
class DirectedOrder {
 public:
  /// `directions` has rows [direction][objective], each with a part above 0 and none below; there is at least
  /// one.
  DirectedOrder(std::size_t objectives, std::vector<double> directions);

  /// Sorts solutions with these violations, one for each.
  void sort(ObjectiveRows solutions, std::span<const double> violations);

  /// Returns the slots, the best first.
  std::span<const std::uint32_t> order() const { return order_; }
  /// Returns the number of the front of each solution, by slot.
  std::span<const std::uint32_t> fronts() const { return fronts_; }

  /// What is kept from one call of sort() to the next.
  const ObjectiveScale& scale() const { return scale_; }
  /// Does the same for changes.
  ObjectiveScale& scale() { return scale_; }

 private:
  /// A feasible solution and where it belongs.
  struct Member {
    std::uint32_t front = 0;
    std::uint32_t direction = 0;
    double distance = 0;  // squared
    std::uint32_t slot = 0;

    friend auto operator<=>(const Member&, const Member&) = default;
  };
  /// The next member of a direction in a front.
  struct Candidate {
    std::uint64_t followers = 0;  // of its direction, among those in order_
    double distance = 0;
    std::uint32_t slot = 0;
    std::size_t member = 0;

    friend auto operator<=>(const Candidate&, const Candidate&) = default;
  };
  void associate(ObjectiveRows solutions, std::span<const double> violations);
  void learn(ObjectiveRows solutions);
  void order_front(std::span<const Member> members);

  std::vector<double> directions_;  // of length 1
  ObjectiveScale scale_;
  NonDominatedSort sort_;
  std::vector<std::uint32_t> fronts_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint64_t> followers_;  // of each direction
  std::vector<Member> members_;
  std::vector<Candidate> candidates_;  // a heap, the next on top
  std::vector<double> front_rows_;
  std::vector<double> feasible_rows_;
  std::vector<double> scaled_;
};

}  // namespace skerry
