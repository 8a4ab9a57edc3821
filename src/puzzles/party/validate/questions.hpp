#pragma once

#include "engine/stopwatch.hpp"
#include "puzzles/party/validate/kept_answers.hpp"
#include "puzzles/party/validate/validation.hpp"

#include <functional>
#include <string>
#include <utility>

namespace skerry::party {

/// Gives each question of a validation its time, and keeps its answer.
class Questions {
 public:
  Questions(const ValidationSettings& settings, KeptAnswers& kept, std::function<bool()> over)
      : settings_(&settings), kept_(&kept), over_(std::move(over)) {}

  bool over() const { return over_(); }
  /// Returns a function that tells whether the time of a question that begins now is over.
  std::function<bool()> limit() const {
    return
        [this, watch = Stopwatch()] { return over_() || watch.seconds() >= settings_->seconds_a_question; };
  }
  /// Returns the answer to a question for a price, by `work` where none is kept.
  template <typename Work>
  PriceAnswer ask(const std::string& question, const Work& work) const {
    return kept_->ask(question, work, [](const PriceAnswer& answer) { return answer.proven; });
  }
  std::uint64_t seed() const { return settings_->seed; }
  double seconds() const { return settings_->seconds_a_question; }

 private:
  const ValidationSettings* settings_;
  KeptAnswers* kept_;
  std::function<bool()> over_;
};

}  // namespace skerry::party
