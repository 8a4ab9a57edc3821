#pragma once

#include "skerry/error.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace skerry {

class Channel;
class Communicator;

template <typename T>
concept Flat = std::is_trivially_copyable_v<T>;

/// A range of a buffer; both members count records.
struct BufferRange {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// A group of ranks, each with one island. All members but rank(), size(), process(), processes(),
/// on_mpi_thread() and abort() are collective. Failures throw Error.
class Communicator {
 public:
  virtual ~Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  std::size_t rank() const { return rank_; }
  std::size_t size() const { return size_; }

  /// Returns a communicator of the ranks with the same colour, 0 or more, in their order.
  virtual std::unique_ptr<Communicator> split(std::size_t colour) = 0;
  /// Returns the first rank of this rank's node.
  virtual std::size_t node() = 0;
  /// Returns the first rank of this rank's process.
  virtual std::size_t process() const { return rank_; }
  /// Returns the object that the first rank of the process gives.
  virtual std::shared_ptr<void> share(std::shared_ptr<void> mine) { return mine; }
  /// Returns the name of each rank's host, on every rank.
  virtual std::vector<std::string> host_names() = 0;
  /// Returns how many processes the ranks are: one each, or fewer, whose threads they are.
  virtual std::size_t processes() const { return size_; }

  virtual std::unique_ptr<Channel> open_channel() = 0;

  /// Calls `work`, which may call MPI, on a thread that may, and returns when it has ended. Not collective.
  virtual void on_mpi_thread(const std::function<void()>& work) { work(); }

  virtual void barrier() = 0;
  /// Ends all ranks of the job with this status, without waiting for them.
  [[noreturn]] virtual void abort(ExitStatus status) const = 0;

  /// Sends root's bytes to all; the span has the size of root's on every rank.
  virtual void broadcast_bytes(std::span<std::byte> bytes, std::size_t root = 0) = 0;
  template <Flat T>
  void broadcast(T& value, std::size_t root = 0) {
    broadcast_bytes(std::as_writable_bytes(std::span(&value, 1)), root);
  }
  /// Sends root's text or bytes to all; the list is resized to its length.
  template <typename List>
  requires std::same_as<List, std::string> || std::same_as<List, std::vector<std::byte>>
  void broadcast(List& list, std::size_t root = 0) {
    std::uint64_t size = list.size();
    broadcast(size, root);
    list.resize(size);
    broadcast_bytes(std::as_writable_bytes(std::span(list)), root);
  }

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
  /// Brings the values to rank 0; on other ranks `all` stays as it is. Every rank must know the counts.
  template <Flat T>
  void gather(std::span<const T> mine, std::span<const std::size_t> counts, std::span<T> all) {
    gather_records(mine.data(), counts, all.data(), sizeof(T));
  }
  /// Each rank knows only its own count. Returns one vector a rank on rank 0, none elsewhere.
  template <Flat T>
  std::vector<std::vector<T>> gather(std::span<const T> mine) {
    const auto bytes = gather_buffers(std::as_bytes(mine));
    std::vector<std::vector<T>> values(bytes.size());
    for (std::size_t r = 0; r < bytes.size(); ++r) {
      const auto* first = reinterpret_cast<const T*>(bytes[r].data());
      values[r].assign(first, first + bytes[r].size() / sizeof(T));
    }
    return values;
  }
  /// Sends counts[r] of rank 0's values to each rank r, one rank after another.
  template <Flat T>
  void scatter(std::span<const T> all, std::span<const std::size_t> counts, std::span<T> mine) {
    scatter_records(all.data(), counts, mine.data(), sizeof(T));
  }

  /// Leaves the sums, place by place, on every rank. Every rank has as many values.
  virtual void add_up(std::span<std::uint32_t> values) = 0;

  /// Exchanges single values: value t of rank s becomes value s of rank t.
  template <Flat T>
  void alltoall(std::span<const T> outgoing, std::span<T> incoming) {
    alltoall_bytes(outgoing.data(), incoming.data(), sizeof(T));
  }
  /// Range t of rank s's `outgoing` becomes range s of rank t's `incoming`. All records have the same size.
  virtual void alltoall_records(const std::byte* outgoing, std::span<const BufferRange> sends,
                                std::byte* incoming, std::span<const BufferRange> receives,
                                std::size_t record_size_bytes) = 0;

  /// `mine` is null if the records stand in `all` already.
  virtual void allgather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                                 std::size_t record_size_bytes) = 0;
  virtual void gather_records(const void* mine, std::span<const std::size_t> counts, void* all,
                              std::size_t record_size_bytes) = 0;
  virtual void scatter_records(const void* all, std::span<const std::size_t> counts, void* mine,
                               std::size_t record_size_bytes) = 0;

 protected:
  Communicator() = default;

  /// Returns the range of each rank, one after the other.
  std::span<const BufferRange> in_order(std::span<const std::size_t> counts);

  std::size_t rank_ = 0;
  std::size_t size_ = 1;

 private:
  virtual void allgather_bytes(const void* mine, std::size_t size_bytes, void* all) = 0;
  virtual void alltoall_bytes(const void* outgoing, void* incoming, std::size_t size_bytes) = 0;
  std::vector<std::vector<std::byte>> gather_buffers(std::span<const std::byte> mine);

  std::vector<BufferRange> in_order_;
};

struct Letter {
  std::size_t from = 0;
  std::string content;
};

/// Messages between the ranks of a communicator (Communicator::open_channel()), sent and received without
/// waiting. Those of one rank to another arrive in their order. Failures throw Error.
class Channel {
 public:
  virtual ~Channel() = default;

  virtual std::size_t rank() const = 0;
  virtual std::size_t size() const = 0;
  /// Sends a message, to the own rank as well.
  virtual void send(std::size_t to, std::string content) = 0;
  virtual std::optional<Letter> receive() = 0;
  /// Returns when all ranks have called it and all that was sent before has arrived. `take` gets what arrives
  /// meanwhile, and that may include what other ranks have sent after their own call. Collective.
  virtual void settle(const std::function<void(Letter)>& take) = 0;
};

struct Failure {
  ExitStatus status = ExitStatus::failed;
  std::string message;    ///< empty on ranks whose message another rank prints
  ErrorFacts facts = {};  ///< likewise, but for the kind
};

/// Returns the failure that the exception being handled stands for.
Failure current_failure();
Failure failure_of(const std::exception_ptr& exception);
/// Throws UsageError, DataError or another Error, as the status says.
[[noreturn]] void throw_as(ExitStatus status, const std::string& message);

/// A failure that every rank knows of: all leave in good order with the same status.
struct AgreedFailure {
  Failure failure;
  std::string told = {};  ///< the message that is printed, on every rank
};

/// If `work`, which is not collective, throws on any rank, all throw AgreedFailure of the first. Collective.
void collectively(Communicator& world, const std::function<void()>& work);

}  // namespace skerry
