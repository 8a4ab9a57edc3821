#include "trace/files/file_calls.hpp"

#include "skerry/error.hpp"

#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

namespace skerry {
namespace fs = std::filesystem;

/// It is closed even where a signal interrupts that, so no second call may follow.
int Descriptor::close() {
  return !is_open() || ::close(std::exchange(number_, -1)) == 0 || errno == EINTR ? 0 : errno;
}

Descriptor open_file(const fs::path& file, int options) {
  return Descriptor(uninterrupted([&] { return ::open(file.c_str(), options | O_CLOEXEC, 0666); }));
}

int rename_file(const fs::path& from, const fs::path& to) {
  return uninterrupted([&] { return std::rename(from.c_str(), to.c_str()); }) == 0 ? 0 : errno;
}

int allocate(const Descriptor& file, std::uint64_t size_bytes) {
  int error = EINTR;
  while (error == EINTR) error = ::posix_fallocate(file.number(), 0, static_cast<off_t>(size_bytes));
  return error;
}

int synchronise(const fs::path& what) {
  const Descriptor opened = open_file(what, O_RDONLY);
  const bool done = opened.is_open() && uninterrupted([&] { return ::fsync(opened.number()); }) == 0;
  return done || (opened.is_open() && errno == EINVAL) ? 0 : errno;
}

int write_at(const fs::path& file, std::uint64_t offset_bytes, std::span<const std::byte> bytes,
             Synchronised synchronised) {
  Descriptor opened = open_file(file, O_WRONLY | O_CREAT);
  if (!opened.is_open()) return errno;
  while (!bytes.empty()) {
    const ssize_t written = uninterrupted([&] {
      return ::pwrite(opened.number(), bytes.data(), bytes.size(), static_cast<off_t>(offset_bytes));
    });
    if (written < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset_bytes += static_cast<std::uint64_t>(written);
  }
  if (synchronised == Synchronised::yes && uninterrupted([&] { return ::fsync(opened.number()); }) != 0)
    return errno;
  return opened.close();  // network file systems tell some failures only here
}

void refuse_write(const fs::path& file, int error) {
  throw Error(ExitStatus::failed,
              fmt::format("{} can't be written: {}", file.string(), std::strerror(error)));
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

fs::path part_of(const fs::path& file) {
  return file.string() + ".part";
}

}  // namespace skerry
