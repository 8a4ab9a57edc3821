#pragma once

#include "trace/journal/journal_entry.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

namespace skerry {

/// The journals that others append to in a folder.
class OtherJournals {
 public:
  /// `own` is the name of the file that is not read. Journals of other evaluations are not read either.
  OtherJournals(std::filesystem::path folder, std::string own, std::string evaluation)
      : folder_(std::move(folder)), own_(std::move(own)), evaluation_(std::move(evaluation)) {}

  /// Hands each entry that was added since the last look, with a score, to `take`. Damaged
  /// lines and files that can't be read are passed over.
  void look(const std::function<void(const JournalEntry&)>& take);

 private:
  std::uint64_t read(const std::filesystem::path& file, std::uint64_t begin,
                     const std::function<void(const JournalEntry&)>& take) const;

  std::filesystem::path folder_;
  std::string own_;
  std::string evaluation_;
  std::map<std::string, std::uint64_t> ends_;  // the bytes that were read, by the name of the file
};

}  // namespace skerry
