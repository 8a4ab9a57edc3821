#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <sys/types.h>

namespace skerry {

/// Returns the sentence that refuses a file which another process has locked, and tells whether a message is
/// such a sentence.
std::string text_of_locked(const std::filesystem::path& file);
bool tells_of_lock(std::string_view message);

/// Keeps other processes of skerry from writing a file. The lock ends with this object, and with the process
/// however that ends. It does not affect readers. On a file system without locks it has no effect.
class FileLock {
 public:
  /// Locks the file of that name, which need not exist. Throws UsageError where another process has locked
  /// it.
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(FileLock&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), identity_(other.identity_) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(identity_, other.identity_);
    return *this;
  }

  /// Tells whether another open file has the lock on the file of that name, without taking it.
  static bool is_held(const std::filesystem::path& file);

  /// Tells whether that name now belongs to the locked file.
  bool is_of(const std::filesystem::path& file) const;

 private:
  struct Identity {
    dev_t device;
    ino_t number;
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  static std::optional<Identity> identity_of(const std::filesystem::path& file);

  int descriptor_ = -1;
  std::optional<Identity> identity_;
};

}  // namespace skerry
