#pragma once

#include "engine/communication/collective_costs.hpp"
#include "engine/communication/communicator.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace skerry {

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
/// algorithms of collective_costs.hpp if `ranks_per_node` ranks in a row had a node each, on which they share
/// memory. Setting up (split, node, share_memory, host_names, open_channel), messages, and files are not
/// counted.
class CountingCommunicator final : public Communicator {
 public:
  /// Both must outlive it.
  CountingCommunicator(Communicator& inner, CollectiveCosts& costs, std::size_t ranks_per_node = 1);

  std::unique_ptr<Communicator> split(std::size_t colour) override;
  std::size_t node() override { return rank_ - rank_ % ranks_per_node_; }
  std::unique_ptr<SharedMemory> share_memory(std::size_t size_bytes) override {
    return inner_.share_memory(size_bytes);
  }
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
                      std::size_t record_size_bytes, std::size_t root) override;
  void scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                       std::size_t record_size_bytes, std::size_t root) override;

 private:
  CountingCommunicator(std::unique_ptr<Communicator> part, CollectiveCosts& costs,
                       std::size_t ranks_per_node);
  void allgather_bytes(const void* mine, std::size_t size_bytes, void* all) override;
  void alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) override;

  std::unique_ptr<Communicator> part_;  // the inner one of a part that split() made
  Communicator& inner_;
  CollectiveCosts& costs_;
  std::size_t ranks_per_node_;
};

}  // namespace skerry
