#include "puzzles/external/result.hpp"

#include "skerry/error.hpp"
#include "skerry/exact_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/core.h>

namespace skerry::external {
namespace {

struct FailureName {
  FailureKind kind;
  std::string_view word;  ///< in a judgement's text
  std::string_view text;  ///< behind a number of evaluations
};

constexpr std::array<FailureName, 8> failure_names = {{
    {FailureKind::told, "told", "reported by the evaluator"},
    {FailureKind::invalid, "invalid", "without a valid number"},
    {FailureKind::no_answer, "no_answer", "without an answer that could be read"},
    {FailureKind::unknown_id, "unknown_id", "answered under an unknown id"},
    {FailureKind::too_long, "too_long", "with too long an answer"},
    {FailureKind::timeout, "timeout", "not answered in time"},
    {FailureKind::ended, "ended", "ended by the end of the process"},
    {FailureKind::refused, "refused", "for which no process started"},
}};
constexpr std::string_view score_word = "score";

const FailureName& name_of_kind(FailureKind kind) {
  return *std::ranges::find(failure_names, kind, &FailureName::kind);
}

/// Removes the text up to the first space, and that.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

std::optional<double> number_of_word(std::string_view word) {
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string_view word_of(FailureKind kind) {
  return name_of_kind(kind).word;
}

FailureKind kind_of_word(std::string_view word) {
  const auto* const name = std::ranges::find(failure_names, word, &FailureName::word);
  if (name == failure_names.end())
    throw DataError(fmt::format("\"{}\" is no result of an evaluation", word.substr(0, 100)));
  return name->kind;
}

std::string text_of(const Judgement& judgement) {
  if (const auto* failure = std::get_if<Failure>(&judgement))
    return fmt::format("{} {}", word_of(failure->kind), failure->reason);
  const Score& score = std::get<Score>(judgement);
  return fmt::format("{} {} {}", score_word, exact_text(score.violation), exact_text(score.fitness));
}

Judgement read_judgement(std::string_view text) {
  std::string_view rest = text;
  const std::string_view word = take_word(rest);
  if (word == score_word) {
    const auto violation = number_of_word(take_word(rest));
    const auto fitness = number_of_word(rest);
    if (violation && fitness) return Score{.violation = *violation, .fitness = *fitness};
    throw DataError(fmt::format("\"{}\" is no result of an evaluation", text.substr(0, 100)));
  }
  return Failure{kind_of_word(word), std::string(rest)};
}

bool Tally::count_failure(const Failure& failure) {
  ++failures_;
  Kind& kind = kinds_[failure.kind];
  if (++kind.number == 1) kind.reason = failure.reason;
  return kind.number == 1;
}

std::string Tally::summary() const {
  if (failures_ == 0) return {};
  std::string text = fmt::format("{} of {} evaluations failed: ", failures_, evaluations_);
  for (bool first = true; const auto& [kind, found] : kinds_) {
    text +=
        fmt::format("{}{} {} ({})", first ? "" : ", ", found.number, name_of_kind(kind).text, found.reason);
    first = false;
  }
  return text;
}

}  // namespace skerry::external
