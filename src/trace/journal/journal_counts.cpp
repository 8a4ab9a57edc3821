#include "trace/journal/journal_counts.hpp"

#include "trace/journal/journal_entry.hpp"
#include "trace/journal/journal_lines.hpp"
#include "trace/journal_places.hpp"

#include <string_view>
#include <utility>
#include <variant>

namespace skerry {

JournalCounts count_journals(const std::filesystem::path& folder) {
  JournalCounts counts;
  for (const std::filesystem::path& file : journals_in(folder)) {
    bool header = true;
    read_lines(file, 0, [&](std::string_view line) {
      if (std::exchange(header, false)) {
        counts.damaged += read_header(line) ? 0 : 1;
      } else if (const auto entry = read_entry(line)) {
        counts.taken += entry->work ? 0 : 1;
        counts.paid += entry->work ? 1 : 0;
        counts.failed += std::holds_alternative<FailedAttempt>(entry->outcome) ? 1 : 0;
      } else {
        ++counts.damaged;
      }
    });
  }
  return counts;
}

}  // namespace skerry
