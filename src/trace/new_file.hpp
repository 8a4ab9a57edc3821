#pragma once

#include "trace/file_lock.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace skerry::hdf5 {

/// A file that is made under another name (its own and ".part") and takes its final name when it is whole, so
/// that a file which already bears that name is never lost to one that could not be made. Both are locked, so
/// that of two processes which want the name one is refused.
class NewFile {
 public:
  /// Makes missing folders and an empty file, in place of one that a killed process left unfinished. Throws
  /// UsageError where `target` exists (unless `overwrite`), is being written by another process or is no
  /// place to write to, and Error where there is no room for so many bytes. `lock` is the caller's own on an
  /// existing file of that name.
  NewFile(std::filesystem::path target, bool overwrite, std::uint64_t room_bytes,
          std::optional<FileLock> lock = std::nullopt);
  /// Removes the file if it was not put in place.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Where to write it; an open file may be put in place.
  const std::filesystem::path& path() const { return temporary_; }
  /// Lasting on disk when this returns, as far as its contents are. The new file's lock is the caller's.
  FileLock put_in_place();

 private:
  void remove_leftover() const;
  void create(std::uint64_t room_bytes);
  [[noreturn]] void refuse_race() const;

  std::filesystem::path target_;
  std::filesystem::path temporary_;
  bool overwrite_;
  std::optional<FileLock> old_;   // on what bears the final name
  std::optional<FileLock> lock_;  // on the new file
  bool in_place_ = false;
};

}  // namespace skerry::hdf5
