#include "puzzles/party/proof/integer_puzzle.hpp"

#include "skerry/error.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/node_heroes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr std::int64_t finest_units = 1'000'000;
constexpr double largest_countable = 1e12;

/// Returns the least power of ten with which every number becomes whole.
std::int64_t units_for(std::span<const double> numbers, const std::string& column) {
  std::int64_t units = 1;
  for (const double number : numbers) {
    if (std::abs(number) * static_cast<double>(units) > largest_countable) {
      throw DataError(fmt::format("{} {} is too large for a proof in whole numbers; the largest is {}",
                                  column, number, largest_countable));
    }
    while (static_cast<double>(std::llround(number * static_cast<double>(units))) /
               static_cast<double>(units) !=
           number) {
      units *= 10;
      if (units > finest_units) {
        throw DataError(fmt::format(
            "{} {} has more than six decimals; proofs count in whole numbers, so round it", column, number));
      }
    }
  }
  return units;
}

std::int64_t whole(double number, std::int64_t units) {
  return std::llround(number * static_cast<double>(units));
}

/// Returns the least (most) whole number that a bound allows with the tolerance of judge().
std::int64_t least_whole(double bound, std::int64_t units) {
  return static_cast<std::int64_t>(std::ceil((bound - tolerance) * static_cast<double>(units) - tolerance));
}

std::int64_t most_whole(double bound, std::int64_t units) {
  return static_cast<std::int64_t>(std::floor((bound + tolerance) * static_cast<double>(units) + tolerance));
}

void add_prices(IntegerPuzzle& whole_puzzle, const Puzzle& puzzle) {
  const NumericColumn& column = puzzle.pool.numeric[puzzle.objective];
  whole_puzzle.price_units = units_for(column.value, column.name);
  whole_puzzle.price_step = 0;
  whole_puzzle.sign = puzzle.direction == Direction::minimise ? 1 : -1;
  for (const double value : column.value) {
    whole_puzzle.price.push_back(whole_puzzle.sign * whole(value, whole_puzzle.price_units));
    whole_puzzle.price_step = std::gcd(whole_puzzle.price_step, whole_puzzle.price.back());
  }
  whole_puzzle.price_step = std::max<std::int64_t>(1, whole_puzzle.price_step);
}

void add_rule(IntegerPuzzle& whole_puzzle, const Puzzle& puzzle, std::size_t r) {
  const Requirement& requirement = puzzle.requirements[r];
  if (requirement.kind == RequirementKind::distinct || requirement.kind == RequirementKind::share) {
    const CategoricalColumn& column = puzzle.pool.categorical[requirement.column];
    ValueRule rule{r,
                   requirement.kind == RequirementKind::share,
                   column.value,
                   static_cast<std::uint32_t>(column.values.size()),
                   {},
                   {}};
    if (requirement.at_least) rule.at_least = least_whole(*requirement.at_least, 1);
    if (requirement.at_most) rule.at_most = most_whole(*requirement.at_most, 1);
    whole_puzzle.by_value.push_back(std::move(rule));
    return;
  }
  std::int64_t units = 1;
  double parts = 1;
  if (requirement.kind != RequirementKind::count) {
    const NumericColumn& column = puzzle.pool.numeric[requirement.column];
    units = units_for(column.value, column.name);
    if (requirement.kind == RequirementKind::average) parts = static_cast<double>(puzzle.nodes.size());
  }
  LinearRule rule{r, {}, {}, {}, units};
  for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero)
    rule.coefficient.push_back(whole(contribution(puzzle, requirement, hero), units));
  if (requirement.at_least) rule.at_least = least_whole(*requirement.at_least * parts, units);
  if (requirement.at_most) rule.at_most = most_whole(*requirement.at_most * parts, units);
  whole_puzzle.linear.push_back(std::move(rule));
}

/// Counts the weights of edges in the coarsest unit that makes all of them whole, so that the sum that is
/// asked can be rounded up to what is possible. Where there is none, weights are rounded up in a fine unit.
void add_weights(IntegerPuzzle& whole_puzzle, const Synergy& synergy) {
  constexpr std::int64_t finest = 1 << 20;
  std::vector<double> weights;
  for (unsigned mask = 0; mask < 1U << whole_puzzle.trait_count; ++mask)
    weights.push_back(synergy.edge_weight(mask));
  const auto fits = [&](std::int64_t units) {
    return std::ranges::all_of(weights, [&](double weight) {
      const double scaled = weight * static_cast<double>(units);
      return std::abs(scaled - std::round(scaled)) < tolerance;
    });
  };
  std::int64_t units = 1;
  while (units <= 1000 && !fits(units)) ++units;
  const bool exact = units <= 1000;
  if (!exact) units = finest;
  std::int64_t step = 0;
  for (const double weight : weights) {
    const double scaled = weight * static_cast<double>(units);
    whole_puzzle.weight_of_mask.push_back(
        static_cast<std::int64_t>(exact ? std::round(scaled) : std::ceil(scaled)));
    step = std::gcd(step, whole_puzzle.weight_of_mask.back());
  }
  whole_puzzle.full_weight = std::ranges::max(whole_puzzle.weight_of_mask);
  const double asked = (synergy.at_least - tolerance) * static_cast<double>(whole_puzzle.edges.size()) *
                       static_cast<double>(units);
  step = std::max<std::int64_t>(1, step);
  whole_puzzle.synergy_least =
      static_cast<std::int64_t>(std::ceil(asked / static_cast<double>(step) - tolerance)) * step;
}

