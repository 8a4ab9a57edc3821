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

/// What the ranks count at meet(), from the beginning of the memory on.
struct Turnout {
  std::uint64_t come = 0;
  std::uint64_t free_to_go = 0;
};

/// The memory begins with the turnout, in a cache line of its own.
class MpiSharedMemory final : public SharedMemory {
 public:
  MpiSharedMemory(MPI_Comm ranks, std::size_t size_bytes) : ranks_(ranks) {
    int rank = 0;
    int size = 0;
    check(MPI_Comm_rank(ranks, &rank), "MPI_Comm_rank");
    check(MPI_Comm_size(ranks, &size), "MPI_Comm_size");
    size_ = static_cast<std::uint64_t>(size);
    const auto whole_bytes = static_cast<MPI_Aint>(turnout_bytes + size_bytes);
    void* memory = nullptr;
    check(MPI_Win_allocate_shared(rank == 0 ? whole_bytes : 0, 1, MPI_INFO_NULL, ranks, &memory, &window_),
          "MPI_Win_allocate_shared");
    MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN);
    MPI_Aint found_bytes = 0;
    int unit = 0;
    check(MPI_Win_shared_query(window_, 0, &found_bytes, &unit, &memory), "MPI_Win_shared_query");
    turnout_ = static_cast<Turnout*>(memory);
    data_ = static_cast<std::byte*>(memory) + turnout_bytes;
    check(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
    if (rank == 0) *turnout_ = {};
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
  void meet(Communicator&, const std::function<void()>& work_of_last) override {
    const bool yields = waiting_ranks_yield();
    const std::atomic_ref free_to_go(turnout_->free_to_go);
    expected_ += size_;
    if (std::atomic_ref(turnout_->come).fetch_add(1, std::memory_order_acq_rel) + 1 == expected_) {
      work_of_last();
      free_to_go.store(expected_, std::memory_order_release);
    }
    for (std::uint32_t look = 1; free_to_go.load(std::memory_order_acquire) < expected_; ++look) {
      if (yields) sched_yield();
      if (look % looks_per_probe != 0) continue;
      // A rank that is still in an earlier call may need this one to deliver its messages.
      int found = 0;
      check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, ranks_, &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
    }
  }

 private:
  static constexpr std::size_t turnout_bytes = 64;
  /// A probe takes longer than a look, and the core from the ranks that share it.
  static constexpr std::uint32_t looks_per_probe = 4;

  MPI_Comm ranks_;
  MPI_Win window_ = MPI_WIN_NULL;
  std::uint64_t size_ = 0;
  std::uint64_t expected_ = 0;  // have come when all have
  Turnout* turnout_ = nullptr;
  std::byte* data_ = nullptr;
};

}  // namespace

std::unique_ptr<SharedMemory> share_memory_of(MPI_Comm ranks, std::size_t size_bytes) {
  int size = 0;
  check(MPI_Comm_size(ranks, &size), "MPI_Comm_size");
  if (size == 1) return std::make_unique<ProcessMemory>(std::make_shared<ProcessMemory::Block>(size_bytes));
  return std::make_unique<MpiSharedMemory>(ranks, size_bytes);
}

}  // namespace skerry
