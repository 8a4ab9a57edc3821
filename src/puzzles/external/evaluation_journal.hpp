#pragma once

#include "skerry/score.hpp"

#include "puzzles/external/disk_map.hpp"
#include "puzzles/external/journal_entry.hpp"
#include "puzzles/external/journal_file.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace skerry::external {

class OtherJournals {
 public:
  /// `own` is the name of the file that is not read. Journals of other evaluations are not read either.
  OtherJournals(std::filesystem::path folder, std::string own, std::string evaluation)
      : folder_(std::move(folder)), own_(std::move(own)), evaluation_(std::move(evaluation)) {}

  /// Hands each new entry with a score to `take`. Skips damaged lines and files that can't be read.
  void look(const std::function<void(const JournalEntry&)>& take);

 private:
  std::uint64_t read(const std::filesystem::path& file, std::uint64_t begin,
                     const std::function<void(const JournalEntry&)>& take) const;

  std::filesystem::path folder_;
  std::string own_;
  std::string evaluation_;
  std::map<std::string, std::uint64_t> ends_;  // the bytes that were read, by the name of the file
};

/// What an island has paid for and taken from others. Its own journal decides the attempts that stand there,
/// so a run that is resumed with it takes the same course. Its memory does not grow with the run.
class EvaluationJournal {
 public:
  /// The journals of the run are in `folder`; without one the journal ends with this object. Scores are found
  /// in and offered to other runs in `share`, if there is one. Throws as JournalFile does.
  EvaluationJournal(const JournalHeader& header, const std::filesystem::path& folder,
                    const std::filesystem::path& share);

  using Key = DiskMap::Key;
  Key key_of(const std::string& genome);

  struct Known {
    std::optional<Score> score{};
    std::vector<double> measures{};  ///< beside the score
    std::uint64_t failures = 0;      ///< attempts without a score
    FailedAttempt last_failure{};
  };
  /// `genome` is a JSON object. Unless the island has made that many attempts itself, a score from another
  /// journal is taken over, which counts once save() was called.
  Known find(const std::string& genome, const Key& key, std::uint64_t most_attempts);
  /// Adds an attempt of this island, which counts once save() was called.
  void add(const JournalEntry& entry, const Key& key);
  /// Throws as JournalFile::append() does.
  void save();

  /// Returns a sentence about damaged lines of the island's own journal; empty if there are none.
  std::string damage() const { return own_ ? own_->damage() : ""; }

 private:
  using Clock = std::chrono::steady_clock;
  enum Kind { own_score, offered_score, failures };

  void keep(const JournalEntry& entry, const Key& key);
  void look_around();

  bool find_score(Kind kind, const Key& key, Known& known);
  void find_failures(const Key& key, Known& known);
  void keep_score(Kind kind, const JournalEntry& entry, const Key& key);

  DiskMap known_;
  bool failed_ = false;   // whether there are failures
  bool offered_ = false;  // whether there are scores of others
  std::optional<JournalFile> own_;
  std::vector<OtherJournals> others_;
  Clock::time_point next_look_ = Clock::now();
  JournalHeader header_;
  std::filesystem::path shared_file_;  // made when there is something to share
  std::optional<JournalFile> shared_;
  std::string unsaved_;
  std::string unshared_;
};

std::string journal_name(std::uint32_t island);

}  // namespace skerry::external
