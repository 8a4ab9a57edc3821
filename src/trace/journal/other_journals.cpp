#include "trace/journal/other_journals.hpp"

#include "trace/journal/journal_lines.hpp"
#include "trace/journal_places.hpp"

#include <limits>
#include <system_error>

namespace skerry {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t nothing_more = std::numeric_limits<std::uint64_t>::max();

}  // namespace

std::uint64_t OtherJournals::read(const fs::path& file, std::uint64_t begin,
                                  const std::function<void(const JournalEntry&)>& take) const {
  bool header_next = begin == 0;
  bool foreign = false;
  const std::uint64_t end = read_lines(file, begin, [&](std::string_view line) {
    if (header_next) {
      const auto header = read_header(line);
      foreign = !header || header->evaluation != evaluation_;
      header_next = false;
    } else if (!foreign) {
      const auto entry = read_entry(line);
      if (entry && std::holds_alternative<Score>(entry->outcome)) take(*entry);
    }
  });
  return foreign ? nothing_more : end;
}

void OtherJournals::look(const std::function<void(const JournalEntry&)>& take) {
  for (const fs::path& file : journals_in(folder_)) {
    const std::string name = file.filename().string();
    if (name == own_) continue;
    std::uint64_t& end = ends_[name];
    std::error_code error;
    const std::uintmax_t size = fs::file_size(file, error);
    if (!error && size > end) end = read(file, end, take);
  }
}

}  // namespace skerry
