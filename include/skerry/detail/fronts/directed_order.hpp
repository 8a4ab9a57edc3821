#pragma once

#include "skerry/detail/fronts/crowded_order.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The scale on which NSGA-III compares objectives (Deb & Jain, IEEE Transactions on Evolutionary Computation
/// 2014): 0 at the least value that was ever seen, and 1 where the plane through the extreme solutions meets
/// the axis of the objective. The extreme solution of an objective is that which is least in the others, by
/// the achievement scalarising function; it is kept until a better one is seen (Blank, Deb & Roy, EMO 2019).
///
/// Where there is no such plane, the worst value of the front is at 1. No objective is at 1 beyond the worst
/// value of all solutions.
class ObjectiveScale {
 public:
  /// `objectives` is at least 1.
  explicit ObjectiveScale(std::size_t objectives);

  /// Learns from feasible solutions; `front` has those that no other dominates, at least one. NaN is
  /// infinite.
  void learn(ObjectiveRows front, ObjectiveRows all);

  /// Writes the objectives of a solution in that scale, from 0 to 1e100.
  void apply(std::span<const double> row, std::span<double> scaled) const;

  /// Returns all that learn() goes by besides its arguments: the least values, and the extreme solution of
  /// each objective; infinite where none is known.
  std::span<const double> state() const { return state_; }
  /// Goes on from a state, which has as many numbers as state(). apply() needs learn() first.
  void set_state(std::span<const double> state) { state_.assign(state.begin(), state.end()); }

 private:
  std::span<double> extreme(std::size_t objective);
  double achievement(std::span<const double> row, std::size_t objective) const;
  bool find_intercepts();
  void limit_to_worst(ObjectiveRows rows, bool replace);

  std::size_t objectives_;
  std::vector<double> state_;    // [objective], then [objective][coordinate of its extreme solution]
  std::vector<double> lengths_;  // from 0 to 1, in the units of the objectives
  std::vector<double> matrix_;   // of the equations of the plane, [row][objective and right side]
};

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

/// Returns the number of directions of simplex_lattice(): the binomial coefficient of objectives + divisions
/// - 1 over divisions; the largest 64-bit number where it is larger than that. `objectives` is at least 1.
std::uint64_t simplex_lattice_size(std::size_t objectives, std::size_t divisions);

/// Returns the largest number of divisions, at least 1, whose lattice has at most `directions` directions; 1
/// if there is none. There are at least 2 objectives, and `directions` is at most 2^32.
std::size_t lattice_divisions(std::size_t objectives, std::uint64_t directions);

/// Returns the directions of the simplex lattice (Das & Dennis, SIAM Journal on Optimization 1998), along
/// which NSGA-III seeks its front (Deb & Jain, IEEE Transactions on Evolutionary Computation 2014): all
/// vectors of multiples of 1 / divisions, none negative, that add up to 1. They are simplex_lattice_size()
/// rows [direction][objective], in lexicographic order. `objectives` and `divisions` are at least 1. Each
/// entry is a quotient of integers, so it is the same on every machine.
std::vector<double> simplex_lattice(std::size_t objectives, std::size_t divisions);

/// Returns the directions of NSGA-III for a population of that many, at least 1: the largest lattice with at
/// most as many. If that has fewer divisions than objectives, so that all of its directions lie on the rim of
/// the simplex, a second lattice follows, the largest for which there is room, which is drawn in to half its
/// size around the centre of the simplex (Deb & Jain 2014). There are at least 2 objectives. The smallest
/// lattice, of a direction for each objective, is returned even where that is too many.
std::vector<double> reference_directions(std::size_t objectives, std::uint64_t population);

}  // namespace skerry
