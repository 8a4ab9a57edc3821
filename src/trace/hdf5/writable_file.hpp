#pragma once

#include "trace/hdf5/forgiving_driver.hpp"
#include "trace/hdf5/handle.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace skerry::hdf5 {

/// A new file in HDF5's latest format, ready for SWMR. HDF5 does not learn of writes that fail on a full disk
/// (set_forgiving_driver). What it writes after that is dropped, and so it is where close() is not called;
/// the file then stays as a kill would have left it.
class WritableFile {
 public:
  explicit WritableFile(const std::filesystem::path& path);
  ~WritableFile() { drop_writes(); }
  WritableFile(const WritableFile&) = delete;
  WritableFile& operator=(const WritableFile&) = delete;

  hid_t id() const { return file_.id(); }
  /// Drops all further writes.
  void drop_writes() { writes_->dropped = true; }
  /// Returns the system's reason where a write has failed; HDF5's own messages are then mostly misleading.
  std::string write_error() const;
  /// Throws Failure where a write has failed since the file was made.
  void flush(H5F_scope_t scope) const;
  /// Waits until the flushed bytes are on the disk.
  void sync() const;
  /// Closes the file. Throws like flush().
  void close();

 private:
  void check_writes() const;

  std::shared_ptr<Writes> writes_ = std::make_shared<Writes>();
  File file_;
};

}  // namespace skerry::hdf5
