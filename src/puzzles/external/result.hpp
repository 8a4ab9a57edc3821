#pragma once

#include "skerry/score.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace skerry::external {

/// The ways in which an evaluation fails.
enum class FailureKind {
  told,        ///< the evaluator said so
  invalid,     ///< a fitness or violation that is no finite number, or a negative violation
  no_answer,   ///< something that is no answer
  unknown_id,  ///< an answer to what was not asked
  too_long,    ///< a line or file beyond the limit
  timeout,
  ended,    ///< the process ended, or closed its output
  refused,  ///< no process could be started
  lost      ///< the process was ended for the sake of another evaluation
};

struct Failure {
  FailureKind kind = FailureKind::told;
  std::string reason;
};

/// What came of one attempt to evaluate a genome.
struct Result {
  std::string id;
  std::optional<Score> score{};  ///< none if it failed
  Failure failure{};
  std::chrono::steady_clock::duration duration{};  ///< from the submission to the result
};

/// One attempt to evaluate a genome.
struct Request {
  std::string id;      ///< no two requests of an island have the same
  std::string genome;  ///< a JSON object
  std::uint64_t seed = 0;
};

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
