#include "puzzles/party/proof/multipliers.hpp"

#include <algorithm>

namespace skerry::party {

namespace {

constexpr std::int64_t largest_multiplier = std::int64_t{1} << 52;

bool each_within(const std::vector<std::int64_t>& numbers, std::size_t size, std::int64_t least,
                 std::int64_t most) {
  return (numbers.empty() || numbers.size() == size) &&
         std::ranges::all_of(numbers, [&](std::int64_t number) { return number >= least && number <= most; });
}

bool is_valid(const Multipliers::OfValues& multipliers, const ValueRule& rule, std::size_t nodes) {
  const auto within = [](std::int64_t number) { return number >= 0 && number <= largest_multiplier; };
  if (!within(multipliers.least) || !within(multipliers.most)) return false;
  if (multipliers.least > 0 && (rule.share || !rule.at_least)) return false;
  if (!each_within(multipliers.least_of, rule.values, 0, multipliers.least)) return false;
  if (!rule.at_most) return multipliers.most == 0 && multipliers.most_of.empty();
  const std::int64_t most_of =
      rule.share ? largest_multiplier : multipliers.most / static_cast<std::int64_t>(nodes);
  return each_within(multipliers.most_of, rule.values, 0, most_of);
}

}  // namespace

std::int64_t price_fraction(const IntegerPuzzle& puzzle) {
  std::int64_t largest = 1;
  for (const std::int64_t price : puzzle.price) largest = std::max(largest, std::abs(price));
  std::int64_t fraction = 1 << 20;
  while (fraction > 1 &&
         largest * static_cast<std::int64_t>(puzzle.nodes()) > (std::int64_t{1} << 50) / fraction)
    fraction /= 2;
  return fraction;
}

Multipliers no_multipliers(const IntegerPuzzle& puzzle) {
  Multipliers none;
  none.linear.resize(puzzle.linear.size());
  none.by_value.resize(puzzle.by_value.size());
  none.edge.resize(puzzle.edges.size());
  return none;
}

bool valid(const Multipliers& multipliers, const IntegerPuzzle& puzzle) {
  if (multipliers.linear.size() != puzzle.linear.size() ||
      multipliers.by_value.size() != puzzle.by_value.size() ||
      multipliers.edge.size() != puzzle.edges.size()) {
    return false;
  }
  for (std::size_t r = 0; r < puzzle.linear.size(); ++r) {
    const auto& [least, most] = multipliers.linear[r];
    if (least < 0 || least > (puzzle.linear[r].at_least ? largest_multiplier : 0)) return false;
    if (most < 0 || most > (puzzle.linear[r].at_most ? largest_multiplier : 0)) return false;
  }
  for (std::size_t r = 0; r < puzzle.by_value.size(); ++r) {
    if (!is_valid(multipliers.by_value[r], puzzle.by_value[r], puzzle.nodes())) return false;
  }
  if (!each_within(multipliers.once, puzzle.heroes(), 0, largest_multiplier)) return false;
  if (multipliers.synergy < 0 || multipliers.synergy > largest_multiplier) return false;
  return std::ranges::all_of(multipliers.edge, [&](const auto& ends) {
    return std::ranges::all_of(ends, [&](const std::vector<std::int64_t>& end) {
      return each_within(end, puzzle.classes(), -largest_multiplier, largest_multiplier);
    });
  });
}

}  // namespace skerry::party
