#pragma once

#include "trace/hdf5/forgiving_driver.hpp"
#include "trace/hdf5/handle.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace skerry::hdf5 {

/// A new file in HDF5's latest format, ready for SWMR. HDF5 is not told of writes that fail, for want of
/// space (set_forgiving_driver); what it writes after that is dropped, as it is where the file is not closed
/// by close(). The file then stays as a kill would have left it.
class WritableFile {
 public:
  explicit WritableFile(const std::filesystem::path& path);
  ~WritableFile() { drop_writes(); }
  WritableFile(const WritableFile&) = delete;
  WritableFile& operator=(const WritableFile&) = delete;

  hid_t id() const { return file_.id(); }
  /// From now on nothing reaches the disk.
  void drop_writes() { writes_->dropped = true; }
  /// The system's reason, where a write has failed; HDF5's own complaints are mostly nonsense then.
  std::string write_error() const;
  /// Throws Failure where a write has failed since the file was made.
  void flush(H5F_scope_t scope) const;
  /// Waits until what was flushed is on disk.
  void sync() const;
  /// As flush() does.
  void close();

 private:
  void check_writes() const;

  std::shared_ptr<Writes> writes_ = std::make_shared<Writes>();
  File file_;
};

}  // namespace skerry::hdf5
