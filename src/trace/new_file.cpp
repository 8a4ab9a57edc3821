#include "trace/new_file.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace skerry {
namespace {

/// Far beyond the end of any file, so that this lock meets none that a library puts on the contents.
constexpr off_t locked_byte = off_t{1} << 62;

struct flock lock_of(short kind) {
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  lock.l_start = locked_byte;
  lock.l_len = 1;
  return lock;
}

/// Returns false if another open file has the lock.
bool try_lock(int descriptor, short kind) {
  struct flock lock = lock_of(kind);
  // The lock belongs to the open file: closing the file elsewhere in the process leaves it locked.
  if (::fcntl(descriptor, F_OFD_SETLK, &lock) == 0) return true;
  return errno != EAGAIN && errno != EACCES;
}

}  // namespace

LockedError::LockedError(const std::filesystem::path& file)
    : UsageError(file.string() + " is being written by another process", {.kind = "locked"}) {}

FileLock::FileLock(const std::filesystem::path& file) {
  do {
    descriptor_.close();
    identity_ = identity_of(file);
    descriptor_ = open_file(file, O_RDWR);
    const short kind = descriptor_.is_open() ? F_WRLCK : F_RDLCK;
    if (!descriptor_.is_open()) descriptor_ = open_file(file, O_RDONLY);
    if (descriptor_.is_open() && !try_lock(descriptor_.number(), kind)) throw LockedError(file);
    // The process that had locked it may have put another file in its place meanwhile.
  } while (!is_of(file) && identity_of(file));
}

bool FileLock::is_held(const std::filesystem::path& file) {
  const Descriptor opened = open_file(file, O_RDONLY | O_NONBLOCK);  // a pipe would wait
  struct flock lock = lock_of(F_WRLCK);
  return ::fcntl(opened.number(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

std::optional<FileLock::Identity> FileLock::identity_of(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

bool name_is_taken(const std::filesystem::path& file) {
  std::error_code error;
  const auto type = std::filesystem::symlink_status(file, error).type();
  return type != std::filesystem::file_type::not_found && error != std::errc::filename_too_long;
}

void remove_leftover(const std::filesystem::path& file, const FileLock* own) {
  const std::filesystem::path part = part_of(file);
  std::optional<FileLock> leftover;
  // Where a process was killed between giving the final name and removing this one, both are one file.
  if (!(own && own->is_of(part))) leftover.emplace(part);
  if (!leftover || leftover->is_of(part)) ::unlink(part.c_str());
}

}  // namespace skerry

namespace skerry::hdf5 {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuse_existing(const fs::path& target) {
  throw UsageError(fmt::format(
      "{} exists and is not overwritten; choose another name, or ask for it with --force", target.string()));
}

[[noreturn]] void refuse_place(const fs::path& target, const std::string& reason) {
  throw UsageError(fmt::format("{} can't be written: {}", target.string(), reason));
}

}  // namespace

NewFile::NewFile(fs::path target, bool overwrite, std::uint64_t room_bytes, std::optional<FileLock> lock)
    : target_(std::move(target)), overwrite_(overwrite), old_(std::move(lock)) {
  std::error_code error;
  if (target_.filename().empty()) refuse_place(target_, "it names a folder, not a file");
  if (fs::is_directory(target_, error)) refuse_place(target_, "it is a folder");
  const bool exists = fs::exists(target_, error);
  if (exists && !overwrite_) refuse_existing(target_);
  if (exists && !fs::is_regular_file(target_, error)) refuse_place(target_, "it is not an ordinary file");
  if (exists && !(old_ && old_->is_of(target_))) old_.emplace(target_);

  const fs::path folder = folder_of(target_);
  fs::create_directories(folder, error);
  if (error) refuse_place(target_, fmt::format("folder {}: {}", folder.string(), error.message()));

  temporary_ = part_of(target_);
  remove_leftover(target_, old_ ? &*old_ : nullptr);
  create(room_bytes);
}

void NewFile::create(std::uint64_t room_bytes) {
  Descriptor opened = open_file(temporary_, O_WRONLY | O_CREAT | O_EXCL);
  const int refused = opened.is_open() ? 0 : errno;
  if (refused == EEXIST) {
    // Another process has made the file since remove_leftover() looked, and may not have locked it yet.
    std::error_code none;
    if (fs::is_regular_file(fs::symlink_status(temporary_, none))) refuse_race();
    refuse_place(target_, fmt::format("{} is in the way", temporary_.string()));
  }
  if (refused != 0) refuse_place(target_, std::strerror(refused));
  const int lacking = allocate(opened, room_bytes);
  opened.close();
  lock_.emplace(temporary_);
  if (!lock_->is_of(temporary_)) refuse_race();
  if (lacking == ENOSPC || lacking == EDQUOT || lacking == EFBIG) {
    ::unlink(temporary_.c_str());
    refuse_write(target_, lacking);
  }
}

NewFile::~NewFile() {
  std::error_code error;
  if (!in_place_ && lock_->is_of(temporary_)) fs::remove(temporary_, error);
}

void NewFile::sync() const {
  if (const int error = synchronise(temporary_); error != 0) refuse_write(target_, error);
}

FileLock NewFile::put_in_place() {
  if (!lock_->is_of(temporary_)) refuse_race();
  // A link, unlike a rename, never replaces what another process put there; only what is locked is replaced.
  const bool replaces = overwrite_ && old_ && old_->is_of(target_);
  if (!replaces && uninterrupted([&] { return ::link(temporary_.c_str(), target_.c_str()); }) == 0) {
    ::unlink(temporary_.c_str());
  } else {
    if (!replaces && errno == EEXIST) {
      if (!overwrite_) refuse_existing(target_);
      old_.emplace(target_);
    }
    if (const int error = rename_file(temporary_, target_); error != 0)
      refuse_place(target_, std::strerror(error));
  }
  in_place_ = true;
  synchronise(folder_of(target_));
  return std::move(*lock_);
}

}  // namespace skerry::hdf5
