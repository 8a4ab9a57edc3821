#pragma once

#include "engine/communication/communicator.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace skerry {

/// Thrown where another thread will never come; no std::exception: only a thread's end should catch it.
struct BrokenBarrier {};

class ThreadBarrier {
 public:
  /// Whether waiting threads look for a while before they sleep, which pays if each can have a core.
  ThreadBarrier(std::size_t threads, bool spins);

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

class MpiCommunicator;
class RankService;

/// The islands of a communicator that are threads of this process.
struct ThreadGroup {
  /// All islands are of this process.
  ThreadGroup(std::size_t threads, bool spinning, std::shared_ptr<RankService> serving = nullptr);
  /// Other ranks have islands, too. firsts[r] is the first of rank r, and the last entry the number of all.
  ThreadGroup(std::shared_ptr<MpiCommunicator> with_ranks, std::vector<std::size_t> of_ranks, bool spinning);

  std::size_t first() const { return firsts[rank]; }
  std::size_t rank_of(std::size_t island) const;
  /// Adds a group that was split off this one.
  void add_part(const std::shared_ptr<ThreadGroup>& part);
  /// Breaks the barriers of this group and of all its parts.
  void break_open();

  bool spins;
  std::shared_ptr<RankService> service;  // null if these threads never call MPI
  ThreadBarrier barrier;
  std::vector<const void*> shown;          // by each thread
  const void* lent = nullptr;              // by the first thread, after an exchange with other ranks
  std::shared_ptr<MpiCommunicator> ranks;  // of the processes that have islands; null if this is the only one
  std::size_t rank = 0;                    // of this process among them
  std::vector<std::size_t> firsts;
  bool divisible = true;  // whether it can be split into groups that span processes

 private:
  std::mutex parts_mutex_;
  std::vector<std::weak_ptr<ThreadGroup>> parts_;
};

/// Islands that are threads, which read each other's buffers; the first of each process exchanges with other
/// processes for all. A call throws BrokenBarrier if a thread has left the group by an exception.
class ThreadCommunicator final : public Communicator {
 public:
  /// The process by itself: one rank.
  ThreadCommunicator();
  /// `thread` is the number of the thread in its group.
  ThreadCommunicator(std::shared_ptr<ThreadGroup> group, std::size_t thread);

  std::unique_ptr<Communicator> split(std::size_t colour) override;
  std::size_t node() override { return group_->first(); }
  std::size_t process() const override { return group_->first(); }
  std::shared_ptr<void> share(std::shared_ptr<void> mine) override;
  std::unique_ptr<Channel> open_channel() override;
  std::vector<std::string> host_names() override;
  std::size_t processes() const override { return group_->firsts.size() - 1; }
  void on_mpi_thread(const std::function<void()>& work) override;

  void barrier() override;
  [[noreturn]] void abort(ExitStatus status) const override { std::_Exit(static_cast<int>(status)); }
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
  struct Packed;

  void allgather_bytes(const void* mine, std::size_t size_bytes, void* all) override;
  void alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) override;
  bool alone() const { return group_->ranks == nullptr; }
  std::size_t threads() const { return group_->shown.size(); }
  /// When all threads have shown an address, the first calls `link` with the other ranks, if there are any.
  /// Then all call `read`. What the addresses lead to stays as it is until all have read.
  template <typename Link, typename Read>
  void meet(const void* mine, Link link, Read read);
  template <typename T>
  const T* shown_by(std::size_t thread) const {
    return static_cast<const T*>(group_->shown[thread]);
  }
  /// Sums the counts of the islands of each rank.
  std::span<const std::size_t> by_rank(std::span<const std::size_t> counts);
  /// Returns the range for each rank, of which the first alone has so many records.
  std::span<const BufferRange> for_first(std::size_t count);
  void pack(std::size_t record_size_bytes);

  std::shared_ptr<ThreadGroup> group_;
  std::size_t thread_;
  // Scratch memory, so that the calls allocate nothing once warm.
  std::vector<std::uint32_t> sums_;
  std::vector<std::size_t> rank_counts_;
  std::vector<std::size_t> one_each_;
  std::vector<std::byte> packed_;
  std::vector<std::byte> unpacked_;
  std::vector<BufferRange> rank_sends_;
  std::vector<BufferRange> rank_receives_;
  std::vector<BufferRange> ones_;
  std::vector<BufferRange> for_first_;
  std::vector<BufferRange> none_;
};

}  // namespace skerry
