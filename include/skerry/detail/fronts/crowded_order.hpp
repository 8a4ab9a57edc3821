#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace skerry {

/// The objective vectors of several solutions, one after another: [solution][objective]. Every objective is
/// to be minimised; whoever maximises one hands over its negative. NaN counts as infinitely bad.
struct ObjectiveRows {
  std::span<const double> values;  ///< size() * objectives numbers
  std::size_t objectives = 1;      ///< at least 1

  std::size_t size() const { return values.size() / objectives; }
  std::span<const double> operator[](std::size_t solution) const {
    return values.subspan(solution * objectives, objectives);
  }
};

/// Returns infinity for NaN, and 0 for -0, so that objectives have an order, and equal ones equal bytes.
inline double ordered_objective(double objective) {
  return std::isnan(objective) ? std::numeric_limits<double>::infinity() : objective + 0.0;
}

/// A violation of NaN is not feasible.
constexpr bool is_feasible(double violation) {
  return violation <= 0;
}

/// Tells whether a is nowhere worse than b; both have the same length and no NaN.
inline bool weakly_dominates(std::span<const double> a, std::span<const double> b) {
  for (std::size_t objective = 0; objective < a.size(); ++objective) {
    if (a[objective] > b[objective]) return false;
  }
  return true;
}

/// Computes crowding distances within fronts (Deb et al. 2002). The first and the last in any objective are
/// at infinity, and ties go by slot. An objective in which a whole front is equal adds nothing, and a gap to
/// an infinite value counts as the whole range. Memory is kept between calls.
class Crowding {
 public:
  /// Writes distances of 0 or more, without unit, in O(m n log n); `fronts` is as of NonDominatedSort.
  void measure(ObjectiveRows solutions, std::span<const std::uint32_t> fronts, std::span<double> distances);

 private:
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

/// Sorts solutions into fronts by constraint domination (Deb et al. 2002). Equal objectives share a front,
/// and so do infeasible solutions of equal violation. Two objectives take a sweep, O(n log n), others ENS-BS
/// (Zhang et al. 2015): O(m n log n) at best and O(m n^2) at worst. Memory is kept between calls.
class NonDominatedSort {
 public:
  /// Writes each solution's front, and returns their number. `violations` may be empty; NaN is infinite.
  std::size_t sort(ObjectiveRows solutions, std::span<const double> violations,
                   std::span<std::uint32_t> fronts);

 private:
  void order_feasible(ObjectiveRows solutions);
  std::span<const double> vector_at(std::size_t place) const {
    return std::span(values_).subspan(values_.size() / 2 + place * objectives_, objectives_);
  }
  bool is_repeated(std::size_t place) const {
    return place > 0 && std::ranges::equal(vector_at(place - 1), vector_at(place));
  }
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

/// Puts solutions in the order in which NSGA-II lets them survive: by front, larger crowding distance, slot.
class CrowdedOrder {
 public:
  /// There is one violation for each solution.
  void sort(ObjectiveRows solutions, std::span<const double> violations);

  /// Returns the slots, the best first.
  std::span<const std::uint32_t> order() const { return order_; }
  std::span<const std::uint32_t> fronts() const { return fronts_; }

 private:
  NonDominatedSort sort_;
  Crowding crowding_;
  std::vector<std::uint32_t> fronts_;
  std::vector<double> distances_;
  std::vector<std::uint32_t> order_;
};

/// Finds repeated genomes. Equal ones have equal objectives, so only solutions with these are compared.
class RepeatedGenomes {
 public:
  /// Returns, until the next call, all slots but the first of each genome; genome(slot) returns one.
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
  static bool equal(ObjectiveRows solutions, std::uint32_t a, std::uint32_t b) {
    return std::ranges::equal(solutions[a], solutions[b]);
  }

  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> repeated_;
};

/// Keeps, without a limit, the objective vectors of feasible solutions that no other vector dominates; of
/// equal vectors, the id of the first. What it keeps does not depend on their order. An insertion takes O(log
/// n + removed) for two objectives, else O(m n).
class FrontArchive {
 public:
  /// `objectives` is at least 1.
  explicit FrontArchive(std::size_t objectives) : objectives_(objectives) {}

  /// Returns false if one of the archive dominates or equals it; NaN becomes infinity.
  bool insert(std::span<const double> vector, std::uint64_t id);
  /// Returns the id of a vector of the archive; none for any other vector. NaN becomes infinity.
  std::optional<std::uint64_t> find(std::span<const double> vector);
  /// Returns the ids that the last insertion removed, in the lexicographic order of their vectors.
  std::span<const std::uint64_t> removed() const { return removed_; }
  void clear();

  std::size_t objectives() const { return objectives_; }
  std::size_t size() const { return pairs_.size() + ids_.size(); }
  /// Calls visit(vector, id) for each, in lexicographic order of the vectors.
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
  void take(std::span<const double> vector);
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
  std::vector<double> vector_;      // what is being inserted or sought
  std::vector<std::uint64_t> removed_;
};

}  // namespace skerry
