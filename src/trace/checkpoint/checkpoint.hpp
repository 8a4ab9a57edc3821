#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/trace.hpp"

#include "trace/checkpoint/format.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <vector>

namespace skerry {

class Communicator;

/// The last snapshot of all ranks. There is always a whole file; see docs/running.md.
class Checkpoint {
 public:
  /// `identity` is the digest of all that the snapshots depend on; the first rank's counts. Throws
  /// AgreedFailure (UsageError) if several hosts do not share the trace's folder. Collective.
  Checkpoint(Communicator& world, std::filesystem::path trace, const Digest& identity);

  /// Returns when the system has the bytes; a thread of the first rank later puts the file in place, once the
  /// trace is on the disk, and that function, if there is one, was called. Throws AgreedFailure if the disk
  /// is full, a host does not see the folder, or the last write has failed. Collective.
  void write(const Snapshot& snapshot, std::function<void()> once_the_trace_is_there = {});

  /// Waits until the last snapshot is in its place. Throws AgreedFailure. Collective.
  void settle();

  /// Returns, on the first rank, the seconds of the last write: 0 without one, none while it is not in place.
  std::optional<double> cost_s() const;

  /// There must be as many ranks as wrote it. Throws AgreedFailure (DataError) for a file that is foreign, of
  /// another format version, run or rank count, cut short or damaged. Collective.
  Snapshot read();

 private:
  using Clock = std::chrono::steady_clock;

  void check_that_hosts_share_folder();
  void create(const std::filesystem::path& path, std::uint64_t size_bytes) const;
  void write_all(const Snapshot& snapshot, std::function<void()> once_the_trace_is_there);
  void put_in_place_soon(Clock::time_point start, std::function<void()> once_the_trace_is_there);
  template <typename Work>
  void or_remove(Work work);

  Communicator& world_;
  std::filesystem::path trace_;
  std::filesystem::path file_;
  std::filesystem::path temporary_;
  Digest identity_;
  bool one_host_ = true;
  std::shared_future<double> in_place_;  // holds the seconds that the write took; on the first rank
};

/// Throws DataError as Checkpoint::read() does, but for damage to the islands.
RunState saved_state(const std::filesystem::path& trace, const Digest& identity, std::size_t islands);

/// Returns each island as Island::save() did. Throws DataError for a damaged or foreign file.
std::vector<std::vector<std::byte>> saved_islands(const std::filesystem::path& checkpoint);

std::filesystem::path checkpoint_of(const std::filesystem::path& trace);
/// Also removes the unfinished file that a kill may have left.
void remove_checkpoint(const std::filesystem::path& trace);
void remove_unfinished_checkpoint(const std::filesystem::path& trace);

/// On the first rank. Times are those of the run, in seconds.
class CheckpointSchedule {
 public:
  CheckpointSchedule(const CheckpointSettings& settings, double start_s)
      : settings_(settings), last_s_(start_s) {}

  /// Call it once at the end of each epoch. `cost_s` is what Checkpoint::cost_s() returns.
  bool due(double now_s, std::optional<double> cost_s);
  void began(double now_s);

 private:
  CheckpointSettings settings_;
  double last_s_;
  std::uint64_t epochs_ = 0;
};

}  // namespace skerry
