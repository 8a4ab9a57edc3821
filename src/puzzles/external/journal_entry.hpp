#pragma once

#include "skerry/score.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace skerry::external {

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

/// It is a line of a journal (trace/journal.hpp). Scores and measures read back to the last bit; times are
/// cut to microseconds.
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

}  // namespace skerry::external
