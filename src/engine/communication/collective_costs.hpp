#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// What collective calls cost one rank: the messages that it sends and receives one after another, and what
/// they carry. A rank's part of its own is in none of them.
struct CollectiveCost {
  std::uint64_t calls = 0;
  std::uint64_t rounds = 0;  // steps, in each of which the rank sends a message, receives one, or both
  std::uint64_t sent_messages = 0;
  std::uint64_t sent_bytes = 0;
  std::uint64_t received_messages = 0;
  std::uint64_t received_bytes = 0;

  friend bool operator==(const CollectiveCost&, const CollectiveCost&) = default;
  CollectiveCost& operator+=(const CollectiveCost& other);
};

/// The largest total of an allgather, in bytes, that goes by doubling: for a number of ranks that is a power
/// of two, and for others. The last is the largest block of an alltoall that does. These are the defaults of
/// MPICH 4.
inline constexpr std::size_t medium_allgather_bytes = 512 * 1024;
inline constexpr std::size_t short_allgather_bytes = 80 * 1024;
inline constexpr std::size_t short_alltoall_bytes = 256;

/// Each rank r brings sizes[r] bytes to all. Bruck's algorithm (Bruck et al., IEEE Transactions on Parallel
/// and Distributed Systems 1997) where all of it is short, otherwise the ring. Recursive doubling, which MPI
/// takes for powers of two, has the same rounds and, for equal parts, the same bytes. The functions below
/// likewise return the part of `rank`.
CollectiveCost allgather_cost(std::size_t rank, std::span<const std::size_t> sizes);

/// Each of the ranks sends a block of that size to each other: Bruck's algorithm where it is short, otherwise
/// the pairwise exchange.
CollectiveCost alltoall_cost(std::size_t ranks, std::size_t block_bytes);

/// The rank sends sends[r] bytes to rank r and receives receives[r]: a message for each pair that has
/// something to send, all of them posted at once. So does MpiCommunicator from 24 ranks on; with fewer it
/// calls MPI_Alltoallv, of which MPICH does the same and Open MPI goes pairwise, with empty messages, too.
CollectiveCost sparse_alltoall_cost(std::size_t rank, std::span<const std::size_t> sends,
                                    std::span<const std::size_t> receives);

/// Tells whether ranks gather by a binomial tree, in which each passes on what those below it have: where the
/// parts are short, so that the messages cost the root more than the bytes cost the others.
constexpr bool gathers_by_tree(std::size_t total_bytes, std::size_t ranks) {
  return total_bytes / ranks <= std::size_t{16} * 1024;
}

/// Each rank r brings sizes[r] bytes to root, by a tree or in one message each.
CollectiveCost gather_cost(std::size_t rank, std::size_t root, std::span<const std::size_t> sizes);
/// Root sends each rank its bytes in one message.
CollectiveCost scatter_cost(std::size_t rank, std::size_t root, std::span<const std::size_t> sizes);

/// The binomial tree.
CollectiveCost broadcast_cost(std::size_t rank, std::size_t root, std::size_t ranks, std::size_t size_bytes);

/// Rabenseifner's algorithm for sums that all ranks get: halves are added up, then brought together.
CollectiveCost sum_cost(std::size_t ranks, std::size_t size_bytes);

/// Messages without content, by dissemination.
CollectiveCost barrier_cost(std::size_t ranks);

/// The tree by which ranks gather and broadcast: ranks have places, that of the root is 0, and a place has
/// those children that differ from it in one binary digit below its lowest one. The places of a subtree are
/// consecutive.
class BinomialTree {
 public:
  BinomialTree(std::size_t ranks, std::size_t root) : ranks_(ranks), root_(root) {}

  std::size_t place_of(std::size_t rank) const { return (rank + ranks_ - root_) % ranks_; }
  std::size_t rank_at(std::size_t place) const { return (place + root_) % ranks_; }
  /// Returns the place after the last one of a subtree.
  std::size_t end_of(std::size_t place) const { return std::min(ranks_, place + width(place)); }
  std::size_t parent_of(std::size_t place) const { return place - width(place); }
  /// Returns the children in the order of their places.
  std::vector<std::size_t> children_of(std::size_t place) const {
    std::vector<std::size_t> children;
    for (std::size_t step = 1; step < width(place) && place + step < ranks_; step *= 2)
      children.push_back(place + step);
    return children;
  }

  /// Returns where the part of each place begins, and the end of the last one, if parts of these sizes, one a
  /// rank, lie in the order of places.
  std::vector<std::size_t> offsets(std::span<const std::size_t> sizes) const {
    std::vector<std::size_t> begin(ranks_ + 1);
    for (std::size_t place = 0; place < ranks_; ++place)
      begin[place + 1] = begin[place] + sizes[rank_at(place)];
    return begin;
  }

 private:
  std::size_t width(std::size_t place) const {
    return place == 0 ? std::bit_ceil(ranks_) : std::size_t{1} << std::countr_zero(place);
  }

  std::size_t ranks_;
  std::size_t root_;
};

}  // namespace skerry
