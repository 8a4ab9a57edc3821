#pragma once

#include "skerry/random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The entries 0 .. n - 1, each once, in some order.
using Order = std::span<const std::uint32_t>;

// Crossovers of two orders of the same n into a child, which is another order and none of the parents'
// memory. Each is an object, since it keeps its scratch space between children; it allocates for the first
// only.

/// Partially mapped crossover (Goldberg and Lingle 1985): a segment of a in its place; elsewhere b's entries,
/// and for those that stand in the segment what the mapping of the segments leads to.
class PartiallyMappedCrossover {
 public:
  /// Makes a child of a segment that is drawn at random.
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);
  /// The segment is begin .. end - 1.
  void cross(Order a, Order b, std::size_t begin, std::size_t end, std::span<std::uint32_t> child);

 private:
  std::vector<std::uint32_t> places_;  // [entry] its place in a
};

/// Order crossover (Davis 1985): a segment of a in its place; the others follow it in the order of b, from
/// b's entry behind the segment on, and around the end.
class OrderCrossover {
 public:
  /// Makes a child of a segment that is drawn at random.
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);
  /// The segment is begin .. end - 1.
  void cross(Order a, Order b, std::size_t begin, std::size_t end, std::span<std::uint32_t> child);

 private:
  std::vector<std::uint8_t> taken_;  // [entry]
};

/// Cycle crossover (Oliver, Smith and Holland 1987): the cycle of a random place from a, everything else from
/// b, so that each entry stands where one of the parents has it.
class CycleCrossover {
 public:
  /// Makes a child of the cycle of a place that is drawn at random.
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);
  /// The cycle is that of the place `start`.
  void cross(Order a, Order b, std::size_t start, std::span<std::uint32_t> child);

 private:
  std::vector<std::uint32_t> places_;  // [entry] its place in a
};

/// Edge recombination (Whitley, Starkweather and Fuquay 1989), for round trips: the child walks along edges
/// of its parents, each time to the neighbour that has the fewest left itself, ties at random; where there is
/// none, to a random entry that is left. It begins at the first entry of a or of b.
class EdgeRecombination {
 public:
  /// Makes a child.
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);

  /// The neighbours of an entry in either parent, without repetition.
  struct Edges {
    std::array<std::uint32_t, 4> to{};
    std::uint32_t count = 0;
  };
  /// The table the last child began with; for tests.
  static void list_edges(Order a, Order b, std::vector<Edges>& table);

 private:
  void remove(std::uint32_t entry);

  std::vector<Edges> table_;           // [entry]
  std::vector<std::uint32_t> left_;    // entries that are not in the child
  std::vector<std::uint32_t> places_;  // [entry] its place in left_
};

// Mutations; the order has at least 2 entries, or nothing changes. `places` of a segment are two different
// random ones and all between them.

void swap_mutation(std::span<std::uint32_t> order, Random& random);       ///< two different entries
void insertion_mutation(std::span<std::uint32_t> order, Random& random);  ///< one entry to another place
void inversion_mutation(std::span<std::uint32_t> order, Random& random);  ///< a segment backwards
void scramble_mutation(std::span<std::uint32_t> order, Random& random);   ///< a segment shuffled

}  // namespace skerry
