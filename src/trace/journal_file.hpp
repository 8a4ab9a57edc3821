#pragma once

#include "skerry/score.hpp"

#include "trace/new_file.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace skerry {

/// Why an attempt to evaluate a genome gave no score.
struct FailedAttempt {
  std::string kind;  ///< a word
  std::string reason;
  friend bool operator==(const FailedAttempt&, const FailedAttempt&) = default;
};

/// Who made an attempt, and when.
struct AttemptWork {
  std::uint64_t seed = 0;   ///< that the evaluation was given
  std::uint32_t rank = 0;   ///< see TaskResult
  std::uint32_t place = 0;  ///< see TaskResult
  double started_s = 0;     ///< since 1970, in UTC
  double duration_s = 0;
};

/// One attempt to evaluate a genome. A journal holds each as a line of JSON with a checksum; numbers of a
/// score read back to the last bit, and times are cut to microseconds.
struct JournalEntry {
  std::string genome;         ///< a JSON object
  std::uint64_t attempt = 0;  ///< the number of attempts of this island before
  std::variant<Score, FailedAttempt> outcome{};
  std::optional<AttemptWork>
      work{};  ///< none: the score was taken from another journal, and nothing was paid
};

/// Appends the entry as a line, with its end.
void append_line(const JournalEntry& entry, std::string& text);
/// Reads a line without its end; none for one that append_line() did not write.
std::optional<JournalEntry> read_entry(std::string_view line);

/// The first line of a journal.
struct JournalHeader {
  std::string evaluation;  ///< a digest of all that decides a score, genome and seed aside
  std::uint64_t seed = 0;  ///< of the run
  std::uint32_t island = 0;
  friend bool operator==(const JournalHeader&, const JournalHeader&) = default;
};

/// Appends the header as a line, with its end.
void append_line(const JournalHeader& header, std::string& text);
/// Reads a line without its end; none for one that is no header of this version of the format.
std::optional<JournalHeader> read_header(std::string_view line);

/// Hands each complete line from that byte on to `take`, without its end. Returns the byte after the last of
/// them. What follows it is a line that is being written, or that a kill has cut. A file that can't be read
/// has no lines.
std::uint64_t read_lines(const std::filesystem::path& file, std::uint64_t begin,
                         const std::function<void(std::string_view line)>& take);

/// A file to which one process appends the lines of a journal.
class JournalFile {
 public:
  /// Opens a journal and hands each entry that it holds to `take`, or makes it, with its folder. A last line
  /// that a kill has cut is removed. Throws DataError for a file that is no journal of this header,
  /// UsageError where another process writes it, and Error where it can't be written.
  JournalFile(std::filesystem::path file, const JournalHeader& header,
              const std::function<void(const JournalEntry&)>& take);
  /// Brings what was written to the disk.
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  const std::filesystem::path& path() const { return file_; }
  /// Writes lines by one call of the system, after which a kill of this process does not lose them, and
  /// brings them to the disk at most once a second, and for at most a hundredth of the time. Throws Error
  /// where that is not possible, such as on a full disk.
  void append(std::string_view lines);

  /// Returns a sentence about lines that were damaged and left out; empty if there were none.
  std::string damage() const;

 private:
  using Clock = std::chrono::steady_clock;

  void open();
  void read(const JournalHeader& header, const std::function<void(const JournalEntry&)>& take);
  void write(std::string_view text);
  void sync();
  [[noreturn]] void refuse(int error) const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::optional<FileLock> lock_;
  std::string header_line_;  // until it is written
  std::uint64_t damaged_ = 0;
  std::uint64_t first_damaged_ = 0;
  bool unsynced_ = false;
  Clock::time_point next_sync_ = Clock::now();
};

}  // namespace skerry
