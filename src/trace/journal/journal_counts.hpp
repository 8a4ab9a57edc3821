#pragma once

#include <cstdint>
#include <filesystem>

namespace skerry {

/// What the journals of a folder hold.
struct JournalCounts {
  std::uint64_t paid = 0;     ///< attempts that were made
  std::uint64_t failed = 0;   ///< of these, those without a score
  std::uint64_t taken = 0;    ///< scores that islands took from other journals
  std::uint64_t damaged = 0;  ///< lines that can't be read

  std::uint64_t entries() const { return paid + taken + damaged; }
};

JournalCounts count_journals(const std::filesystem::path& folder);

}  // namespace skerry
