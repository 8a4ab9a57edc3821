// Loaded before a program (LD_PRELOAD), this appends each change of the files below the folder RECORDS_OF to
// the file RECORDS_TO, as a line of words, and the bytes that were written after it (tests/faults/power.py
// reads them): "name INODE PATH", "write INODE OFFSET SIZE", "size INODE SIZE", "grow INODE SIZE", "sync
// INODE", "rename PATH PATH", "link PATH PATH", "unlink PATH".
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

const std::string& folder() {
  static const std::string below = [] {
    const char* text = std::getenv("RECORDS_OF");
    return std::string(text != nullptr ? text : "/nowhere") + "/";
  }();
  return below;
}

bool within(std::string_view path) {
  return path.starts_with(folder());
}

std::string absolute(const char* path) {
  if (path[0] == '/') return path;
  std::string here(4096, '\0');
  ::syscall(SYS_getcwd, here.data(), here.size());
  return std::string(here.c_str()) + "/" + path;
}

std::string below(const std::string& path) {
  return path.substr(folder().size());
}

/// Returns the inode of an open file below the folder, and 0 for others.
ino_t inode_of(int file) {
  std::string path(4096, '\0');
  const int before = errno;
  const auto size = ::readlink(("/proc/self/fd/" + std::to_string(file)).c_str(), path.data(), path.size());
  struct stat status {};
  const bool ours = size > 0 && within(path) && ::fstat(file, &status) == 0;
  errno = before;
  return ours ? status.st_ino : 0;
}

/// One call of write() keeps records of several threads and processes apart.
void record(const std::string& words, std::string_view bytes = {}) {
  const int before = errno;
  static const auto log = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, std::getenv("RECORDS_TO"),
                                                     O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  const std::string all = words + "\n" + std::string(bytes);
  ::syscall(SYS_write, log, all.data(), all.size());
  errno = before;
}

void record_write(int file, const void* bytes, ssize_t size, off_t offset) {
  const ino_t inode = size > 0 ? inode_of(file) : 0;
  if (inode == 0) return;
  record("write " + std::to_string(inode) + " " + std::to_string(offset) + " " + std::to_string(size),
         {static_cast<const char*>(bytes), static_cast<std::size_t>(size)});
}

/// Returns where a write began that has just ended.
off_t begin_of(int file, ssize_t size) {
  return size > 0 ? ::lseek(file, 0, SEEK_CUR) - size : 0;
}

void record_size(const char* word, int file, off_t size) {
  if (const ino_t inode = inode_of(file); inode != 0)
    record(std::string(word) + " " + std::to_string(inode) + " " + std::to_string(size));
}

void record_sync(int file) {
  if (const ino_t inode = inode_of(file); inode != 0) record("sync " + std::to_string(inode));
}

void record_open(int file, const char* path, int options) {
  if (file < 0 || (options & O_ACCMODE) == O_RDONLY) return;
  const std::string name = absolute(path);
  if (!within(name)) return;
  if ((options & O_CREAT) != 0) record("name " + std::to_string(inode_of(file)) + " " + below(name));
  if ((options & O_TRUNC) != 0) record_size("size", file, 0);
}

void record_names(const char* word, const char* from, const char* to) {
  if (within(absolute(to)))
    record(std::string(word) + " " + below(absolute(from)) + " " + below(absolute(to)));
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int open(const char* path, int options, ...) {
  va_list more;
  va_start(more, options);
  const auto mode = va_arg(more, mode_t);
  va_end(more);
  static auto* const real = next<int(const char*, int, ...)>("open");
  const int file = real(path, options, mode);
  record_open(file, path, options);
  return file;
}

FILE* fopen(const char* path, const char* mode) {
  static auto* const real = next<FILE*(const char*, const char*)>("fopen");
  FILE* const file = real(path, mode);
  if (file != nullptr && mode[0] != 'r')
    record_open(::fileno(file), path, O_WRONLY | O_CREAT | (mode[0] == 'w' ? O_TRUNC : 0));
  return file;
}

ssize_t write(int file, const void* bytes, size_t size) {
  static auto* const real = next<ssize_t(int, const void*, size_t)>("write");
  const ssize_t written = real(file, bytes, size);
  record_write(file, bytes, written, begin_of(file, written));
  return written;
}

ssize_t writev(int file, const iovec* parts, int count) {
  static auto* const real = next<ssize_t(int, const iovec*, int)>("writev");
  const ssize_t written = real(file, parts, count);
  std::string bytes;
  for (int i = 0; i < count; ++i) bytes.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  record_write(file, bytes.data(), written, begin_of(file, written));
  return written;
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  static auto* const real = next<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  const ssize_t written = real(file, bytes, size, offset);
  record_write(file, bytes, written, offset);
  return written;
}

int ftruncate(int file, off_t size) noexcept {
  static auto* const real = next<int(int, off_t)>("ftruncate");
  const int result = real(file, size);
  record_size("size", file, size);
  return result;
}

int posix_fallocate(int file, off_t offset, off_t size) {
  static auto* const real = next<int(int, off_t, off_t)>("posix_fallocate");
  const int result = real(file, offset, size);
  record_size("grow", file, offset + size);
  return result;
}

int fdatasync(int file) {
  static auto* const real = next<int(int)>("fdatasync");
  const int result = real(file);
  record_sync(file);
  return result;
}

int fsync(int file) {
  static auto* const real = next<int(int)>("fsync");
  const int result = real(file);
  record_sync(file);
  return result;
}

int link(const char* from, const char* to) noexcept {
  static auto* const real = next<int(const char*, const char*)>("link");
  const int result = real(from, to);
  if (result == 0) record_names("link", from, to);
  return result;
}

int rename(const char* from, const char* to) noexcept {
  static auto* const real = next<int(const char*, const char*)>("rename");
  const int result = real(from, to);
  if (result == 0) record_names("rename", from, to);
  return result;
}

int unlink(const char* path) noexcept {
  static auto* const real = next<int(const char*)>("unlink");
  const int result = real(path);
  if (result == 0 && within(absolute(path))) record("unlink " + below(absolute(path)));
  return result;
}

// On machines of 64 bits these are the same.
int open64(const char* path, int options, ...) __attribute__((alias("open")));
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) __attribute__((alias("pwrite")));
int ftruncate64(int file, off64_t size) noexcept __attribute__((alias("ftruncate")));

}  // extern "C"
