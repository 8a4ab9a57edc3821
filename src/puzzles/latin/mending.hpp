#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace skerry::latin {

struct Mending {
  std::size_t solution = 0;          ///< the one that is left
  std::vector<std::uint32_t> hints;  ///< empty if there is one solution only
  bool fewest = true;                ///< whether no smaller set of hints leaves one of these solutions
};

/// Returns the fewest hints with which only one of the solutions agrees. values[s][h] is what hint h says if
/// it is of solution s; two solutions must differ in a hint at least. Of equal sets the first hints are
/// taken. After some seconds of search it keeps the best set so far.
///
/// A hint of a solution covers the other solutions that disagree with it, so that the hints are a minimum set
/// cover, for each solution that may be left. It is searched by iterative deepening: some hint must cover the
/// solution that the fewest hints cover.
Mending fewest_hints(const std::vector<std::vector<std::uint8_t>>& values);

/// The same for one solution where not all are known. agreeing(hints) returns the values of some others that
/// agree with these hints of it, and none if there are none. The hints are added one by one, and those that
/// turn out to be needless are left out, but there may be smaller sets.
Mending few_hints(
    const std::vector<std::uint8_t>& values,
    const std::function<std::vector<std::vector<std::uint8_t>>(const std::vector<std::uint32_t>&)>& agreeing);

}  // namespace skerry::latin
