#pragma once

#include "puzzles/external/journal_entry.hpp"
#include "trace/new_file.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace skerry::external {

class JournalFile {
 public:
  /// Makes the file and its folder, or hands each entry that it holds to `take`, and removes a last line that
  /// a kill has cut. Throws DataError if it is not a journal of this header, UsageError if another process
  /// writes it, and Error if it can't be written.
  JournalFile(std::filesystem::path file, const JournalHeader& header,
              const std::function<void(const JournalEntry&)>& take);
  /// Brings what was written to the disk.
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  const std::filesystem::path& path() const { return file_; }
  /// A kill of this process does not lose written lines. They go to the disk at most once a second, and for
  /// at most a hundredth of the time. Throws Error if that fails, such as on a full disk.
  void append(std::string_view lines);

  /// Returns a sentence about lines that were damaged and left out; empty if there were none.
  std::string damage() const;

 private:
  using Clock = std::chrono::steady_clock;

  void open();
  void read(const JournalHeader& header, const std::function<void(const JournalEntry&)>& take);
  void write(std::string_view text);
  void sync();

  std::filesystem::path file_;
  std::optional<FileLock> lock_;
  Descriptor descriptor_;
  std::string header_line_;  // until it is written
  std::uint64_t damaged_ = 0;
  std::uint64_t first_damaged_ = 0;
  bool unsynced_ = false;
  Clock::time_point next_sync_ = Clock::now();
};

}  // namespace skerry::external
