#pragma once

#include "skerry/error.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <mpi.h>

namespace skerry {

/// Values that may travel as their bytes.
template <typename T>
concept Flat = std::is_trivially_copyable_v<T>;

/// A range of a buffer; both members count records.
struct BufferRange {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// A group of ranks. All members but rank(), size() and abort() are collective. Failures of MPI throw Error.
/// Counts are std::size_t. Those of MPI are int: a call throws for more than 2^31 - 1 records, but not for
/// more bytes.
class Communicator {
 public:
  /// Works on a duplicate of `comm`, which is made collectively. MPI must outlive it.
  explicit Communicator(MPI_Comm comm = MPI_COMM_WORLD);
  /// Holds the ranks of `parent` with the same colour, 0 or more, in their order.
  Communicator(const Communicator& parent, std::size_t colour);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  std::size_t rank() const { return rank_; }
  std::size_t size() const { return size_; }
  MPI_Comm handle() const { return comm_; }
  /// Returns the first rank of this rank's node. The ranks of a node can share memory.
  std::size_t node();

  void barrier();
  /// Ends all ranks of the job with this status, without waiting for them.
  [[noreturn]] void abort(ExitStatus status) const;

  /// Sends root's bytes to all; the span has the size of root's on every rank.
  void broadcast_bytes(std::span<std::byte> bytes, std::size_t root = 0);
  template <Flat T>
  void broadcast(T& value, std::size_t root = 0) {
    broadcast_bytes(std::as_writable_bytes(std::span(&value, 1)), root);
  }
  /// Sends root's text to all; `text` is resized to its length.
  void broadcast(std::string& text, std::size_t root = 0);
  void broadcast(std::vector<std::byte>& bytes, std::size_t root = 0);

  /// Brings one value of each rank to every rank, in rank order; all.size() == size().
  template <Flat T>
  void allgather(const T& mine, std::span<T> all) {
    allgather_bytes(&mine, sizeof(T), all.data());
  }
  /// Brings counts[r] values of each rank r to every rank, one rank after another.
  template <Flat T>
  void allgather(std::span<const T> mine, std::span<const std::size_t> counts, std::span<T> all) {
    allgather_records(mine.data(), counts, all.data(), sizeof(T));
  }
  /// Brings the values to root alone; on other ranks `all` stays as it is. Every rank must know the counts.
  template <Flat T>
  void gather(std::span<const T> mine, std::span<const std::size_t> counts, std::span<T> all,
              std::size_t root = 0) {
    gather_records(mine.data(), counts, all.data(), sizeof(T), root);
  }
  /// Brings the values to root alone, where each rank knows only its own count. Returns one vector a rank on
  /// root, none elsewhere.
  template <Flat T>
  std::vector<std::vector<T>> gather(std::span<const T> mine, std::size_t root = 0) {
    const auto bytes = gather_buffers(std::as_bytes(mine), root);
    std::vector<std::vector<T>> values(bytes.size());
    for (std::size_t r = 0; r < bytes.size(); ++r) {
      const auto* first = reinterpret_cast<const T*>(bytes[r].data());
      values[r].assign(first, first + bytes[r].size() / sizeof(T));
    }
    return values;
  }
  /// Sends counts[r] of root's values to each rank r, one rank after another.
  template <Flat T>
  void scatter(std::span<const T> all, std::span<const std::size_t> counts, std::span<T> mine,
               std::size_t root = 0) {
    scatter_records(all.data(), counts, mine.data(), sizeof(T), root);
  }

  /// Adds the values of all ranks, place by place, and leaves the sums on every rank. Every rank has as many
  /// values.
  void add_up(std::span<std::uint32_t> values);

  /// Exchanges single values: value t of rank s becomes value s of rank t.
  template <Flat T>
  void alltoall(std::span<const T> outgoing, std::span<T> incoming) {
    alltoall_bytes(outgoing.data(), incoming.data(), sizeof(T));
  }
  /// Exchanges ranges of records: range t of rank s's `outgoing` becomes range s of rank t's `incoming`. All
  /// records have the same size.
  void alltoall_records(const std::byte* outgoing, std::span<const BufferRange> sends, std::byte* incoming,
                        std::span<const BufferRange> receives, std::size_t record_size_bytes);

  /// Brings the records of all ranks to every rank. `mine` may be MPI_IN_PLACE where they stand in `all`
  /// already.
  void allgather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                         std::size_t record_size_bytes);
  void gather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                      std::size_t record_size_bytes, std::size_t root);
  void scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                       std::size_t record_size_bytes, std::size_t root);

  /// Returns the name of each rank's host, on every rank.
  std::vector<std::string> processor_names();

 private:
  void adopt();
  void allgather_bytes(const void* mine, std::size_t size_bytes, void* all);
  void alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes);
  std::vector<std::vector<std::byte>> gather_buffers(std::span<const std::byte> mine, std::size_t root);

  MPI_Comm comm_ = MPI_COMM_NULL;
  std::size_t rank_ = 0;
  std::size_t size_ = 1;
  std::vector<int> counts_;  // scratch memory, so that the calls allocate nothing once warm
  std::vector<int> offsets_;
  std::vector<int> receive_counts_;
  std::vector<int> receive_offsets_;
};

}  // namespace skerry
