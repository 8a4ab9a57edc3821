#include "puzzles/external/evaluation_folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace skerry::external {
namespace fs = std::filesystem;
namespace {

/// Reads to the end, at most so many bytes and one.
std::optional<std::string> read_to_end(int file, std::size_t most_bytes) {
  std::string text;
  std::array<char, 65536> block{};
  while (text.size() <= most_bytes) {
    const std::size_t room = std::min(block.size(), most_bytes + 1 - text.size());
    const ssize_t count = ::read(file, block.data(), room);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

EvaluationFolder::EvaluationFolder(const fs::path& parent, const std::string& name) {
  fs::create_directories(parent);
  std::string pattern = (parent / (name + "-XXXXXX")).string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw fs::filesystem_error("cannot make a directory", parent,
                               std::error_code(errno, std::generic_category()));
  }
  path_ = pattern;
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor_ < 0) {
    throw fs::filesystem_error("cannot open", path_, std::error_code(errno, std::generic_category()));
  }
}

EvaluationFolder::~EvaluationFolder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool EvaluationFolder::write(const std::string& name, std::string_view text) const {
  const int file =
      ::openat(descriptor_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return false;
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::close(file) == 0 && text.empty();
}

std::optional<std::string> EvaluationFolder::read(const std::string& path, std::size_t most_bytes) const {
  int at = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  const fs::path parts(path);
  for (auto part = parts.begin(); part != parts.end() && at >= 0; ++part) {
    const bool last = std::next(part) == parts.end();
    const int kind = last ? O_NONBLOCK : O_DIRECTORY;
    const int next = ::openat(at, part->c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind);
    ::close(at);
    at = next;
  }
  if (at < 0) return std::nullopt;
  struct stat about {};
  std::optional<std::string> text;
  if (::fstat(at, &about) == 0 && S_ISREG(about.st_mode)) text = read_to_end(at, most_bytes);
  ::close(at);
  return text;
}

void EvaluationFolder::remove() const {
  std::error_code error;
  fs::remove_all(path_, error);
}

}  // namespace skerry::external
