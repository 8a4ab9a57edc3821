#include "trace/file_lock.hpp"

#include "skerry/error.hpp"

#include <cerrno>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace skerry {
namespace {

/// The byte lies far beyond the end of any file, so that this lock meets no lock that a library puts on the
/// contents.
constexpr off_t locked_byte = off_t{1} << 62;

constexpr std::string_view locked_words = " is being written by another process";

struct flock lock_of(short kind) {
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  lock.l_start = locked_byte;
  lock.l_len = 1;
  return lock;
}

/// Tries to lock; returns false where another open file has the lock.
bool try_lock(int descriptor, short kind) {
  struct flock lock = lock_of(kind);
  // The lock belongs to the open file and not to the process: closing the file elsewhere in the process
  // leaves it locked.
  if (::fcntl(descriptor, F_OFD_SETLK, &lock) == 0) return true;
  return errno != EAGAIN && errno != EACCES;
}

}  // namespace

std::string text_of_locked(const std::filesystem::path& file) {
  return file.string() + std::string(locked_words);
}

bool tells_of_lock(std::string_view message) {
  return message.ends_with(locked_words);
}

FileLock::FileLock(const std::filesystem::path& file) {
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    identity_ = identity_of(file);
    short kind = F_WRLCK;
    descriptor_ = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor_ < 0) {
      kind = F_RDLCK;
      descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    }
    if (descriptor_ >= 0 && !try_lock(descriptor_, kind)) {
      ::close(descriptor_);
      throw UsageError(text_of_locked(file));
    }
    // The process that had locked it may have put another file in its place meanwhile.
  } while (!is_of(file) && identity_of(file));
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool FileLock::is_held(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);  // a pipe would wait
  if (descriptor < 0) return false;
  struct flock lock = lock_of(F_WRLCK);
  const bool held = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  ::close(descriptor);
  return held;
}

bool FileLock::is_of(const std::filesystem::path& file) const {
  return identity_ && identity_ == identity_of(file);
}

std::optional<FileLock::Identity> FileLock::identity_of(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

}  // namespace skerry
