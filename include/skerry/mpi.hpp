#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace skerry {

class Communicator;

/// MPI_Comm is a pointer in some MPI libraries and an integer in others; this header needs no mpi.h.
template <typename T>
concept MpiHandle = std::is_pointer_v<T> || std::integral<T>;

/// The ranks that take part in a run: processes of MPI, or threads of this process (skerry/threads.hpp).
/// MPI must be used from the main thread.
class Mpi {
 public:
  /// Takes all ranks of the job: those of an MPI that runs, which is left running, or of one that is started
  /// under a launcher and ended with this object; without a launcher, this process alone, without MPI. Throws
  /// Error if MPI does not start, and UsageError if a launcher started several processes unconnected.
  Mpi(int& argc, char**& argv);
  /// Does the same if the arguments of main() are not at hand.
  Mpi();
  /// Takes the ranks of a duplicate of an MPI_Comm. MPI must outlive it. Collective over the MPI_Comm.
  template <MpiHandle Handle>
  explicit Mpi(Handle communicator) : Mpi(&communicator, sizeof(communicator)) {}
  /// Takes ranks that the layers above the engine have organised. `ranks` must outlive this object.
  explicit Mpi(Communicator& ranks);
  ~Mpi();
  /// The old object must not be used.
  Mpi(Mpi&&) noexcept;
  Mpi& operator=(Mpi&&) noexcept;

  /// Returns the number of this process, from 0 to size() - 1, which is the number of its island.
  std::size_t rank() const;
  std::size_t size() const;
  bool first() const { return rank() == 0; }

  /// Returns the ranks of the same colour, in their order, for several archipelagos in a job. Collective.
  Mpi split(std::size_t colour) const;

  /// Returns the communicator, for the layers above the engine; its header is not installed.
  Communicator& communicator() const;

 private:
  struct Impl;
  Mpi(const void* handle, std::size_t size_bytes);
  explicit Mpi(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace skerry
