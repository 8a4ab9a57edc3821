#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace skerry {

class Communicator;

/// A handle of MPI's: MPI_Comm is a pointer in some libraries and an integer in others. This header needs no
/// mpi.h.
template <typename T>
concept MpiHandle = std::is_pointer_v<T> || std::integral<T>;

/// The ranks that take part in a run. MPI must be used from the main thread.
class Mpi {
 public:
  /// All ranks of the job. Joins an MPI that runs already, and leaves it running; starts one otherwise, and
  /// ends it with this object. A process that no launcher started is one rank. Throws Error where MPI does
  /// not start.
  Mpi(int& argc, char**& argv);
  /// The same where the command line is not at hand.
  Mpi();
  /// The ranks of an MPI_Comm, of which a duplicate is used. Collective over it. MPI must outlive this
  /// object.
  template <MpiHandle Handle>
  explicit Mpi(Handle communicator) : Mpi(&communicator, sizeof(communicator)) {}
  /// Of ranks that are organised already; for the layers above the engine. `ranks` must outlive this object.
  explicit Mpi(Communicator& ranks);
  ~Mpi();
  /// The ranks move to the new object; the old one must not be used.
  Mpi(Mpi&&) noexcept;
  /// The same for an object that has ranks already; it lets go of them first.
  Mpi& operator=(Mpi&&) noexcept;

  /// This process's number, from 0 to size() - 1: that of its island.
  std::size_t rank() const;
  /// The number of ranks, and so of islands.
  std::size_t size() const;
  /// Whether this is rank 0, which records and reports.
  bool first() const { return rank() == 0; }

  /// The ranks that say the same colour, in their order: archipelagos side by side in one job. Collective.
  Mpi split(std::size_t colour) const;

  /// For the layers above the engine; its header is not installed.
  Communicator& communicator() const;

 private:
  struct Impl;
  Mpi(const void* handle, std::size_t size_bytes);
  explicit Mpi(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace skerry
