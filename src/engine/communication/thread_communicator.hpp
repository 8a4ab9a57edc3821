#pragma once

#include "engine/communication/communicator.hpp"
#include "engine/communication/thread_barrier.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace skerry {

/// What the threads of a group have in common: a barrier, and a place where each shows the others an address.
struct ThreadGroup {
  explicit ThreadGroup(std::size_t threads) : barrier(threads), shown(threads) {}

  ThreadBarrier barrier;
  std::vector<const void*> shown;
};

/// Threads of one process, which read each other's buffers: nothing is sent, and MPI does not run. A call
/// throws BrokenBarrier where another thread of the group has left it by an exception.
class ThreadCommunicator final : public Communicator {
 public:
  /// The process by itself: one rank.
  ThreadCommunicator();
  /// Thread `rank` of the group. Each thread has a communicator of its own.
  ThreadCommunicator(std::shared_ptr<ThreadGroup> group, std::size_t rank);

  std::unique_ptr<Communicator> split(std::size_t colour) override;
  std::size_t node() override { return 0; }
  std::unique_ptr<SharedMemory> share_memory(std::size_t size_bytes) override;
  std::unique_ptr<Channel> open_channel() override;
  std::vector<std::string> host_names() override;
  std::size_t processes() const override { return 1; }

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
  void allgather_bytes(const void* mine, std::size_t size_bytes, void* all) override;
  void alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) override;
  /// Shows the others an address, and calls `read` when all have shown theirs. What the address leads to
  /// stays as it is until all have read.
  template <typename Read>
  void meet(const void* mine, Read read);
  template <typename T>
  const T* shown_by(std::size_t rank) const {
    return static_cast<const T*>(group_->shown[rank]);
  }

  std::shared_ptr<ThreadGroup> group_;
  std::vector<std::uint32_t> sums_;  // scratch memory
};

}  // namespace skerry
