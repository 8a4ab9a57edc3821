#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <vector>

namespace skerry {

/// The objective vectors of several solutions, one after another: [solution][objective]. Every objective is
/// to be minimised; whoever maximises one hands over its negative. NaN counts as infinitely bad.
struct ObjectiveRows {
  std::span<const double> values;  ///< size() * objectives numbers
  std::size_t objectives = 1;      ///< at least 1

  /// Returns the number of solutions.
  std::size_t size() const { return values.size() / objectives; }
  /// Returns the objective vector of a solution.
  std::span<const double> operator[](std::size_t solution) const {
    return values.subspan(solution * objectives, objectives);
  }
};

/// Returns a number by which an objective can be ordered: infinity for NaN, and 0 for -0, so that equal
/// objectives have equal bytes.
inline double ordered_objective(double objective) {
  return std::isnan(objective) ? std::numeric_limits<double>::infinity() : objective + 0.0;
}

/// Returns whether a solution with this violation is feasible; NaN is not.
constexpr bool is_feasible(double violation) {
  return violation <= 0;
}

/// Returns whether a is at least as good as b in every objective. Both are of the same length and without
/// NaN.
inline bool weakly_dominates(std::span<const double> a, std::span<const double> b) {
  for (std::size_t objective = 0; objective < a.size(); ++objective) {
    if (a[objective] > b[objective]) return false;
  }
  return true;
}

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

/// Finds the genomes that are there more than once. Equal genomes have equal objectives, so only solutions
/// with equal objectives are compared.
class RepeatedGenomes {
 public:
  /// Returns the slots of all solutions but the first of each genome; genome(slot) returns one. The view is
  /// valid until the next call.
  template <typename GenomeOf>
  std::span<const std::uint32_t> find(ObjectiveRows solutions, GenomeOf genome) {
    order_by_objectives(solutions);
    repeated_.clear();
    std::size_t first = 0;  // of the solutions with these objectives
    for (std::size_t at = 1; at < order_.size(); ++at) {
      if (!equal(solutions, order_[at], order_[first])) {
        first = at;
        continue;
      }
      for (std::size_t other = first; other < at; ++other) {
        if (!(genome(order_[at]) == genome(order_[other]))) continue;
        repeated_.push_back(order_[at]);
        break;
      }
    }
    return repeated_;
  }

 private:
  void order_by_objectives(ObjectiveRows solutions);
  static bool equal(ObjectiveRows solutions, std::uint32_t a, std::uint32_t b);

  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> repeated_;
};

/// Keeps the objective vectors that no other vector it was shown dominates, each with an id of the caller's,
/// without a limit of their number. All vectors are of feasible solutions. Which vectors it keeps does not
/// depend on the order in which it was shown them; of equal vectors it keeps the id of the first.
///
/// For two objectives it keeps them sorted, and an insertion takes O(log n + removed), as two sorted
/// objectives of a front are each other's reverse. For others it scans all of them: O(m n).
class FrontArchive {
 public:
  /// `objectives` is at least 1.
  explicit FrontArchive(std::size_t objectives) : objectives_(objectives) {}

  /// Takes in a vector unless one of the archive dominates or equals it, and removes those that it dominates.
  /// Returns whether it was taken in. NaN becomes infinity.
  bool insert(std::span<const double> vector, std::uint64_t id);
  /// Returns the ids that the last insertion removed, in the lexicographic order of their vectors.
  std::span<const std::uint64_t> removed() const { return removed_; }
  /// Removes everything.
  void clear();

  /// Returns the number of objectives.
  std::size_t objectives() const { return objectives_; }
  /// Returns the number of vectors.
  std::size_t size() const { return pairs_.size() + ids_.size(); }
  /// Calls visit(std::span<const double> vector, std::uint64_t id) for each, in lexicographic order of the
  /// vectors.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const Pair& pair : pairs_) visit(std::span<const double>(pair.vector), pair.id);
    for (std::size_t i = 0; i < ids_.size(); ++i) visit(row(i), ids_[i]);
  }

 private:
  struct Pair {
    std::array<double, 2> vector{};
    std::uint64_t id = 0;

    friend bool operator<(const Pair& a, const Pair& b) { return a.vector[0] < b.vector[0]; }
  };
  bool insert_pair(const Pair& pair);
  std::size_t place_of_vector() const;
  bool insert_row(std::uint64_t id);
  std::span<const double> row(std::size_t place) const {
    return std::span(rows_).subspan(place * objectives_, objectives_);
  }

  std::size_t objectives_;
  std::set<Pair> pairs_;            // of two objectives, by the first; the second falls
  std::vector<double> rows_;        // of any other number, in lexicographic order
  std::vector<std::uint64_t> ids_;  // of the rows
  std::vector<double> vector_;      // what is being inserted
  std::vector<std::uint64_t> removed_;
};

}  // namespace skerry
