#include "skerry/stop.hpp"

#include "skerry/error.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace skerry {
namespace {

void expect_positive(const char* key, std::optional<std::uint64_t> value) {
  if (value == 0U) throw UsageError(std::string("stop.") + key + " is 0; it is at least 1");
}

}  // namespace

void StopRule::check() const {
  expect_positive("evaluations", evaluations);
  expect_positive("stagnation", stagnation);
  if (seconds && !(*seconds >= 0)) {
    throw UsageError("stop.seconds is " + std::to_string(*seconds) + "; it is at least 0");
  }
  if (target && !std::isfinite(*target)) {
    throw UsageError("stop.target is " + std::to_string(*target) + "; it is a finite number");
  }
}

std::string_view name_of(StopReason reason) {
  switch (reason) {
    case StopReason::generations:
      return "generations";
    case StopReason::evaluations:
      return "evaluations";
    case StopReason::seconds:
      return "seconds";
    case StopReason::target:
      return "target";
    case StopReason::stagnation:
      return "stagnation";
    case StopReason::requested:
      return "requested";
    case StopReason::interrupted:
      return "interrupted";
  }
  throw std::logic_error("a stop reason without a name");
}

}  // namespace skerry
