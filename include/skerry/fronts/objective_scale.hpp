#pragma once

#include "skerry/fronts/dominance.hpp"

#include <cstddef>
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

}  // namespace skerry
