#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

/// Appends the object, which lacks its closing brace, as a line of a journal with its checksum.
void append_sealed(std::string_view object, std::string& text);
/// Returns the object of a line, likewise without its brace; none if the checksum is another.
std::optional<std::string_view> unsealed(std::string_view line);

/// Hands each complete line from that byte on to `take`, without its end, and returns the byte after the
/// last. A file that can't be read has no lines.
std::uint64_t read_lines(const std::filesystem::path& file, std::uint64_t begin,
                         const std::function<void(std::string_view line)>& take);

std::filesystem::path journal_of(const std::filesystem::path& trace);
/// Returns the files sorted by name; none if there is no such folder.
std::vector<std::filesystem::path> journals_in(const std::filesystem::path& folder);

/// Throws UsageError for the journals of a trace that is gone, unless `force`.
void remove_journal(const std::filesystem::path& trace, bool force);

struct JournalCounts {
  std::uint64_t paid = 0;     ///< attempts that were made
  std::uint64_t failed = 0;   ///< of these, those without a score
  std::uint64_t taken = 0;    ///< scores that islands took from other journals
  std::uint64_t damaged = 0;  ///< lines that can't be read

  std::uint64_t entries() const { return paid + taken + damaged; }
};

JournalCounts count_journals(const std::filesystem::path& folder);

}  // namespace skerry
