#include "trace/journal/evaluation_journal.hpp"

#include "trace/journal_places.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <variant>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

using namespace std::chrono_literals;

constexpr auto least_between_looks = 100ms;
/// Looking takes at most this part of the time, on whatever file system.
constexpr int look_share = 100;

/// Two runs never have the same name, not even after a restart.
std::string shared_name(std::uint32_t island) {
  std::random_device device;
  return fmt::format("{:08x}{:08x}-{}", device(), device(), journal_name(island));
}

}  // namespace

EvaluationJournal::EvaluationJournal(const JournalHeader& header, const fs::path& folder,
                                     const fs::path& share)
    : header_(header) {
  if (!folder.empty()) {
    own_.emplace(folder / journal_name(header.island), header,
                 [this](const JournalEntry& entry) { keep(entry, key_of(entry.genome)); });
    others_.emplace_back(folder, journal_name(header.island), header.evaluation);
  }
  if (!share.empty()) {
    shared_file_ = share / header.evaluation.substr(0, 16) / shared_name(header.island);
    others_.emplace_back(shared_file_.parent_path(), shared_file_.filename().string(), header.evaluation);
  }
}

EvaluationJournal::Key EvaluationJournal::key_of(const std::string& genome) {
  const Digest digest = digest_of(genome);
  Key key{};
  std::memcpy(key.data(), digest.data(), sizeof(key));
  return key;
}

void EvaluationJournal::keep(const JournalEntry& entry, const Key& key) {
  if (const auto* score = std::get_if<Score>(&entry.outcome)) {
    scores_.emplace(key, *score);
    return;
  }
  Failures& failures = failures_[key];
  failures.count = std::max(failures.count, entry.attempt + 1);
  failures.last = std::get<FailedAttempt>(entry.outcome);
}

void EvaluationJournal::look_around() {
  const auto start = Clock::now();
  if (others_.empty() || start < next_look_) return;
  for (OtherJournals& others : others_) {
    others.look([this](const JournalEntry& entry) {
      offered_.emplace(key_of(entry.genome), std::get<Score>(entry.outcome));
    });
  }
  const auto end = Clock::now();
  next_look_ = end + std::max<Clock::duration>(least_between_looks, (end - start) * look_share);
}

EvaluationJournal::Known EvaluationJournal::find(const std::string& genome, const Key& key,
                                                 std::uint64_t most_attempts) {
  if (const auto own = scores_.find(key); own != scores_.end()) return {.score = own->second};
  Known known;
  if (const auto failed = failures_.find(key); failed != failures_.end()) {
    known.failures = failed->second.count;
    known.last_failure = failed->second.last;
  }
  if (known.failures >= most_attempts) return known;
  look_around();
  const auto offer = offered_.find(key);
  if (offer == offered_.end()) return known;
  const JournalEntry taken{.genome = genome, .attempt = known.failures, .outcome = offer->second};
  keep(taken, key);
  if (own_) append_line(taken, unsaved_);
  known.score = offer->second;
  return known;
}

void EvaluationJournal::add(const JournalEntry& entry, const Key& key) {
  keep(entry, key);
  if (own_) append_line(entry, unsaved_);
  if (!shared_file_.empty() && std::holds_alternative<Score>(entry.outcome)) append_line(entry, unshared_);
}

void EvaluationJournal::save() {
  if (own_) own_->append(std::exchange(unsaved_, {}));
  if (unshared_.empty()) return;
  if (!shared_) shared_.emplace(shared_file_, header_, [](const JournalEntry&) {});
  shared_->append(std::exchange(unshared_, {}));
}

}  // namespace skerry
