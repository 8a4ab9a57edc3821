#pragma once

#include "skerry/evaluation/task_runner.hpp"
#include "skerry/record.hpp"

#include <cstdint>
#include <tuple>

namespace skerry {

/// One evaluation of a costly fitness. Rows are in the order of generation, then island, then number, and
/// follow from seed and settings; rank, place and times are measured, and failures may depend on luck.
struct EvaluationRow {
  std::uint64_t generation = 0;
  std::uint64_t island = 0;
  std::uint64_t number = 0;
  std::uint64_t failed = 0;
  std::uint64_t known = 0;
  std::uint64_t attempts = 0;
  std::uint64_t rank = 0;
  std::uint64_t place = 0;
  double started_s = 0;
  double duration_s = 0;
};

template <>
inline constexpr auto members_of<EvaluationRow> = std::tuple{
    Member{"generation", "1", "generation of the evaluation, 0 = the initial population",
           &EvaluationRow::generation},
    Member{"island", "1", "island whose evaluation it was", &EvaluationRow::island},
    Member{"number", "1", "evaluations of the island before it", &EvaluationRow::number},
    Member{"failed", "1", "1 if it gave no fitness, so that the genome ranks last", &EvaluationRow::failed},
    Member{"known", "1", "1 if its outcome was known from a journal, and nothing was evaluated",
           &EvaluationRow::known},
    Member{"attempts", "1", "how often it was tried, 0 if it was known", &EvaluationRow::attempts},
    Member{"rank", "1", "process that made the last attempt", &EvaluationRow::rank},
    Member{"place", "1", "worker of that process", &EvaluationRow::place},
    Member{"started_s", "s", "start of the last attempt since 1970, in UTC", &EvaluationRow::started_s},
    Member{"duration_s", "s", "duration of the last attempt", &EvaluationRow::duration_s}};
static_assert(describes_whole<EvaluationRow>);

/// Returns the row of an evaluation that a runner has made at the first attempt, with the number 0.
inline EvaluationRow row_of(const TaskResult& result) {
  return {.attempts = 1,
          .rank = result.rank,
          .place = result.place,
          .started_s = result.started_s,
          .duration_s = result.duration_s};
}

}  // namespace skerry
