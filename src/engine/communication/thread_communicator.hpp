#pragma once

#include "engine/communication/communicator.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace skerry {

/// It is thrown at a barrier to which another thread will never come. It is not a std::exception: only the
/// end of the thread's work should catch it.
struct BrokenBarrier {};

class ThreadBarrier {
 public:
  explicit ThreadBarrier(std::size_t threads);

  /// Returns when all threads have come; what they wrote before is visible. Throws BrokenBarrier.
  void pass();
  /// Lets all threads that wait, and all that come, throw.
  void break_open();
  bool broken() const { return broken_; }

 private:
  std::size_t threads_;
  std::uint32_t spins_;  // how often a thread looks before it sleeps
  std::atomic<std::size_t> missing_;
  std::atomic<std::uint32_t> round_ = 0;
  std::atomic<bool> broken_ = false;
};

struct ThreadGroup {
  explicit ThreadGroup(std::size_t threads) : barrier(threads), shown(threads) {}

  ThreadBarrier barrier;
  std::vector<const void*> shown;
};

/// Threads of one process, which read each other's buffers. A call throws BrokenBarrier if another thread of
/// the group has left it by an exception.
class ThreadCommunicator final : public Communicator {
 public:
  /// The process by itself: one rank.
  ThreadCommunicator();
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
  /// Calls `read` when all have shown an address. What it leads to stays as it is until all have read.
  template <typename Read>
  void meet(const void* mine, Read read);
  template <typename T>
  const T* shown_by(std::size_t rank) const {
    return static_cast<const T*>(group_->shown[rank]);
  }

  std::shared_ptr<ThreadGroup> group_;
  std::vector<std::uint32_t> sums_;
};

struct ThreadGroup;

struct Mailboxes {
  struct Mailbox {
    std::mutex mutex;
    std::deque<Letter> letters;
  };
  explicit Mailboxes(std::size_t threads) : of(threads) {}

  std::vector<Mailbox> of;
  std::atomic<std::uint64_t> arrivals = 0;  // at settle(), of all threads, since the beginning
};

/// A call throws BrokenBarrier if another thread has left the group by an exception.
class ThreadChannel final : public Channel {
 public:
  ThreadChannel(std::shared_ptr<ThreadGroup> group, std::shared_ptr<Mailboxes> mailboxes, std::size_t rank);

  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return mailboxes_->of.size(); }
  void send(std::size_t to, std::string content) override;
  std::optional<Letter> receive() override;
  void settle(const std::function<void(Letter)>& take) override;

 private:
  std::shared_ptr<ThreadGroup> group_;
  std::shared_ptr<Mailboxes> mailboxes_;
  std::size_t rank_;
  std::uint64_t settled_ = 0;  // how often this thread was at settle()
};

/// Calls `work` once for each of so many islands, with a communicator that holds them all: on the ranks of
/// `world` if it has as many, and on threads of this process if `world` is one rank. Throws
/// AgreedFailure (UsageError) for any other number of ranks, otherwise as on_threads() does. Collective.
void for_each_island(Communicator& world, std::size_t islands,
                     const std::function<void(Communicator&)>& work);

}  // namespace skerry
