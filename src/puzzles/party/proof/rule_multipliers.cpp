#include "puzzles/party/proof/rule_multipliers.hpp"

#include "puzzles/party/proof/lagrangian.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace skerry::party {

namespace {

constexpr int sweeps = 2;
constexpr std::int64_t largest = std::int64_t{1} << 36;
constexpr std::int64_t precision = 64;  // the width at which an interval of multipliers is narrow enough

/// Raises the bound by one multiplier, the others as they are. The bound is concave in it, so doubling it
/// finds an interval around the best, which is then narrowed from both sides.
void ascend(const IntegerPuzzle& puzzle, Multipliers& multipliers, std::int64_t& multiplier) {
  const auto bound_at = [&](std::int64_t value) {
    multiplier = value;
    try {
      return Lagrangian(puzzle, multipliers, puzzle.candidates).bound();
    } catch (const std::range_error&) {
      return std::numeric_limits<std::int64_t>::min();  // too large a multiplier to be counted with
    }
  };
  std::int64_t best = 0;
  std::int64_t best_bound = bound_at(0);
  const auto try_value = [&](std::int64_t value) {
    const std::int64_t bound = bound_at(value);
    if (bound > best_bound) {
      best = value;
      best_bound = bound;
    }
    return bound;
  };
  std::int64_t high = 1;
  for (std::int64_t before = best_bound; high < largest; high *= 2) {
    const std::int64_t bound = try_value(high);
    if (bound < before) break;
    before = bound;
  }
  std::int64_t low = high / 4;
  while (high - low > std::max<std::int64_t>(2, high / precision)) {
    const std::int64_t third = (high - low) / 3;
    if (try_value(low + third) < try_value(high - third)) {
      low += third;
    } else {
      high -= third;
    }
  }
  multiplier = best;
}

}  // namespace

Multipliers rule_multipliers(const IntegerPuzzle& puzzle) {
  Multipliers multipliers = no_multipliers(puzzle);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t r = 0; r < puzzle.linear.size(); ++r) {
      if (puzzle.linear[r].at_least) ascend(puzzle, multipliers, multipliers.linear[r][0]);
      if (puzzle.linear[r].at_most) ascend(puzzle, multipliers, multipliers.linear[r][1]);
    }
  }
  return multipliers;
}

}  // namespace skerry::party
