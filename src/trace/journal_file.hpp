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
#include <vector>

namespace skerry {

struct FailedAttempt {
  std::string kind;  ///< a word
  std::string reason;
  friend bool operator==(const FailedAttempt&, const FailedAttempt&) = default;
};

struct AttemptWork {
  std::uint64_t seed = 0;   ///< that the evaluation was given
  std::uint32_t rank = 0;   ///< see TaskResult
  std::uint32_t place = 0;  ///< see TaskResult
  double started_s = 0;     ///< since 1970, in UTC
  double duration_s = 0;
};

/// It is a line of JSON with a checksum. Scores and measures read back to the last bit; times are cut to
/// microseconds.
struct JournalEntry {
  std::string genome;         ///< a JSON object
  std::uint64_t attempt = 0;  ///< the number of attempts of this island before
  std::variant<Score, FailedAttempt> outcome{};
  std::vector<double> measures{};  ///< beside a score: what else was measured, if anything
  std::optional<AttemptWork>
      work{};  ///< none: the score was taken from another journal, and nothing was paid
};

/// Appends the entry as a line, with its end.
void append_line(const JournalEntry& entry, std::string& text);
/// Reads a line without its end; none for one that append_line() did not write.
std::optional<JournalEntry> read_entry(std::string_view line);

struct JournalHeader {
  std::string evaluation;  ///< a digest of all that decides a score, genome and seed aside
  std::uint64_t seed = 0;  ///< of the run
  std::uint32_t island = 0;
  friend bool operator==(const JournalHeader&, const JournalHeader&) = default;
};

void append_line(const JournalHeader& header, std::string& text);
/// Reads a line without its end; none if it is not a header of this version of the format.
std::optional<JournalHeader> read_header(std::string_view line);

/// Hands each complete line from that byte on to `take`, without its end, and returns the byte after the
/// last. A file that can't be read has no lines.
std::uint64_t read_lines(const std::filesystem::path& file, std::uint64_t begin,
                         const std::function<void(std::string_view line)>& take);

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
