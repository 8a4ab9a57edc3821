#pragma once

#include "skerry/evaluation/evaluation_row.hpp"
#include "skerry/evaluation/evaluation_watch.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace skerry {

/// Counts the recorded evaluations of a run since this program was started, and foresees how long others
/// take.
class EvaluationTally {
 public:
  void add(std::span<const EvaluationRow> rows);

  bool empty() const { return counts_.done + counts_.known == 0; }
  /// Returns a text such as "1,203 done, 3 failed, 20 known".
  std::string text() const;
  /// Returns how long so many evaluations take if they are made as those so far, and as many of them are
  /// known: their number times the mean duration, divided by how many were made at once on average.
  double seconds_for(double evaluations) const;

 private:
  EvaluationActivity counts_;
  double durations_s_ = 0;
  double first_started_s_ = 0;
  double last_ended_s_ = 0;
};

/// Returns a text such as "island 0: 4 running, 12 done, 1 failed, 2 known", without the island if it is the
/// only one.
std::string activity_text(const EvaluationActivity& activity, std::size_t islands);

}  // namespace skerry
