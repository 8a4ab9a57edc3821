#include "engine/communication/mpi_shared_memory.hpp"

#include "engine/communication/check.hpp"
#include "engine/communication/environment.hpp"
#include "engine/communication/process_memory.hpp"

#include <atomic>
#include <cstdint>
#include <exception>

#include <sched.h>

namespace skerry {
namespace {

/// The memory begins with a counter of the ranks that have come to meet(), in a cache line of its own.
class MpiSharedMemory final : public SharedMemory {
 public:
  MpiSharedMemory(MPI_Comm ranks, std::size_t size_bytes) : ranks_(ranks) {
    int rank = 0;
    int size = 0;
    check(MPI_Comm_rank(ranks, &rank), "MPI_Comm_rank");
    check(MPI_Comm_size(ranks, &size), "MPI_Comm_size");
    size_ = static_cast<std::uint64_t>(size);
    const auto whole_bytes = static_cast<MPI_Aint>(counter_bytes + size_bytes);
    void* memory = nullptr;
    check(MPI_Win_allocate_shared(rank == 0 ? whole_bytes : 0, 1, MPI_INFO_NULL, ranks, &memory, &window_),
          "MPI_Win_allocate_shared");
    MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN);
    MPI_Aint found_bytes = 0;
    int unit = 0;
    check(MPI_Win_shared_query(window_, 0, &found_bytes, &unit, &memory), "MPI_Win_shared_query");
    counter_ = static_cast<std::uint64_t*>(memory);
    data_ = static_cast<std::byte*>(memory) + counter_bytes;
    check(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
    if (rank == 0) std::atomic_ref(*counter_).store(0);
    check(MPI_Barrier(ranks), "MPI_Barrier");
  }
  // Freeing a window is collective. Where an exception takes this rank alone out of the program, the window
  // is left alone, since the other ranks would not come.
  ~MpiSharedMemory() override {
    if (std::uncaught_exceptions() > 0) return;
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }

  std::byte* data() const override { return data_; }
  // Where ranks share cores, a barrier of MPI has each of them take its turn several times.
  void meet(Communicator&) override {
    const bool yields = waiting_ranks_yield();
    std::atomic_ref counter(*counter_);
    expected_ += size_;
    counter.fetch_add(1, std::memory_order_acq_rel);
    while (counter.load(std::memory_order_acquire) < expected_) {
      // A rank that is still in an earlier call may need this one to deliver its messages.
      int found = 0;
      check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, ranks_, &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
      if (yields) sched_yield();
    }
  }

 private:
  static constexpr std::size_t counter_bytes = 64;

  MPI_Comm ranks_;
  MPI_Win window_ = MPI_WIN_NULL;
  std::uint64_t size_ = 0;
  std::uint64_t expected_ = 0;  // by the counter, when all have come
  std::uint64_t* counter_ = nullptr;
  std::byte* data_ = nullptr;
};

}  // namespace

std::unique_ptr<SharedMemory> share_memory_of(MPI_Comm ranks, std::size_t size_bytes) {
  int size = 0;
  check(MPI_Comm_size(ranks, &size), "MPI_Comm_size");
  if (size == 1) return std::make_unique<ProcessMemory>(std::make_shared<ProcessMemory::Bytes>(size_bytes));
  return std::make_unique<MpiSharedMemory>(ranks, size_bytes);
}

}  // namespace skerry
