#include "puzzles/party/bound/price_grid.hpp"

#include <algorithm>
#include <cmath>

namespace skerry::party {
namespace {

constexpr double step_of_prices = 1.15;
constexpr int steps_down = 10;
constexpr int steps_up = 15;
constexpr double factors_of_one_rule[] = {0.0, 0.5, 2.0};

std::vector<std::int64_t> cheapest_under(const ValueRule& rule, std::size_t nodes,
                                         const std::vector<PricedHero>& cheapest_first) {
  std::vector<std::int64_t> sums(nodes + 1, KinBound::unreachable_sum);
  sums[0] = 0;
  std::vector<std::int64_t> holders(rule.values, 0);
  std::int64_t repeated = 0;
  std::size_t count = 0;
  for (const auto& [price, hero] : cheapest_first) {
    if (count == nodes) break;
    std::int64_t& same = holders[rule.value[hero]];
    if (rule.share && rule.at_most && same >= *rule.at_most) continue;
    const bool repeats = same > 0;
    if (!rule.share && rule.at_least && repeats &&
        repeated >= static_cast<std::int64_t>(nodes) - *rule.at_least)
      continue;
    repeated += repeats ? 1 : 0;
    ++same;
    ++count;
    sums[count] = sums[count - 1] + price;
  }
  return sums;
}

}  // namespace

std::vector<KinBound::Prices> price_grid(const KinBound::Prices& root) {
  std::vector<KinBound::Prices> grid;
  const auto add = [&](const auto& factor_of) {
    KinBound::Prices& prices = grid.emplace_back(root);
    for (std::size_t rule = 0; rule < prices.linear.size(); ++rule) {
      for (std::int64_t& price : prices.linear[rule])
        price = static_cast<std::int64_t>(static_cast<double>(price) * factor_of(rule));
    }
  };
  for (int step = -steps_down; step <= steps_up; ++step)
    add([&](std::size_t /*rule*/) { return std::pow(step_of_prices, step); });
  for (std::size_t changed = 0; root.linear.size() > 1 && changed < root.linear.size(); ++changed) {
    for (const double factor : factors_of_one_rule)
      add([&](std::size_t rule) { return rule == changed ? factor : 1.0; });
  }
  return grid;
}

std::vector<std::int64_t> cheapest_sums(const std::vector<ValueRule>& rules, std::size_t nodes,
                                        std::vector<PricedHero> heroes) {
  std::ranges::sort(heroes);
  std::vector<std::int64_t> sums(nodes + 1, KinBound::unreachable_sum);
  sums[0] = 0;
  for (std::size_t k = 1; k <= std::min(nodes, heroes.size()); ++k)
    sums[k] = sums[k - 1] + heroes[k - 1].first;
  // Each rule on values alone makes the heroes that can stand together a matroid, so that taking the cheapest
  // first is best.
  for (const ValueRule& rule : rules) {
    const auto under = cheapest_under(rule, nodes, heroes);
    std::ranges::transform(sums, under, sums.begin(), [](auto a, auto b) { return std::max(a, b); });
  }
  return sums;
}

}  // namespace skerry::party
