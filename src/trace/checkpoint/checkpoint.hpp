#pragma once

#include "skerry/archipelago.hpp"

#include "trace/checkpoint/digest.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <future>
#include <optional>

namespace skerry {

class Communicator;

/// A run's checkpoint file: its last snapshot, of all ranks. It is written under another name and takes its
/// own when it is whole and on the disk, so that there is always a whole one. docs/running.md describes it.
class Checkpoint {
 public:
  /// `identity` stands for all that the snapshots depend on; it matters on the first rank alone. Throws
  /// AgreedFailure (UsageError) where several hosts do not share the trace's folder. Collective.
  Checkpoint(Communicator& world, std::filesystem::path trace, const Digest& identity);

  /// The ranks are free to go on as soon as the system has the bytes. A thread of the first rank sees to it
  /// that they reach the disk, after those of the trace, and then puts the file in its place. Throws
  /// AgreedFailure where there is no room, a host does not see the folder, or the one before has failed.
  /// Collective.
  void write(const Snapshot& snapshot);

  /// Waits until what was written is in its place. Throws AgreedFailure. Collective.
  void settle();

  /// On the first rank: what the last write took until it was in its place, 0 where there was none; none
  /// while it is not.
  std::optional<double> cost_s() const;

  /// The same rank count as wrote it. Throws AgreedFailure (DataError) for a file that is foreign, of another
  /// format version, run or rank count, cut short or damaged. Collective.
  Snapshot read();

 private:
  using Clock = std::chrono::steady_clock;

  void check_that_hosts_share_folder();
  void create(const std::filesystem::path& path, std::uint64_t size_bytes) const;
  void write_all(const Snapshot& snapshot);
  void put_in_place_soon(Clock::time_point start);
  /// Leaves nothing unfinished behind where `work` fails.
  template <typename Work>
  void or_remove(Work work);

  Communicator& world_;
  std::filesystem::path trace_;
  std::filesystem::path file_;
  std::filesystem::path temporary_;
  Digest identity_;
  bool one_host_ = true;
  std::shared_future<double> in_place_;  // with what it took, on the first rank
};

/// Where the checkpoint of a trace lies.
std::filesystem::path checkpoint_of(const std::filesystem::path& trace);
/// Removes it, and what a kill has left of an unfinished one.
void remove_checkpoint(const std::filesystem::path& trace);
void remove_unfinished_checkpoint(const std::filesystem::path& trace);

}  // namespace skerry
