// Loaded before a program (LD_PRELOAD), this kills it at a call that DIES_AT names: "rename 1" is the first
// one of rename, "unlink 2 .part" the second one of unlink whose path ends so. FAILS_AT lets a call fail
// instead: "close 3 5 a.h5" is the third one of close on a file whose path contains "a.h5", which fails with
// error 5; "close 0 5 a.h5" lets none fail. COUNTS_IN names a file that gets a byte for each such call.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <sstream>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

struct Death {
  std::string call;
  int number = 0;
  std::string ending;
};

const Death& death() {
  static const Death wanted = [] {
    Death read;
    const char* text = std::getenv("DIES_AT");
    std::istringstream(text != nullptr ? text : "") >> read.call >> read.number >> read.ending;
    return read;
  }();
  return wanted;
}

struct Failure {
  std::string call;
  int number = 0;
  int error = 0;
  std::string part;
};

const Failure& failure() {
  static const Failure wanted = [] {
    Failure read;
    const char* text = std::getenv("FAILS_AT");
    std::istringstream(text != nullptr ? text : "") >> read.call >> read.number >> read.error >> read.part;
    return read;
  }();
  return wanted;
}

void count() {
  const char* file = std::getenv("COUNTS_IN");
  if (file == nullptr) return;
  const auto descriptor = static_cast<int>(
      ::syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  ::syscall(SYS_write, descriptor, "x", 1);
  ::syscall(SYS_close, descriptor);
}

/// Returns the error with which the call is to fail, or 0.
int pass(const char* call, const std::string& path = {}) {
  static std::atomic<int> deadly = 0;
  static std::atomic<int> failing = 0;
  if (death().call == call && path.ends_with(death().ending) && ++deadly == death().number)
    ::kill(::getpid(), SIGKILL);
  if (failure().call != call || path.find(failure().part) == std::string::npos) return 0;
  count();
  return ++failing == failure().number ? failure().error : 0;
}

int pass(const char* call, int file) {
  if (failure().call != call) return pass(call);
  std::string path(4096, '\0');
  const int before = errno;
  const auto size = ::readlink(("/proc/self/fd/" + std::to_string(file)).c_str(), path.data(), path.size());
  errno = before;
  path.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return pass(call, path);
}

int fail(int error) {
  errno = error;
  return -1;
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

template <typename Open>
int open_unless(const char* path, int options, mode_t mode, Open open) {
  const bool writes = (options & O_ACCMODE) != O_RDONLY;
  if (const int error = pass(writes ? "open" : "open_to_read", std::string(path)); error != 0)
    return fail(error);
  return open(path, options, mode);
}

}  // namespace

extern "C" {

int open(const char* path, int options, ...) {
  va_list more;
  va_start(more, options);
  const auto mode = va_arg(more, mode_t);
  va_end(more);
  static auto* const real = next<int(const char*, int, ...)>("open");
  return open_unless(path, options, mode, real);
}

int close(int file) {
  static auto* const real = next<int(int)>("close");
  const int error = pass("close", file);
  const int result = real(file);
  return error != 0 ? fail(error) : result;
}

ssize_t write(int file, const void* bytes, size_t size) {
  static auto* const real = next<ssize_t(int, const void*, size_t)>("write");
  if (const int error = pass("write", file); error != 0) return fail(error);
  return real(file, bytes, size);
}

int posix_fallocate(int file, off_t offset, off_t size) {
  static auto* const real = next<int(int, off_t, off_t)>("posix_fallocate");
  if (const int error = pass("posix_fallocate", file); error != 0) return error;
  return real(file, offset, size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  static auto* const real = next<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  if (const int error = pass("pwrite", file); error != 0) return fail(error);
  return real(file, bytes, size, offset);
}

int ftruncate(int file, off_t size) noexcept {
  static auto* const real = next<int(int, off_t)>("ftruncate");
  if (const int error = pass("ftruncate", file); error != 0) return fail(error);
  return real(file, size);
}

int fdatasync(int file) {
  static auto* const real = next<int(int)>("fdatasync");
  if (const int error = pass("fdatasync", file); error != 0) return fail(error);
  return real(file);
}

int fsync(int file) {
  static auto* const real = next<int(int)>("fsync");
  if (const int error = pass("fsync", file); error != 0) return fail(error);
  return real(file);
}

int link(const char* from, const char* to) noexcept {
  static auto* const real = next<int(const char*, const char*)>("link");
  if (const int error = pass("link", std::string(to)); error != 0) return fail(error);
  return real(from, to);
}

int unlink(const char* path) noexcept {
  static auto* const real = next<int(const char*)>("unlink");
  if (const int error = pass("unlink", std::string(path)); error != 0) return fail(error);
  return real(path);
}

int rename(const char* from, const char* to) noexcept {
  static auto* const real = next<int(const char*, const char*)>("rename");
  if (const int error = pass("rename", std::string(to)); error != 0) return fail(error);
  return real(from, to);
}

int mkdir(const char* path, mode_t mode) noexcept {
  static auto* const real = next<int(const char*, mode_t)>("mkdir");
  if (const int error = pass("mkdir", std::string(path)); error != 0) return fail(error);
  return real(path, mode);
}

// On machines of 64 bits these are the same.
int open64(const char* path, int options, ...) __attribute__((alias("open")));
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) __attribute__((alias("pwrite")));
int ftruncate64(int file, off64_t size) noexcept __attribute__((alias("ftruncate")));

}  // extern "C"
