#include "puzzles/party/proof/whole_synergy.hpp"

#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

namespace skerry::party {

namespace {

constexpr double small_error = 1e-10;

/// Rounds numbers times `units` up, divides them by what they have in common, and returns that.
std::int64_t round_up(std::span<const double> numbers, double units, std::vector<std::int64_t>& rounded) {
  std::int64_t common = 0;
  for (const double number : numbers) {
    rounded.push_back(static_cast<std::int64_t>(std::ceil(number * units * (1 - small_error))));
    common = std::gcd(common, rounded.back());
  }
  common = std::max<std::int64_t>(common, 1);
  for (std::int64_t& number : rounded) number /= common;
  return common;
}

/// Returns the least number of parts, up to 1000, in which all numbers are whole, or a fine one.
double parts_for(std::span<const double> numbers) {
  for (double parts = 1; parts <= 1000; ++parts) {
    const auto whole = [&](double number) {
      return std::abs(number * parts - std::round(number * parts)) <= small_error * number * parts;
    };
    if (std::ranges::all_of(numbers, whole)) return parts;
  }
  return 10'000;
}

/// Tells whether any two heroes with the same code have the same other code.
bool implies(std::span<const std::uint32_t> code, std::span<const std::uint32_t> other) {
  std::map<std::uint32_t, std::uint32_t> seen;
  for (std::size_t hero = 0; hero < code.size(); ++hero) {
    if (seen.try_emplace(code[hero], other[hero]).first->second != other[hero]) return false;
  }
  return true;
}

}  // namespace

bool has_affinities(const Puzzle& puzzle, std::size_t trait) {
  return !puzzle.synergy.affinities.empty() && puzzle.synergy.affinities[trait].rows > 0;
}

std::vector<std::uint32_t> trait_codes(const Puzzle& puzzle, std::size_t trait) {
  const CategoricalColumn& column = puzzle.pool.categorical[puzzle.synergy.columns[trait]];
  if (!has_affinities(puzzle, trait)) return column.value;
  const Affinity& affinity = puzzle.synergy.affinities[trait];
  std::vector<std::uint32_t> code(column.values.size());
  std::iota(code.begin(), code.end(), 0U);
  for (std::uint32_t a = 0; a < code.size(); ++a) {
    if (affinity.row[a] == Affinity::no_row) continue;
    for (std::uint32_t b = 0; b < a; ++b) {
      if (code[a] != code[b] && affinity.match(a, b) > 0) std::ranges::replace(code, code[a], code[b]);
    }
  }
  std::vector<std::uint32_t> codes;
  for (const std::uint32_t value : column.value) codes.push_back(code[value]);
  return codes;
}

std::vector<unsigned> possible_masks(const std::vector<std::vector<std::uint32_t>>& codes) {
  std::vector<unsigned> implied_by(codes.size(), 0);  // [trait] the other traits that imply it
  for (std::size_t trait = 0; trait < codes.size(); ++trait) {
    for (std::size_t by = 0; by < codes.size(); ++by)
      if (by != trait && implies(codes[by], codes[trait])) implied_by[trait] |= 1U << by;
  }
  std::vector<unsigned> masks;
  for (unsigned mask = 0; mask < 1U << codes.size(); ++mask) {
    bool possible = true;
    for (std::size_t trait = 0; trait < codes.size(); ++trait)
      possible &= (mask >> trait & 1U) != 0 || (mask & implied_by[trait]) == 0;
    if (possible) masks.push_back(mask);
  }
  return masks;
}

// Where values match in part, the curve may be higher before the sum of the weights is reached.
WholeSynergy whole_synergy(const Puzzle& puzzle) {
  const Synergy& synergy = puzzle.synergy;
  std::vector<double> weights;
  for (unsigned mask = 0; mask < 1U << synergy.columns.size(); ++mask) {
    double matches = 0;
    for (std::size_t trait = 0; trait < synergy.columns.size(); ++trait)
      matches += (mask >> trait & 1U) != 0 ? synergy.weights[trait] : 0;
    weights.push_back(synergy.affinities.empty() ? synergy.edge_weight(mask)
                                                 : synergy.highest_weight(matches));
  }
  constexpr double fine = 5'040'000;
  WholeSynergy whole;
  const double parts = parts_for(puzzle.edge_weights);
  const auto step = static_cast<double>(round_up(weights, fine, whole.weight_of_mask));
  const auto edge_step = static_cast<double>(round_up(puzzle.edge_weights, parts, whole.edge_weight));
  whole.unit = step * edge_step / fine / parts / std::max(total_edge_weight(puzzle), 1e-300);
  // What was not rounded up is far below the tolerance of the judge.
  whole.at_least =
      static_cast<std::int64_t>(std::ceil((synergy.at_least - 2 * tolerance) / whole.unit - tolerance));
  return whole;
}

}  // namespace skerry::party
