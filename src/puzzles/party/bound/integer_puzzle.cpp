#include "puzzles/party/bound/integer_puzzle.hpp"

#include "skerry/error.hpp"

#include "puzzles/party/puzzle/formation.hpp"
#include "puzzles/party/puzzle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr std::int64_t finest_units = 1'000'000;
constexpr double largest_countable = 1e12;

struct UncountableNumber : DataError {
  using DataError::DataError;
};

/// Returns the least power of ten with which every number becomes whole.
std::int64_t units_for(std::span<const double> numbers, const std::string& column) {
  std::int64_t units = 1;
  for (const double number : numbers) {
    if (std::abs(number) * static_cast<double>(units) > largest_countable) {
      throw UncountableNumber(
          fmt::format("{} {} is too large for a proof in whole numbers; the largest is {}", column, number,
                      largest_countable));
    }
    while (static_cast<double>(std::llround(number * static_cast<double>(units))) /
               static_cast<double>(units) !=
           number) {
      units *= 10;
      if (units > finest_units) {
        throw UncountableNumber(fmt::format(
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

using Json = nlohmann::ordered_json;

/// Returns the numbers that are not 0, as pairs of index and number.
Json sparse(const std::vector<std::int64_t>& numbers) {
  Json pairs = Json::array();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != 0) pairs.push_back({i, numbers[i]});
  }
  return pairs;
}

std::vector<std::int64_t> dense(const Json& pairs, std::size_t size) {
  std::vector<std::int64_t> numbers(size, 0);
  for (const Json& pair : pairs) numbers.at(pair.at(0).get<std::size_t>()) = pair.at(1).get<std::int64_t>();
  return numbers;
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

std::optional<IntegerPuzzle> countable_puzzle(const Puzzle& puzzle) try {
  return integer_puzzle(puzzle);
} catch (const UncountableNumber&) {
  return std::nullopt;
}

bool has_affinities(const Puzzle& puzzle, std::size_t trait) {
  return puzzle.synergy.affinity(trait).rows > 0;
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
    weights.push_back(synergy.affinities.empty() ? synergy.edge_weight(mask)
                                                 : synergy.highest_weight(synergy.matches(mask)));
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

Json json_of(const Multipliers& multipliers) {
  Json json;
  json["linear"] = multipliers.linear;
  json["by_value"] = Json::array();
  for (const Multipliers::OfValues& values : multipliers.by_value) {
    json["by_value"].push_back({{"least", values.least},
                                {"least_of", sparse(values.least_of)},
                                {"most", values.most},
                                {"most_of", sparse(values.most_of)}});
  }
  json["once"] = sparse(multipliers.once);
  json["synergy"] = multipliers.synergy;
  json["edge"] = Json::array();
  for (const auto& [first, second] : multipliers.edge)
    json["edge"].push_back({sparse(first), sparse(second)});
  return json;
}

Multipliers multipliers_of(const Json& json, const IntegerPuzzle& whole) {
  Multipliers multipliers;
  multipliers.linear = json.at("linear").get<std::vector<std::array<std::int64_t, 2>>>();
  const Json& by_value = json.at("by_value");
  if (by_value.size() != whole.by_value.size()) throw std::out_of_range("by_value");
  for (std::size_t r = 0; r < by_value.size(); ++r) {
    const ValueRule& rule = whole.by_value[r];
    Multipliers::OfValues values;
    values.least = by_value[r].at("least").get<std::int64_t>();
    if (rule.at_least && !rule.share) values.least_of = dense(by_value[r].at("least_of"), rule.values);
    values.most = by_value[r].at("most").get<std::int64_t>();
    if (rule.at_most) values.most_of = dense(by_value[r].at("most_of"), rule.values);
    multipliers.by_value.push_back(std::move(values));
  }
  multipliers.once = dense(json.at("once"), whole.heroes());
  multipliers.synergy = json.at("synergy").get<std::int64_t>();
  for (const Json& ends : json.at("edge"))
    multipliers.edge.push_back({dense(ends.at(0), whole.classes()), dense(ends.at(1), whole.classes())});
  return multipliers;
}

}  // namespace skerry::party
