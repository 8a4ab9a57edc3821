#pragma once

#include "skerry/error.hpp"

#include "trace/files/file_calls.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

#include <sys/types.h>

namespace skerry {

/// Also true for a link that leads nowhere, and for a name that can't be looked at.
bool name_is_taken(const std::filesystem::path& file);

struct LockedError : UsageError {
  explicit LockedError(const std::filesystem::path& file);
};

/// Keeps other processes of skerry from writing a file. The lock ends with this object, and with the process
/// however that ends. It does not affect readers. On a file system without locks it has no effect.
class FileLock {
 public:
  /// The file need not exist. Throws LockedError if another process has locked it.
  explicit FileLock(const std::filesystem::path& file);

  static bool is_held(const std::filesystem::path& file);

  bool is_of(const std::filesystem::path& file) const { return identity_ && identity_ == identity_of(file); }

 private:
  struct Identity {
    dev_t device;
    ino_t number;
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  static std::optional<Identity> identity_of(const std::filesystem::path& file);

  Descriptor descriptor_;
  std::optional<Identity> identity_;
};

/// Removes the part that a kill left. Throws UsageError if a process writes it. `own`: the caller's lock.
void remove_leftover(const std::filesystem::path& file, const FileLock* own);

}  // namespace skerry

namespace skerry::hdf5 {

/// A file that is made under the name of part_of(), and renamed when it is whole, so that an existing file
/// is not lost to a failure. Both names are locked against other processes.
class NewFile {
 public:
  /// Makes missing folders. Throws UsageError if `target` exists (unless `overwrite`), is being written or
  /// cannot be written to, and Error if the disk has no room. `lock` is the caller's on an existing file.
  NewFile(std::filesystem::path target, bool overwrite, std::uint64_t room_bytes,
          std::optional<FileLock> lock = std::nullopt);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Waits until what was written is on the disk. Throws Error if it can't get there.
  void sync() const;
  /// The file may be open when it is put in place.
  const std::filesystem::path& path() const { return temporary_; }
  /// On return the name is on the disk, and so are contents synchronised before. The caller gets the lock.
  FileLock put_in_place();

 private:
  void create(std::uint64_t room_bytes);
  [[noreturn]] void refuse_race() const { throw LockedError(target_); }

  std::filesystem::path target_;
  std::filesystem::path temporary_;
  bool overwrite_;
  std::optional<FileLock> old_;   // the lock on the file that bears the final name
  std::optional<FileLock> lock_;  // on the new file
  bool in_place_ = false;
};

}  // namespace skerry::hdf5
