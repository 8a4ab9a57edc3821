#include "app/terminal/evaluation_tally.hpp"

#include "app/terminal/console.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry {
namespace {

std::string counts_text(const EvaluationActivity& counts) {
  std::string text = fmt::format("{} done", grouped(counts.done));
  if (counts.failed > 0) text += fmt::format(", {} failed", grouped(counts.failed));
  if (counts.known > 0) text += fmt::format(", {} known", grouped(counts.known));
  return text;
}

}  // namespace

void EvaluationTally::add(std::span<const EvaluationRow> rows) {
  for (const EvaluationRow& row : rows) {
    if (row.known != 0) {
      ++counts_.known;
      continue;
    }
    const double ended_s = row.started_s + row.duration_s;
    first_started_s_ = counts_.done == 0 ? row.started_s : std::min(first_started_s_, row.started_s);
    last_ended_s_ = std::max(last_ended_s_, ended_s);
    durations_s_ += row.duration_s;
    ++counts_.done;
    counts_.failed += row.failed;
  }
}

std::string EvaluationTally::text() const {
  return counts_text(counts_);
}

double EvaluationTally::seconds_for(double evaluations) const {
  const double span_s = last_ended_s_ - first_started_s_;
  if (counts_.done == 0 || !(span_s > 0) || !(durations_s_ > 0)) return 0;
  const double mean_s = durations_s_ / static_cast<double>(counts_.done);
  const double at_once = durations_s_ / span_s;
  const double share_made =
      static_cast<double>(counts_.done) / static_cast<double>(counts_.done + counts_.known);
  return evaluations * share_made * mean_s / at_once;
}

std::string activity_text(const EvaluationActivity& activity, std::size_t islands) {
  return fmt::format("{}{} running, {}", islands > 1 ? "island 0: " : "", grouped(activity.running),
                     counts_text(activity));
}

}  // namespace skerry
