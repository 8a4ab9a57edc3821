#pragma once

#include "skerry/detail/fronts/crowded_order.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The scale on which NSGA-III compares objectives (Deb & Jain 2014): 0 at the least value ever seen, 1 where
/// the plane through the extreme solutions meets the axis, or at the worst value of the front if there is
/// none. An extreme solution is kept until a better one is seen (Blank, Deb & Roy 2019).
class ObjectiveScale {
 public:
  /// `objectives` is at least 1.
  explicit ObjectiveScale(std::size_t objectives);

  /// Learns from feasible solutions, of which `front` has those that no other dominates.
  void learn(ObjectiveRows front, ObjectiveRows all);

  /// Writes the objectives of a solution in that scale, from 0 to 1e100.
  void apply(std::span<const double> row, std::span<double> scaled) const;

  /// Holds the least values and the extreme solution of each objective; infinite if none is known.
  std::span<const double> state() const { return state_; }
  /// Goes on from a state, which has as many numbers as state(). apply() needs learn() first.
  void set_state(std::span<const double> state) { state_.assign(state.begin(), state.end()); }

 private:
  std::span<double> extreme(std::size_t objective) {
    return std::span(state_).subspan((objective + 1) * objectives_, objectives_);
  }
  double achievement(std::span<const double> row, std::size_t objective) const;
  bool find_intercepts();
  void limit_to_worst(ObjectiveRows rows, bool replace);

  std::size_t objectives_;
  std::vector<double> state_;    // [objective], then [objective][coordinate of its extreme solution]
  std::vector<double> lengths_;  // from 0 to 1, in the units of the objectives
  std::vector<double> matrix_;   // of the equations of the plane, [row][objective and right side]
};

/// Puts solutions in the order in which NSGA-III lets them survive (Deb & Jain 2014), infeasible ones last,
/// by violation, then slot. Instead of lots the least distance and then the lowest slot decide. It keeps its
/// memory, and takes O(n h m) with h directions besides the sort.
class DirectedOrder {
 public:
  /// `directions` has at least one row [direction][objective], with a part above 0 and none below.
  DirectedOrder(std::size_t objectives, std::vector<double> directions);

  /// There is one violation for each solution.
  void sort(ObjectiveRows solutions, std::span<const double> violations);

  /// Returns the slots, the best first.
  std::span<const std::uint32_t> order() const { return order_; }
  std::span<const std::uint32_t> fronts() const { return fronts_; }

  /// What is kept from one call of sort() to the next.
  const ObjectiveScale& scale() const { return scale_; }
  ObjectiveScale& scale() { return scale_; }

 private:
  struct Member {
    std::uint32_t front = 0;
    std::uint32_t direction = 0;
    double distance = 0;  // squared
    std::uint32_t slot = 0;

    friend auto operator<=>(const Member&, const Member&) = default;
  };
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

/// It is at most the largest 64-bit number; `objectives` is at least 1.
std::uint64_t simplex_lattice_size(std::size_t objectives, std::size_t divisions);

/// Returns the largest number of divisions, at least 1, whose lattice has at most `directions` directions; 1
/// if there is none. There are at least 2 objectives, and `directions` is at most 2^32.
std::size_t lattice_divisions(std::size_t objectives, std::uint64_t directions);

/// Returns the simplex lattice (Das & Dennis 1998): all vectors of non-negative multiples of 1 / divisions
/// that add up to 1, as rows [direction][objective] in lexicographic order.
std::vector<double> simplex_lattice(std::size_t objectives, std::size_t divisions);

/// Returns the directions of NSGA-III (Deb & Jain 2014) for at least 2 objectives: the largest lattice that
/// fits, with a second one inside if the first is only on its rim, but at least one for each objective.
std::vector<double> reference_directions(std::size_t objectives, std::uint64_t population);

}  // namespace skerry
