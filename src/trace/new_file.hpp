#pragma once

#include "trace/file_lock.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace skerry::hdf5 {

/// A file that is made under another name (its own and ".part") and gets its final name when it is whole. An
/// existing file of that name is therefore never lost to one that could not be made. Both are locked, so that
/// of two processes which want the name one is refused.
class NewFile {
 public:
  /// Makes missing folders and an empty file, in place of one that a killed process left unfinished. Throws
  /// UsageError where `target` exists (unless `overwrite`), is being written by another process or cannot be
  /// written to, and Error where the disk has no space for so many bytes. `lock` is the caller's lock on an
  /// existing file of that name.
  NewFile(std::filesystem::path target, bool overwrite, std::uint64_t room_bytes,
          std::optional<FileLock> lock = std::nullopt);
  /// Removes the file if it was not put in place.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Returns the path to write to; the file may be open when it is put in place.
  const std::filesystem::path& path() const { return temporary_; }
  /// Renames the file. Its name is on the disk when this returns, and so are those contents that were
  /// synchronised before. Returns the lock on the new file, which is the caller's from now on.
  FileLock put_in_place();

 private:
  void remove_leftover() const;
  void create(std::uint64_t room_bytes);
  [[noreturn]] void refuse_race() const;

  std::filesystem::path target_;
  std::filesystem::path temporary_;
  bool overwrite_;
  std::optional<FileLock> old_;   // the lock on the file that bears the final name
  std::optional<FileLock> lock_;  // on the new file
  bool in_place_ = false;
};

}  // namespace skerry::hdf5
