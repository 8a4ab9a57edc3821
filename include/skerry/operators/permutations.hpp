#pragma once

#include "skerry/random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// A permutation of the entries 0 .. n - 1.
using Order = std::span<const std::uint32_t>;

// Crossovers make a child of two orders of the same n; the child is an order, too, and must not share memory
// with its parents. Each crossover is an object that keeps its scratch space between children, so only the
// first child allocates.

/// Partially mapped crossover (Goldberg and Lingle 1985): the child has a segment of a in its place and the
/// entries of b elsewhere. An entry of b that is in the segment is replaced by the entry to which the mapping
/// between the two segments leads.
class PartiallyMappedCrossover {
 public:
  /// Makes a child of a segment that is drawn at random.
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);
  /// The segment is begin .. end - 1.
  void cross(Order a, Order b, std::size_t begin, std::size_t end, std::span<std::uint32_t> child);

 private:
  std::vector<std::uint32_t> places_;  // [entry] its place in a
};

/// Order crossover (Davis 1985): the child has a segment of a. The other entries follow the segment in the
/// order of b, beginning with b's entry behind the segment, and continue at the front of the child.
class OrderCrossover {
 public:
  /// Makes a child of a segment that is drawn at random.
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);
  /// The segment is begin .. end - 1.
  void cross(Order a, Order b, std::size_t begin, std::size_t end, std::span<std::uint32_t> child);

 private:
  std::vector<std::uint8_t> taken_;  // [entry]
};

/// Cycle crossover (Oliver, Smith and Holland 1987): the child has the cycle of a random place from a, and
/// everything else from b, so that each entry is in the place where one of the parents has it.
class CycleCrossover {
 public:
  /// Makes a child of the cycle of a place that is drawn at random.
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);
  /// The cycle is that of place `start`.
  void cross(Order a, Order b, std::size_t start, std::span<std::uint32_t> child);

 private:
  std::vector<std::uint32_t> places_;  // [entry] its place in a
};

/// Uniform-like crossover (Tate and Smith 1995), for assignments of entries to places. The child keeps what
/// stands in the same place in both parents. Every other place, in random order, gets the entry of a parent
/// drawn at random, or of the other one if that entry is taken. Entries that are left over go to the places
/// that are left, at random.
class UniformLikeCrossover {
 public:
  /// Makes a child.
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);

 private:
  std::vector<std::uint8_t> taken_;    // [entry]
  std::vector<std::uint32_t> places_;  // where the parents differ, then those that are left
};

/// Edge recombination (Whitley, Starkweather and Fuquay 1989), for round trips. The child begins with the
/// first entry of a or of b, and continues along edges of its parents: each time with the neighbour that
/// itself has the fewest neighbours left, ties broken at random, or with a random unused entry if there is no
/// neighbour left.
class EdgeRecombination {
 public:
  /// Makes a child.
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);

  /// The neighbours of an entry in both parents, without repetition.
  struct Edges {
    std::array<std::uint32_t, 4> to{};
    std::uint32_t count = 0;
  };
  /// Makes the table of edges with which a child begins. It is public for tests.
  static void list_edges(Order a, Order b, std::vector<Edges>& table);

 private:
  void remove(std::uint32_t entry);

  std::vector<Edges> table_;           // [entry]
  std::vector<std::uint32_t> left_;    // entries that are not in the child
  std::vector<std::uint32_t> places_;  // [entry] its place in left_
};

// Mutations. An order of fewer than 2 entries does not change. A segment is given by two different random
// places, and includes them.

void swap_mutation(std::span<std::uint32_t> order, Random& random);       ///< two different entries
void insertion_mutation(std::span<std::uint32_t> order, Random& random);  ///< one entry to another place
void inversion_mutation(std::span<std::uint32_t> order, Random& random);  ///< a segment backwards
void scramble_mutation(std::span<std::uint32_t> order, Random& random);   ///< a segment shuffled

}  // namespace skerry
