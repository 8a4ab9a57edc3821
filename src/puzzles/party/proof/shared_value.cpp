#include "puzzles/party/proof/shared_value.hpp"

#include <algorithm>
#include <array>

namespace skerry::party {

namespace {

constexpr std::int64_t unoffered = std::numeric_limits<std::int64_t>::max();
/// Sums of so much for each node stay far inside 64 bits.
constexpr std::int64_t largest_counted = std::int64_t{1} << 53;

}  // namespace

SharedValue::SharedValue(const IntegerPuzzle& puzzle, const ValueRule& rule)
    : rule_(&rule),
      nodes_(puzzle.nodes()),
      place_of_(rule.values, none),
      least_(nodes_, unoffered),
      without_(nodes_, out_of_reach) {
  std::vector<bool> seen(puzzle.heroes(), false);
  std::vector<std::int64_t> heroes(rule.values, 0);
  for (const auto& node : puzzle.candidates) {
    for (const std::uint32_t hero : node) {
      if (!seen[hero]) ++heroes[rule.value[hero]];
      seen[hero] = true;
    }
  }
  for (std::uint32_t code = 0; code < rule.values; ++code) {
    if (heroes[code] < *rule.at_least) continue;
    place_of_[code] = static_cast<std::uint32_t>(values_.size());
    values_.emplace_back();
  }
  excess_.assign(values_.size() * nodes_, unoffered);
}

void SharedValue::begin() {
  for (const std::size_t value : told_) {
    values_[value] = {};
    std::fill_n(excess_.begin() + static_cast<std::ptrdiff_t>(value * nodes_), nodes_, unoffered);
  }
  told_.clear();
  std::ranges::fill(least_, unoffered);
  met_ = false;
}

void SharedValue::decide(std::uint32_t hero) {
  const std::uint32_t value = place_of_[rule_->value[hero]];
  if (value == none) return;
  take(value);
  ++values_[value].holders;
}

void SharedValue::offer(std::uint32_t node, std::uint32_t hero, std::int64_t excess) {
  least_[node] = std::min(least_[node], excess);
  const std::uint32_t value = place_of_[rule_->value[hero]];
  if (value == none) return;
  take(value);
  std::int64_t& least = excess_[value * nodes_ + node];
  least = std::min(least, excess);
}

void SharedValue::take(std::size_t value) {
  if (values_[value].told) return;
  values_[value].told = true;
  told_.push_back(value);
}

std::int64_t SharedValue::more(std::size_t value, std::uint32_t node) const {
  return std::min(excess_[value * nodes_ + node] - least_[node], largest_counted);
}

std::int64_t SharedValue::compute() {
  std::ranges::fill(without_, out_of_reach);
  if (rule_->at_most && *rule_->at_least > *rule_->at_most) return out_of_reach;
  std::int64_t cheapest = out_of_reach;
  for (const std::size_t place : told_) {
    Value& value = values_[place];
    met_ = met_ || value.holders >= *rule_->at_least;
    if (met_) return 0;
    const auto owed = static_cast<std::size_t>(*rule_->at_least - value.holders);
    offers_.clear();
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (excess_[place * nodes_ + node] != unoffered) offers_.push_back({more(place, node), node});
    }
    if (offers_.size() < owed) continue;
    std::ranges::sort(offers_, {}, &Offer::more);
    value.cheapest = 0;
    for (std::size_t i = 0; i < owed; ++i) value.cheapest += offers_[i].more;
    value.dearest_taken = offers_[owed - 1].more;
    cheapest = std::min(cheapest, value.cheapest);
    std::array<std::int64_t, max_nodes> without;
    without.fill(value.cheapest);
    for (std::size_t i = 0; i < owed; ++i) {
      without[offers_[i].node] =
          offers_.size() == owed ? out_of_reach : value.cheapest - offers_[i].more + offers_[owed].more;
    }
    for (std::uint32_t node = 0; node < nodes_; ++node)
      without_[node] = std::min(without_[node], without[node]);
  }
  return cheapest;
}

std::int64_t SharedValue::others_with(std::uint32_t node, std::uint32_t hero) const {
  const std::uint32_t place = place_of_[rule_->value[hero]];
  if (place == none || values_[place].cheapest == out_of_reach) return without_[node];
  const Value& value = values_[place];
  // The hero is one of those who are owed, in the place of the node's own offer or of the dearest.
  return std::min(without_[node], value.cheapest - std::min(more(place, node), value.dearest_taken));
}

std::vector<SharedValue> shared_values(const IntegerPuzzle& puzzle) {
  std::vector<SharedValue> shared;
  for (const ValueRule& rule : puzzle.by_value) {
    if (rule.share && rule.at_least.value_or(0) > 1) shared.emplace_back(puzzle, rule);
  }
  return shared;
}

}  // namespace skerry::party
