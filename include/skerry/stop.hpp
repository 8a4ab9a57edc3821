#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace skerry {

/// A rule that holds at the end of an epoch, or of the initial population, ends the run. Where several do,
/// the reason is the first of target, generations, evaluations, stagnation, seconds.
struct StopRule {
  std::uint64_t generations = 100;
  std::optional<std::uint64_t> evaluations = {};  ///< of all islands together
  std::optional<double> seconds = {};             ///< since the start, on the first rank's clock
  std::optional<double> target = {};              ///< a feasible fitness as good as this
  std::optional<std::uint64_t> stagnation = {};   ///< generations without a new best of all islands
};

enum class StopReason { generations, evaluations, seconds, target, stagnation, interrupted };
std::string_view name_of(StopReason reason);

}  // namespace skerry
