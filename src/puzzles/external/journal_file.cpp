#include "puzzles/external/journal_file.hpp"

#include "skerry/error.hpp"

#include "trace/files/file_calls.hpp"
#include "trace/journal.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

namespace skerry::external {
namespace fs = std::filesystem;
namespace {

using namespace std::chrono_literals;

/// Other ranks of a run that was killed live on until their launcher notices.
constexpr auto longest_wait_for_lock = 20s;
constexpr auto least_between_syncs = 1s;
constexpr int sync_share = 100;

FileLock lock_within(const fs::path& file, std::chrono::steady_clock::time_point until) {
  for (;;) {
    try {
      return FileLock(file);
    } catch (const UsageError&) {
      if (std::chrono::steady_clock::now() >= until) throw;
    }
    std::this_thread::sleep_for(50ms);
  }
}

}  // namespace

JournalFile::JournalFile(fs::path file, const JournalHeader& header,
                         const std::function<void(const JournalEntry&)>& take)
    : file_(std::move(file)) {
  open();
  lock_ = lock_within(file_, Clock::now() + longest_wait_for_lock);
  read(header, take);
}

JournalFile::~JournalFile() {
  if (unsynced_) uninterrupted([this] { return ::fdatasync(descriptor_.number()); });
}

void JournalFile::open() {
  std::error_code error;
  fs::create_directories(file_.parent_path(), error);
  if (error) refuse_write(file_, error.value());
  descriptor_ = open_file(file_, O_RDWR | O_CREAT | O_APPEND);
  if (!descriptor_.is_open()) refuse_write(file_, errno);
  synchronise(file_.parent_path());
}

void JournalFile::read(const JournalHeader& header, const std::function<void(const JournalEntry&)>& take) {
  std::uint64_t number = 0;
  const std::uint64_t end = read_lines(file_, 0, [&](std::string_view line) {
    if (++number == 1) {
      const auto found = read_header(line);
      if (found == header) return;
      throw DataError(fmt::format("{} is {}; remove the file to pay for its evaluations again",
                                  file_.string(),
                                  found ? "the journal of another run" : "damaged in its first line"));
    }
    if (const auto entry = read_entry(line)) return take(*entry);
    if (++damaged_ == 1) first_damaged_ = number;
  });
  if (uninterrupted([&] { return ::ftruncate(descriptor_.number(), static_cast<off_t>(end)); }) != 0)
    refuse_write(file_, errno);
  if (end == 0) append_line(header, header_line_);
}

std::string JournalFile::damage() const {
  if (damaged_ == 0) return {};
  return fmt::format("{}:{}: the line is damaged{}; what is left out is paid again", file_.string(),
                     first_damaged_, damaged_ > 1 ? fmt::format(", and so are {} more", damaged_ - 1) : "");
}

void JournalFile::append(std::string_view lines) {
  if (lines.empty()) return;
  if (header_line_.empty()) {
    write(lines);
  } else {
    write(std::exchange(header_line_, {}).append(lines));
  }
  unsynced_ = true;
  if (Clock::now() >= next_sync_) sync();
}

void JournalFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count =
        uninterrupted([&] { return ::write(descriptor_.number(), text.data(), text.size()); });
    if (count < 0) refuse_write(file_, errno);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void JournalFile::sync() {
  const auto start = Clock::now();
  if (uninterrupted([this] { return ::fdatasync(descriptor_.number()); }) != 0) refuse_write(file_, errno);
  unsynced_ = false;
  const auto end = Clock::now();
  next_sync_ = end + std::max<Clock::duration>(least_between_syncs, (end - start) * sync_share);
}

}  // namespace skerry::external
