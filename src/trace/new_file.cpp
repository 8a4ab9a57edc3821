#include "trace/new_file.hpp"

#include "skerry/error.hpp"

#include "trace/sync_folder.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

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

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
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

  temporary_ = target_;
  temporary_ += ".part";
  remove_leftover();
  create(room_bytes);
}

/// Removes the file that a killed process left unfinished, which nobody has locked any more. If that file
/// bears the final name by now, the lock is ours.
void NewFile::remove_leftover() const {
  std::optional<FileLock> leftover;
  if (!(old_ && old_->is_of(temporary_))) leftover.emplace(temporary_);
  if (!leftover || leftover->is_of(temporary_)) ::unlink(temporary_.c_str());
}

void NewFile::create(std::uint64_t room_bytes) {
  const int descriptor = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST) {
    // Another process has made the file since remove_leftover() looked, and may not have locked it yet.
    std::error_code none;
    if (fs::is_regular_file(fs::symlink_status(temporary_, none))) refuse_race();
    refuse_place(target_, fmt::format("{} is in the way", temporary_.string()));
  }
  if (descriptor < 0) refuse_place(target_, std::strerror(errno));
  const int lacking = ::posix_fallocate(descriptor, 0, static_cast<off_t>(room_bytes));
  ::close(descriptor);
  lock_.emplace(temporary_);
  if (!lock_->is_of(temporary_)) refuse_race();
  if (lacking == ENOSPC || lacking == EDQUOT || lacking == EFBIG) {
    ::unlink(temporary_.c_str());
    throw Error(ExitStatus::failed,
                fmt::format("{} can't be written: {}", target_.string(), std::strerror(lacking)));
  }
}

void NewFile::refuse_race() const {
  throw UsageError(text_of_locked(target_));
}

NewFile::~NewFile() {
  std::error_code error;
  if (!in_place_ && lock_->is_of(temporary_)) fs::remove(temporary_, error);
}

FileLock NewFile::put_in_place() {
  if (!lock_->is_of(temporary_)) refuse_race();
  // A hard link, unlike a rename, never replaces a file that another process has put there meanwhile. Only a
  // file that is locked here is replaced.
  const bool replaces = overwrite_ && old_ && old_->is_of(target_);
  if (!replaces && ::link(temporary_.c_str(), target_.c_str()) == 0) {
    ::unlink(temporary_.c_str());
  } else {
    if (!replaces && errno == EEXIST) {
      if (!overwrite_) refuse_existing(target_);
      old_.emplace(target_);
    }
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) refuse_place(target_, std::strerror(errno));
  }
  in_place_ = true;
  sync_folder(folder_of(target_));
  return std::move(*lock_);
}

}  // namespace skerry::hdf5
