#include "skerry/mpi.hpp"

#include "skerry/error.hpp"

#include "engine/communication/environment.hpp"
#include "engine/communication/launcher.hpp"
#include "engine/communication/mpi_communicator.hpp"
#include "engine/communication/thread_communicator.hpp"

#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include <mpi.h>

namespace skerry {

namespace {

/// Runs `work`, which refuses processes that were started together and are not connected. All of them fail in
/// the same way, so the first one throws, and the others end without a message.
template <typename Work>
void or_leave_alone(Work work) {
  try {
    work();
  } catch (const UsageError& error) {
    const auto& rank = launched().rank;
    if (rank && rank->rank > 0) std::exit(static_cast<int>(error.status()));
    throw;
  }
}

}  // namespace

/// The last member is destroyed first: the communicator before the MPI that it belongs to.
struct Mpi::Impl {
  std::optional<Environment> environment = {};
  std::unique_ptr<Communicator> own = {};
  Communicator* ranks = nullptr;

  void adopt(std::unique_ptr<Communicator> communicator) {
    own = std::move(communicator);
    ranks = own.get();
  }

  /// Takes all ranks of the job.
  void adopt_world(int& argc, char**& argv) {
    int running = 0;
    MPI_Initialized(&running);
    if (running == 0 && !launched().starts_mpi()) return adopt(std::make_unique<ThreadCommunicator>());
    or_leave_alone([&] { environment.emplace(argc, argv); });
    adopt(std::make_unique<MpiCommunicator>());
  }
};

Mpi::Mpi(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Mpi::Mpi(int& argc, char**& argv) : impl_(std::make_unique<Impl>()) {
  impl_->adopt_world(argc, argv);
}

Mpi::Mpi() : impl_(std::make_unique<Impl>()) {
  int argc = 0;
  char** argv = nullptr;
  impl_->adopt_world(argc, argv);
}

Mpi::Mpi(Communicator& ranks) : impl_(std::make_unique<Impl>()) {
  impl_->ranks = &ranks;
}

Mpi::Mpi(const void* handle, std::size_t size_bytes) : impl_(std::make_unique<Impl>()) {
  MPI_Comm communicator = MPI_COMM_NULL;
  if (size_bytes != sizeof(communicator)) {
    throw UsageError("skerry::Mpi was given a handle of " + std::to_string(size_bytes) +
                     " bytes; an MPI_Comm has " + std::to_string(sizeof(communicator)));
  }
  std::memcpy(&communicator, handle, sizeof(communicator));
  if (communicator == MPI_COMM_NULL) {
    throw UsageError("skerry::Mpi was given MPI_COMM_NULL; it takes the communicator of the ranks that run");
  }
  int own = MPI_UNEQUAL;
  MPI_Comm_compare(communicator, MPI_COMM_SELF, &own);
  if (own != MPI_IDENT) or_leave_alone(refuse_alone);
  impl_->adopt(std::make_unique<MpiCommunicator>(communicator));
}

Mpi::~Mpi() = default;
Mpi::Mpi(Mpi&&) noexcept = default;
Mpi& Mpi::operator=(Mpi&&) noexcept = default;

std::size_t Mpi::rank() const {
  return impl_->ranks->rank();
}

std::size_t Mpi::size() const {
  return impl_->ranks->size();
}

Mpi Mpi::split(std::size_t colour) const {
  auto part = std::make_unique<Impl>();
  part->adopt(impl_->ranks->split(colour));
  return Mpi(std::move(part));
}

Communicator& Mpi::communicator() const {
  return *impl_->ranks;
}

}  // namespace skerry
