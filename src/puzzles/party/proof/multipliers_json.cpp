#include "puzzles/party/proof/multipliers_json.hpp"

#include <stdexcept>
#include <utility>

namespace skerry::party {

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
