#pragma once

#include "engine/communication/communicator.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
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

/// Each rank r brings sizes[r] bytes to rank 0, by a tree or in one message each.
CollectiveCost gather_cost(std::size_t rank, std::span<const std::size_t> sizes);
/// Rank 0 sends each rank its bytes in one message.
CollectiveCost scatter_cost(std::size_t rank, std::span<const std::size_t> sizes);

/// The binomial tree.
CollectiveCost broadcast_cost(std::size_t rank, std::size_t root, std::size_t ranks, std::size_t size_bytes);

/// Rabenseifner's algorithm for sums that all ranks get: halves are added up, then brought together.
CollectiveCost sum_cost(std::size_t ranks, std::size_t size_bytes);

/// Messages without content, by dissemination.
CollectiveCost barrier_cost(std::size_t ranks);

/// The kinds of collective calls that carry something.
enum class Collective { barrier, broadcast, sum, allgather, alltoall, sparse_alltoall, gather, scatter };
inline constexpr std::size_t collectives = 8;
const char* name_of(Collective collective);

/// The costs of one rank, by kind of call.
struct CollectiveCosts {
  std::array<CollectiveCost, collectives> by_kind{};

  CollectiveCost& operator[](Collective kind) { return by_kind[static_cast<std::size_t>(kind)]; }
  CollectiveCost total() const;
};

/// Passes all calls on to another communicator, and counts what each would cost this rank under the
/// algorithms of the functions above if each rank had a node. Setting up (split, node, host_names,
/// open_channel), messages, and files are not counted.
class CountingCommunicator final : public Communicator {
 public:
  /// Both must outlive it.
  CountingCommunicator(Communicator& inner, CollectiveCosts& costs);

  std::unique_ptr<Communicator> split(std::size_t colour) override;
  std::size_t node() override { return rank_; }
  std::unique_ptr<Channel> open_channel() override { return inner_.open_channel(); }
  std::vector<std::string> host_names() override { return inner_.host_names(); }
  std::size_t processes() const override { return inner_.processes(); }

  void barrier() override;
  [[noreturn]] void abort(ExitStatus status) const override;
  void broadcast_bytes(std::span<std::byte> bytes, std::size_t root) override;
  void add_up(std::span<std::uint32_t> values) override;
  void alltoall_records(const std::byte* outgoing, std::span<const BufferRange> sends, std::byte* incoming,
                        std::span<const BufferRange> receives, std::size_t record_size_bytes) override;
  void allgather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                         std::size_t record_size_bytes) override;
  void gather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                      std::size_t record_size_bytes) override;
  void scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                       std::size_t record_size_bytes) override;

 private:
  CountingCommunicator(std::unique_ptr<Communicator> part, CollectiveCosts& costs);
  void allgather_bytes(const void* mine, std::size_t size_bytes, void* all) override;
  void alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) override;

  std::unique_ptr<Communicator> part_;  // the inner one of a part that split() made
  Communicator& inner_;
  CollectiveCosts& costs_;
};

}  // namespace skerry
