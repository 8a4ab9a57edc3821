#include "trace/files/file_calls.hpp"

#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace skerry {
namespace fs = std::filesystem;

int close_file(int descriptor) {
  return ::close(descriptor) == 0 || errno == EINTR ? 0 : errno;
}

int open_file(const fs::path& file, int options, int& descriptor) {
  descriptor = uninterrupted([&] { return ::open(file.c_str(), options | O_CLOEXEC, 0666); });
  return descriptor < 0 ? errno : 0;
}

int rename_file(const fs::path& from, const fs::path& to) {
  return uninterrupted([&] { return std::rename(from.c_str(), to.c_str()); }) == 0 ? 0 : errno;
}

int allocate(int descriptor, std::uint64_t size_bytes) {
  int error = EINTR;
  while (error == EINTR) error = ::posix_fallocate(descriptor, 0, static_cast<off_t>(size_bytes));
  return error;
}

int synchronise(const fs::path& what) {
  int descriptor = -1;
  if (const int error = open_file(what, O_RDONLY, descriptor); error != 0) return error;
  const int error = uninterrupted([&] { return ::fsync(descriptor); }) == 0 ? 0 : errno;
  close_file(descriptor);
  return error == EINVAL ? 0 : error;
}

int write_at(const fs::path& file, std::uint64_t offset_bytes, std::span<const std::byte> bytes,
             Synchronised synchronised) {
  int descriptor = -1;
  int failed = open_file(file, O_WRONLY | O_CREAT, descriptor);
  if (failed != 0) return failed;
  while (failed == 0 && !bytes.empty()) {
    const ssize_t written = uninterrupted(
        [&] { return ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset_bytes)); });
    if (written < 0) {
      failed = errno;
    } else {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
      offset_bytes += static_cast<std::uint64_t>(written);
    }
  }
  if (failed == 0 && synchronised == Synchronised::yes &&
      uninterrupted([&] { return ::fsync(descriptor); }) != 0)
    failed = errno;
  // Network file systems tell some failures only here.
  const int closing = close_file(descriptor);
  return failed != 0 ? failed : closing;
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

fs::path part_of(const fs::path& file) {
  return file.string() + ".part";
}

}  // namespace skerry
