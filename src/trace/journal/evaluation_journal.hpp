#pragma once

#include "skerry/score.hpp"

#include "trace/checkpoint/digest.hpp"
#include "trace/journal/journal_entry.hpp"
#include "trace/journal/journal_file.hpp"
#include "trace/journal/other_journals.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace skerry {

/// What an island has paid for and taken from others, so that it never pays for an attempt twice. The outcome
/// of each attempt is that of the island's own journal, if it stands there; a run that is resumed with the
/// same journal therefore takes the same course.
class EvaluationJournal {
 public:
  /// The journals of the run are in `folder`; without one the journal ends with this object. Scores are found
  /// in and offered to other runs in `share`, if there is one. Throws as JournalFile does.
  EvaluationJournal(const JournalHeader& header, const std::filesystem::path& folder,
                    const std::filesystem::path& share);

  /// A digest of a genome.
  using Key = std::array<std::uint64_t, 2>;
  Key key_of(const std::string& genome);

  /// What is known of a genome.
  struct Known {
    std::optional<Score> score{};
    std::uint64_t failures = 0;    ///< attempts without a score
    FailedAttempt last_failure{};  ///< where there were any
  };
  /// Returns what is known of a genome, a JSON object. Unless the island has made that many attempts itself,
  /// a score from another journal is taken over, which counts once save() was called.
  Known find(const std::string& genome, const Key& key, std::uint64_t most_attempts);
  /// Adds an attempt of this island, which counts once save() was called.
  void add(const JournalEntry& entry, const Key& key);
  /// Writes what was added since. Throws as JournalFile::append() does.
  void save();

  /// Returns a sentence about damaged lines of the island's own journal; empty if there are none.
  std::string damage() const { return own_ ? own_->damage() : ""; }

 private:
  using Clock = std::chrono::steady_clock;
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key[0]; }
  };
  struct Failures {
    std::uint64_t count = 0;
    FailedAttempt last;
  };

  void keep(const JournalEntry& entry, const Key& key);
  void look_around();

  std::unordered_map<Key, Score, KeyHash> scores_;
  std::unordered_map<Key, Failures, KeyHash> failures_;
  std::unordered_map<Key, Score, KeyHash> offered_;  // by others

  std::optional<JournalFile> own_;
  std::vector<OtherJournals> others_;
  Clock::time_point next_look_ = Clock::now();
  JournalHeader header_;
  std::filesystem::path shared_file_;  // made when there is something to share
  std::optional<JournalFile> shared_;
  std::string unsaved_;
  std::string unshared_;
};

}  // namespace skerry
