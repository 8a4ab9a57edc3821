#include "puzzles/party/proof/multipliers.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

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

namespace {

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
