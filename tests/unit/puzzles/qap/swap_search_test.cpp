#include "puzzles/qap/instance.hpp"
#include "puzzles/qap/robust_tabu.hpp"
#include "unit/puzzles/qap/instances.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::qap {
namespace {

using Orders = std::vector<std::uint32_t>;
constexpr std::uint64_t unlimited = UINT64_MAX;

class QapSwapSearch : public testing::TestWithParam<Improvement> {
 protected:
  /// Improves the order, and checks that the result states its cost.
  SearchResult improve(const Instance& instance, Orders& order, std::uint64_t budget, Random& random) {
    const std::int64_t before = instance.cost(order);
    const SearchResult result = search_(instance, GetParam(), order, before, budget, random);
    EXPECT_EQ(result.cost, instance.cost(order));
    EXPECT_LE(result.cost, before);
    EXPECT_LE(result.evaluations, budget);
    return result;
  }

  SwapSearch search_;
};

TEST_P(QapSwapSearch, EndsWhereNoSwapLessensTheCost) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const std::uint32_t size = 2 + random.below(12);
    const Instance instance = test::random_instance(size, seed % 2 == 0, random);
    Orders order = test::random_order(size, random);
    improve(instance, order, unlimited, random);
    for (std::uint32_t r = 0; r < size; ++r) {
      for (std::uint32_t s = r + 1; s < size; ++s) EXPECT_GE(instance.change(order, r, s), 0);
    }
    const SearchResult again = improve(instance, order, unlimited, random);
    EXPECT_EQ(again.evaluations, std::uint64_t{size} * (size - 1) / 2) << "each pair once";
  }
}

TEST_P(QapSwapSearch, KeepsItsBudget) {
  Random random(1);
  const Instance instance = test::random_instance(30, true, random);
  const Orders start = test::random_order(30, random);
  for (const std::uint64_t budget : {0U, 1U, 434U, 435U, 436U}) {
    Orders order = start;
    EXPECT_EQ(improve(instance, order, budget, random).evaluations, budget);
    if (budget == 0) {
      EXPECT_EQ(order, start);
    }
  }
}

TEST_P(QapSwapSearch, FindsTheLeastCostOfAllOrders) {
  Random random(5);
  const Instance instance = test::random_instance(7, false, random);
  Orders order(7);
  std::iota(order.begin(), order.end(), 0U);
  std::int64_t least = instance.cost(order);
  while (std::ranges::next_permutation(order).found) least = std::min(least, instance.cost(order));
  std::int64_t found = INT64_MAX;
  for (int start = 0; start < 100; ++start) {
    order = test::random_order(7, random);
    found = std::min(found, improve(instance, order, unlimited, random).cost);
  }
  EXPECT_EQ(found, least);
}

INSTANTIATE_TEST_SUITE_P(Both, QapSwapSearch, testing::Values(Improvement::first, Improvement::best),
                         [](const auto& tested) {
                           return tested.param == Improvement::first ? "first" : "best";
                         });

TEST(QapSwapSearchOnce, TheBestSwapIsTheSteepest) {
  Random random(3);
  const Instance instance = test::random_instance(9, true, random);
  Orders order = test::random_order(9, random);
  std::int64_t steepest = 0;
  for (std::uint32_t r = 0; r < 9; ++r) {
    for (std::uint32_t s = r + 1; s < 9; ++s) steepest = std::min(steepest, instance.change(order, r, s));
  }
  const std::int64_t before = instance.cost(order);
  SwapSearch search;
  EXPECT_EQ(search(instance, Improvement::best, order, before, 36, random).cost, before + steepest);
}

}  // namespace
}  // namespace skerry::qap
