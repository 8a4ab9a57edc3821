// Loaded before a program (LD_PRELOAD), this kills it at a call that DIES_AT names: "rename 1" is the first
// one of rename, "unlink 2 .part" the second one of unlink whose path ends so.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace {

struct Moment {
  std::string call;
  int number = 0;
  std::string ending;
};

const Moment& moment() {
  static const Moment wanted = [] {
    Moment read;
    const char* text = std::getenv("DIES_AT");
    std::istringstream(text != nullptr ? text : "") >> read.call >> read.number >> read.ending;
    return read;
  }();
  return wanted;
}

void pass(const char* call, const std::string& path = {}) {
  static std::atomic<int> calls = 0;
  if (moment().call != call || !path.ends_with(moment().ending)) return;
  if (++calls == moment().number) ::kill(::getpid(), SIGKILL);
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int posix_fallocate(int file, off_t offset, off_t size) {
  pass("posix_fallocate");
  static auto* const real = next<int(int, off_t, off_t)>("posix_fallocate");
  return real(file, offset, size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  pass("pwrite");
  static auto* const real = next<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  return real(file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  pass("pwrite");
  static auto* const real = next<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
  return real(file, bytes, size, offset);
}

int fdatasync(int file) {
  pass("fdatasync");
  static auto* const real = next<int(int)>("fdatasync");
  return real(file);
}

int fsync(int file) {
  pass("fsync");
  static auto* const real = next<int(int)>("fsync");
  return real(file);
}

int link(const char* from, const char* to) noexcept {
  pass("link", to);
  static auto* const real = next<int(const char*, const char*)>("link");
  return real(from, to);
}

int unlink(const char* path) noexcept {
  pass("unlink", path);
  static auto* const real = next<int(const char*)>("unlink");
  return real(path);
}

int rename(const char* from, const char* to) noexcept {
  pass("rename", to);
  static auto* const real = next<int(const char*, const char*)>("rename");
  return real(from, to);
}

}  // extern "C"