constexpr std::int64_t graded_units = 1 << 20;

/// What is lost is rounded down and what may be lost is rounded up, so that no party is missed.
void add_graded_synergy(IntegerPuzzle& whole_puzzle, const Puzzle& puzzle) {
  whole_puzzle.graded = &puzzle;
  whole_puzzle.traits.emplace_back();
  whole_puzzle.weight_of_mask.push_back(0);
  const double lost = total_edge_weight(puzzle) * (1 - puzzle.synergy.at_least + tolerance);
  whole_puzzle.lost_most = static_cast<std::int64_t>(std::ceil(lost * graded_units)) + 1;
}

void add_synergy(IntegerPuzzle& whole_puzzle, const Puzzle& puzzle) {
  whole_puzzle.edges_of.resize(puzzle.nodes.size());
  whole_puzzle.class_of.assign(puzzle.pool.size(), 0);
  if (puzzle.synergy.at_least <= 0 || puzzle.edges.empty()) {
    whole_puzzle.traits.emplace_back();
    whole_puzzle.weight_of_mask.push_back(0);
    return;
  }
  whole_puzzle.edges = puzzle.edges;
  for (std::uint32_t e = 0; e < puzzle.edges.size(); ++e) {
    for (const std::uint32_t node : puzzle.edges[e]) whole_puzzle.edges_of[node].push_back(e);
  }
  if (has_graded_synergy(puzzle)) return add_graded_synergy(whole_puzzle, puzzle);
  whole_puzzle.trait_count = puzzle.synergy.columns.size();
  std::map<std::array<std::uint32_t, max_synergy_traits>, std::uint32_t> known;
  for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) {
    std::array<std::uint32_t, max_synergy_traits> traits{};
    for (std::size_t trait = 0; trait < whole_puzzle.trait_count; ++trait)
      traits[trait] = puzzle.pool.categorical[puzzle.synergy.columns[trait]].value[hero];
    const auto [place, is_new] = known.try_emplace(traits, static_cast<std::uint32_t>(known.size()));
    if (is_new) whole_puzzle.traits.push_back(traits);
    whole_puzzle.class_of[hero] = place->second;
  }
  add_weights(whole_puzzle, puzzle.synergy);
  whole_puzzle.lost_most =
      whole_puzzle.full_weight * static_cast<std::int64_t>(puzzle.edges.size()) - whole_puzzle.synergy_least;
}

}  // namespace

std::int64_t IntegerPuzzle::cost(std::span<const std::uint32_t> party) const {
  std::int64_t sum = 0;
  for (const std::uint32_t hero : party) sum += price[hero];
  return sum;
}

std::int64_t IntegerPuzzle::dearest() const {
  std::int64_t sum = 0;
  for (const auto& node : candidates) {
    std::int64_t most = node.empty() ? 0 : price[node.front()];
    for (const std::uint32_t hero : node) most = std::max(most, price[hero]);
    sum += most;
  }
  return sum;
}

std::vector<std::uint32_t> IntegerPuzzle::heroes_of_classes(const Candidates& among) const {
  std::vector<bool> counted(heroes(), false);
  std::vector<std::uint32_t> count(classes(), 0);
  for (const auto& node : among) {
    for (const std::uint32_t hero : node) {
      if (!counted[hero]) ++count[class_of[hero]];
      counted[hero] = true;
    }
  }
  return count;
}

std::int64_t IntegerPuzzle::lost(std::uint32_t edge, std::uint32_t first_hero,
                                 std::uint32_t second_hero) const {
  if (graded == nullptr) return full_weight - weight(class_of[first_hero], class_of[second_hero]);
  const double missed = graded->edge_weights[edge] * (1 - edge_weight(*graded, first_hero, second_hero));
  return static_cast<std::int64_t>(std::floor(missed * graded_units));
}

std::int64_t IntegerPuzzle::lost_on_node(std::uint32_t node, std::uint32_t hero) const {
  if (graded == nullptr) return 0;
  return static_cast<std::int64_t>(std::floor(fit_penalty(*graded, node, hero) * graded_units));
}

double IntegerPuzzle::objective(std::int64_t cost) const {
  return static_cast<double>(sign * cost) / static_cast<double>(price_units);
}

IntegerPuzzle integer_puzzle(const Puzzle& puzzle) {
  IntegerPuzzle whole_puzzle;
  add_prices(whole_puzzle, puzzle);
  for (std::size_t r = 0; r < puzzle.requirements.size(); ++r) add_rule(whole_puzzle, puzzle, r);
  whole_puzzle.candidates = heroes_of_nodes(puzzle);
  add_synergy(whole_puzzle, puzzle);
  return whole_puzzle;
}

}  // namespace skerry::party
