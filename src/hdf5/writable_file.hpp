#pragma once

#include "hdf5/handle.hpp"

#include <filesystem>

namespace skerry::hdf5 {

/// A new file in HDF5's latest format, ready for SWMR. Where it is not closed by close(), what HDF5 still
/// holds back is dropped, and the file stays as a kill would have left it: HDF5 1.10 cannot close a file that
/// it cannot write, for want of space, and crashes over it at the latest when the program ends.
class WritableFile {
 public:
  explicit WritableFile(const std::filesystem::path& path);
  ~WritableFile() { drop_writes(); }
  WritableFile(const WritableFile&) = delete;
  WritableFile& operator=(const WritableFile&) = delete;

  hid_t id() const { return file_.id(); }
  /// From now on nothing reaches the disk.
  void drop_writes();
  /// Waits until what was flushed is on disk.
  void sync() const;
  void close() { file_.close("closing"); }

 private:
  File file_;
};

}  // namespace skerry::hdf5
