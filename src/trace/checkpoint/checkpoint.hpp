#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/trace.hpp"

#include "trace/checkpoint/format.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <future>
#include <optional>
#include <vector>

namespace skerry {

class Communicator;

/// The checkpoint file of a run: its last snapshot, of all ranks. The file is written under another name and
/// renamed when it is whole and on the disk, so that there is always a whole one. docs/running.md describes
/// it.
class Checkpoint {
 public:
  /// `identity` is the digest of everything that the snapshots depend on; the value of the first rank counts.
  /// Throws AgreedFailure (UsageError) where several hosts do not share the trace's folder. Collective.
  Checkpoint(Communicator& world, std::filesystem::path trace, const Digest& identity);

  /// Writes a snapshot. The ranks go on as soon as the system has the bytes. A thread of the first rank waits
  /// until they are on the disk, after those of the trace, and then renames the file. Throws AgreedFailure
  /// where the disk is full, a host does not see the folder, or the previous write has failed. Collective.
  void write(const Snapshot& snapshot);

  /// Waits until the last snapshot is in its place. Throws AgreedFailure. Collective.
  void settle();

  /// Returns, on the first rank, the seconds that the last write took until the file was in its place: 0
  /// where there was none, none while it is not in its place.
  std::optional<double> cost_s() const;

  /// Reads the snapshot; there must be as many ranks as wrote it. Throws AgreedFailure (DataError) for a file
  /// that is foreign, of another format version, run or rank count, cut short or damaged. Collective.
  Snapshot read();

 private:
  using Clock = std::chrono::steady_clock;

  void check_that_hosts_share_folder();
  void create(const std::filesystem::path& path, std::uint64_t size_bytes) const;
  void write_all(const Snapshot& snapshot);
  void put_in_place_soon(Clock::time_point start);
  /// Runs `work`, and removes the unfinished file where it fails.
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

/// Returns the state of the run that a trace's checkpoint holds. Throws DataError as Checkpoint::read does,
/// but for damage to the islands.
RunState saved_state(const std::filesystem::path& trace, const Digest& identity, std::size_t islands);

/// Returns the islands of a checkpoint of any run, each as Island::save() returned it. Throws DataError for a
/// file that is no checkpoint of this version of skerry, or damaged.
std::vector<std::vector<std::byte>> saved_islands(const std::filesystem::path& checkpoint);

/// Returns the path of a trace's checkpoint.
std::filesystem::path checkpoint_of(const std::filesystem::path& trace);
/// Removes it, and the unfinished file that a kill may have left.
void remove_checkpoint(const std::filesystem::path& trace);
void remove_unfinished_checkpoint(const std::filesystem::path& trace);

/// Decides on the first rank, at each epoch, whether to save. Times are those of the run, in seconds.
class CheckpointSchedule {
 public:
  CheckpointSchedule(const CheckpointSettings& settings, double start_s)
      : settings_(settings), last_s_(start_s) {}

  /// Tells whether to save now; call it once at the end of each epoch. `cost_s` is the time that the last
  /// checkpoint took until it was on the disk: 0 before the first one, none while it is not there.
  bool due(double now_s, std::optional<double> cost_s);
  void began(double now_s);

 private:
  CheckpointSettings settings_;
  double last_s_;
  std::uint64_t epochs_ = 0;
};

}  // namespace skerry
