#pragma once

#include "skerry/score.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace skerry::external {

/// The ways in which an evaluation fails.
enum class FailureKind {
  told,        ///< the evaluator said so
  invalid,     ///< a fitness or violation that is no finite number, or a negative violation
  no_answer,   ///< something that is no answer
  unknown_id,  ///< an answer to what was not asked
  too_long,    ///< a line or file beyond the limit
  timeout,
  ended,   ///< the process ended, or closed its output
  refused  ///< no process could be started
};

struct Failure {
  FailureKind kind = FailureKind::told;
  std::string reason;

  friend bool operator==(const Failure&, const Failure&) = default;
};

/// Returns a word for the kind.
std::string_view word_of(FailureKind kind);
/// Returns the kind of that word. Throws DataError if there is none.
FailureKind kind_of_word(std::string_view word);

/// A fitness, or why there is none.
using Judgement = std::variant<Score, Failure>;

/// Returns a judgement as a line without its end, such as "score 0 1.5" (violation, fitness) or "timeout no
/// answer within 60 s".
std::string text_of(const Judgement& judgement);
/// Reads what text_of() returned, to the last bit. Throws DataError for any other text.
Judgement read_judgement(std::string_view text);

/// Counts evaluations and their failures, with an example of each kind.
class Tally {
 public:
  void count_evaluation() { ++evaluations_; }
  /// Returns whether it is the first failure of its kind.
  bool count_failure(const Failure& failure);
  std::uint64_t evaluations() const { return evaluations_; }
  std::uint64_t failures() const { return failures_; }
  /// Returns a sentence that names each kind with its number and first reason; empty without failures.
  std::string summary() const;

 private:
  struct Kind {
    std::uint64_t number = 0;
    std::string reason;
  };
  std::uint64_t evaluations_ = 0;
  std::uint64_t failures_ = 0;
  std::map<FailureKind, Kind> kinds_;
};

}  // namespace skerry::external
