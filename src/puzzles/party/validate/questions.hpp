#pragma once

#include "puzzles/party/validate/validation.hpp"

#include <chrono>
#include <functional>

namespace skerry::party {

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Gives each question of a validation its time.
class Questions {
 public:
  Questions(const ValidationSettings& settings, std::function<bool()> over)
      : settings_(&settings), over_(std::move(over)) {}

  bool over() const { return over_(); }
  /// Returns a function that tells whether the time of a question that begins now is over.
  std::function<bool()> limit() const {
    return [this, clock = Clock()] { return over_() || clock.seconds() >= settings_->seconds_a_question; };
  }
  std::uint64_t seed() const { return settings_->seed; }
  double seconds() const { return settings_->seconds_a_question; }

 private:
  const ValidationSettings* settings_;
  std::function<bool()> over_;
};

}  // namespace skerry::party
