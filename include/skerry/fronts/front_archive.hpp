#pragma once

#include "skerry/fronts/dominance.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace skerry {

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
