#pragma once

#include "skerry/archipelago.hpp"

#include "digest.hpp"

#include <filesystem>
#include <string>

namespace skerry {

class Communicator;

/// A run's checkpoint file: its last snapshot, of all ranks. It is written under another name and takes its
/// own when it is whole and on the disk, so that there is always a whole one. docs/running.md describes it.
class Checkpoint {
 public:
  /// `identity` stands for all that the snapshots depend on; it matters on the first rank alone.
  Checkpoint(Communicator& world, std::filesystem::path file, const Digest& identity);

  /// Collective. Throws AgreedFailure where there is no room, or a host does not see the folder.
  void write(const Snapshot& snapshot);

  /// Collective; the same rank count as wrote it. Throws AgreedFailure (DataError) for a file that is
  /// foreign, of another format version, run or rank count, cut short or damaged.
  Snapshot read();

 private:
  void create(std::uint64_t size_bytes) const;
  void put_in_place() const;

  Communicator& world_;
  std::filesystem::path file_;
  std::filesystem::path temporary_;
  Digest identity_;
};

/// Where the checkpoint of a trace lies.
std::filesystem::path checkpoint_of(const std::filesystem::path& trace);
/// Removes it, and what a kill has left of an unfinished one.
void remove_checkpoint(const std::filesystem::path& trace);

}  // namespace skerry
