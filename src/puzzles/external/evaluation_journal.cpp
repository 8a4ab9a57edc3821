#include "puzzles/external/evaluation_journal.hpp"

#include "trace/checkpoint/format.hpp"
#include "trace/journal.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/core.h>

namespace skerry::external {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t nothing_more = std::numeric_limits<std::uint64_t>::max();

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
  if (std::holds_alternative<Score>(entry.outcome)) return keep_score(own_score, entry, key);
  Known known;
  find_failures(key, known);
  const std::uint64_t count = std::max(known.failures, entry.attempt + 1);
  const auto& last = std::get<FailedAttempt>(entry.outcome);
  std::string value(reinterpret_cast<const char*>(&count), sizeof count);
  known_.set(failures, key, value + last.kind + '\0' + last.reason);
  failed_ = true;
}

/// The first score of a genome stays.
void EvaluationJournal::keep_score(Kind kind, const JournalEntry& entry, const Key& key) {
  if (known_.find(kind, key)) return;
  const auto& score = std::get<Score>(entry.outcome);
  std::vector<double> numbers{score.violation, score.fitness};
  numbers.insert(numbers.end(), entry.measures.begin(), entry.measures.end());
  known_.set(kind, key, {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)});
}

bool EvaluationJournal::find_score(Kind kind, const Key& key, Known& known) {
  const auto value = known_.find(kind, key);
  if (!value) return false;
  std::vector<double> numbers(value->size() / sizeof(double));
  std::memcpy(numbers.data(), value->data(), value->size());
  known.score = Score{.violation = numbers[0], .fitness = numbers[1]};
  known.measures.assign(numbers.begin() + 2, numbers.end());
  return true;
}

void EvaluationJournal::find_failures(const Key& key, Known& known) {
  const auto value = failed_ ? known_.find(failures, key) : std::nullopt;
  if (!value) return;
  std::memcpy(&known.failures, value->data(), sizeof known.failures);
  const std::size_t end = value->find('\0', sizeof known.failures);
  known.last_failure = {.kind = value->substr(sizeof known.failures, end - sizeof known.failures),
                        .reason = value->substr(end + 1)};
}

void EvaluationJournal::look_around() {
  const auto start = Clock::now();
  if (others_.empty() || start < next_look_) return;
  for (OtherJournals& others : others_) {
    others.look([this](const JournalEntry& entry) {
      keep_score(offered_score, entry, key_of(entry.genome));
      offered_ = true;
    });
  }
  const auto end = Clock::now();
  next_look_ = end + std::max<Clock::duration>(least_between_looks, (end - start) * look_share);
}

EvaluationJournal::Known EvaluationJournal::find(const std::string& genome, const Key& key,
                                                 std::uint64_t most_attempts) {
  Known known;
  if (find_score(own_score, key, known)) return known;
  find_failures(key, known);
  if (known.failures >= most_attempts) return known;
  look_around();
  if (!offered_ || !find_score(offered_score, key, known)) return known;
  const JournalEntry taken{
      .genome = genome, .attempt = known.failures, .outcome = *known.score, .measures = known.measures};
  keep(taken, key);
  if (own_) append_line(taken, unsaved_);
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

std::string journal_name(std::uint32_t island) {
  return fmt::format("island-{}.jsonl", island);
}

}  // namespace skerry::external
