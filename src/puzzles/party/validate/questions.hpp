#pragma once

#include "engine/stopwatch.hpp"
#include "puzzles/party/validate/validation.hpp"

#include <functional>

namespace skerry::party {

/// Gives each question of a validation its time.
class Questions {
 public:
  Questions(const ValidationSettings& settings, std::function<bool()> over)
      : settings_(&settings), over_(std::move(over)) {}

  bool over() const { return over_(); }
  /// Returns a function that tells whether the time of a question that begins now is over.
  std::function<bool()> limit() const {
    return
        [this, watch = Stopwatch()] { return over_() || watch.seconds() >= settings_->seconds_a_question; };
  }
  std::uint64_t seed() const { return settings_->seed; }
  double seconds() const { return settings_->seconds_a_question; }

 private:
  const ValidationSettings* settings_;
  std::function<bool()> over_;
};

}  // namespace skerry::party
