#include "puzzles/external/result.hpp"

#include <fmt/core.h>

namespace skerry::external {
namespace {

const char* name_of_kind(FailureKind kind) {
  switch (kind) {
    case FailureKind::told:
      return "reported by the evaluator";
    case FailureKind::invalid:
      return "without a valid number";
    case FailureKind::no_answer:
      return "without an answer that could be read";
    case FailureKind::unknown_id:
      return "answered under an unknown id";
    case FailureKind::too_long:
      return "with too long an answer";
    case FailureKind::timeout:
      return "not answered in time";
    case FailureKind::ended:
      return "ended by the end of the process";
    case FailureKind::refused:
      return "for which no process started";
    case FailureKind::lost:
      return "lost with another one";
  }
  return "";
}

}  // namespace

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
    text += fmt::format("{}{} {} ({})", first ? "" : ", ", found.number, name_of_kind(kind), found.reason);
    first = false;
  }
  return text;
}

}  // namespace skerry::external
