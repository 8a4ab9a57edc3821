#include "engine/communication/mpi_shared_memory.hpp"

#include "engine/communication/check.hpp"
#include "engine/communication/process_memory.hpp"

#include <exception>

namespace skerry {
namespace {

class MpiSharedMemory final : public SharedMemory {
 public:
  MpiSharedMemory(MPI_Comm ranks, std::size_t size_bytes) {
    int rank = 0;
    check(MPI_Comm_rank(ranks, &rank), "MPI_Comm_rank");
    void* memory = nullptr;
    check(MPI_Win_allocate_shared(rank == 0 ? static_cast<MPI_Aint>(size_bytes) : 0, 1, MPI_INFO_NULL, ranks,
                                  &memory, &window_),
          "MPI_Win_allocate_shared");
    MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN);
    MPI_Aint found_bytes = 0;
    int unit = 0;
    check(MPI_Win_shared_query(window_, 0, &found_bytes, &unit, &memory), "MPI_Win_shared_query");
    data_ = static_cast<std::byte*>(memory);
    check(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
  }
  // Freeing a window is collective. Where an exception takes this rank alone out of the program, the window
  // is left alone, since the other ranks would not come.
  ~MpiSharedMemory() override {
    if (std::uncaught_exceptions() > 0) return;
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }

  std::byte* data() const override { return data_; }
  void synchronise() override { check(MPI_Win_sync(window_), "MPI_Win_sync"); }

 private:
  MPI_Win window_ = MPI_WIN_NULL;
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
