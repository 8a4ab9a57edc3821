#include "puzzles/qap/robust_tabu.hpp"

#include "puzzles/qap/instance.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/qap/instances.hpp"

namespace skerry::qap {
namespace {

using Numbers = testing::Types<std::int32_t, std::int64_t>;
using Orders = std::vector<std::uint32_t>;

constexpr std::uint64_t any_budget = UINT64_MAX;

/// The search as it is published, which examines each swap by itself and keeps its list by facility and
/// place.
SearchResult search_plainly(const Instance& instance, std::int64_t steps, Orders& order, Random& random) {
  const std::uint32_t size = instance.size();
  std::vector<std::vector<std::int64_t>> until(size, std::vector<std::int64_t>(size));
  for (std::uint32_t i = 0; i < size; ++i) {
    for (std::uint32_t j = 0; j < size; ++j) until[i][order[j]] = -(std::int64_t{i} * size + j);
  }
  Orders best = order;
  std::int64_t cost = instance.cost(order);
  std::int64_t best_cost = cost;
  const std::uint32_t shortest = 9 * size / 10;
  const std::uint32_t tenures = (11 * size + 9) / 10 - shortest + 1;
  for (std::int64_t now = 1; now <= steps; ++now) {
    std::optional<std::pair<std::uint32_t, std::uint32_t>> chosen;
    bool chosen_due = false;
    std::int64_t least = 0;
    bool any_due = false;
    for (std::uint32_t r = 0; r < size; ++r) {
      for (std::uint32_t s = r + 1; s < size; ++s) {
        const std::int64_t change = instance.change(order, r, s);
        const std::int64_t step = std::min(until[r][order[s]], until[s][order[r]]);
        const bool due = step < now - 5 * std::int64_t{size} * size;
        any_due = any_due || due;
        const bool preferred = due || cost + change < best_cost;
        if (!preferred && (chosen_due || step >= now)) continue;
        if (chosen && preferred == chosen_due && change >= least) continue;
        chosen = {r, s};
        chosen_due = preferred;
        least = change;
      }
    }
    if (!chosen) continue;
    const auto [r, s] = *chosen;
    cost += least;
    until[r][order[r]] = now + shortest + random.below(tenures);
    until[s][order[s]] = now + shortest + random.below(tenures);
    std::swap(order[r], order[s]);
    if (cost >= best_cost) continue;
    best_cost = cost;
    best = order;
  }
  order = best;
  return {.cost = best_cost, .evaluations = static_cast<std::uint64_t>(steps) * (size * (size - 1) / 2)};
}

TEST(QapRobustTabu, DoesWhatThePublishedSearchDoes) {
  for (auto&& [seed, random] : seeds_from_1(40)) {
    const std::uint32_t size =
        2 + random.below(seed % 4 == 0 ? 24 : 8);  // small ones come to swaps that wait
    const Instance instance = test::random_instance(size, seed % 2 == 0, random);
    const Orders start = test::random_order(size, random);
    for (const std::uint64_t steps : {1U, 30U, 1200U}) {
      Orders order = start;
      Orders expected_order = start;
      Random own(seed);
      Random others(seed);
      RobustTabu search(instance);
      const SearchResult result =
          search({.iterations = steps}, order, instance.cost(order), any_budget, {}, own);
      const SearchResult expected =
          search_plainly(instance, static_cast<std::int64_t>(steps), expected_order, others);
      ASSERT_EQ(result.cost, expected.cost);
      ASSERT_EQ(result.evaluations, expected.evaluations);
      ASSERT_EQ(order, expected_order);
      ASSERT_EQ(own.state(), others.state());
    }
  }
}

TEST(QapRobustTabu, StatesTheCostOfItsBestOrder) {
  for (auto&& [seed, random] : seeds_from_1(30)) {
    const std::uint32_t size = 2 + random.below(30);
    const Instance instance = test::random_instance(size, seed % 2 == 0, random);
    RobustTabu search(instance);
    for (int again = 0; again < 3; ++again) {  // nothing of a search is left in the next one
      Orders order = test::random_order(size, random);
      Orders repeated = order;
      const std::int64_t before = instance.cost(order);
      Random same(random.state());
      const SearchResult result = search({.iterations = 200}, order, before, any_budget, {}, random);
      EXPECT_EQ(result.cost, instance.cost(order));
      EXPECT_LE(result.cost, before);
      EXPECT_TRUE(std::ranges::is_permutation(order, repeated));
      RobustTabu fresh(instance);
      EXPECT_EQ(fresh({.iterations = 200}, repeated, before, any_budget, {}, same).cost, result.cost);
      EXPECT_EQ(repeated, order);
    }
  }
}

TEST(QapRobustTabu, MakesNoStepBeyondItsBudget) {
  Random random(1);
  const Instance instance = test::random_instance(30, true, random);
  const Orders start = test::random_order(30, random);
  RobustTabu search(instance);
  for (const std::uint64_t budget : {0U, 434U, 435U, 869U, 870U}) {
    Orders order = start;
    const SearchResult result = search({}, order, instance.cost(order), budget, {}, random);
    EXPECT_EQ(result.evaluations, budget / 435 * 435);
    if (budget < 435) {
      EXPECT_EQ(order, start);
    }
  }
}

TEST(QapRobustTabu, EndsAtTheTarget) {
  const Instance instance = uniform_instance(12, 792'100'592);  // tai12a
  Random random(1);
  Orders order = test::random_order(12, random);
  RobustTabu search(instance);
  const SearchResult found =
      search({.iterations = 1'000'000}, order, instance.cost(order), any_budget, 224'416, random);
  EXPECT_EQ(found.cost, 224'416);
  EXPECT_LT(found.evaluations, 66'000'000U);
  EXPECT_EQ(search({}, order, found.cost, any_budget, 224'416, random).evaluations, 0U);
}

TEST(QapRobustTabu, LargeEntriesLeadTheSameWay) {
  Random random(9);
  const Matrix first = test::random_matrix(14, false, random);
  const Matrix second = test::random_matrix(14, false, random);
  Matrix large = second;
  for (std::uint32_t row = 0; row < 14; ++row) {
    for (std::uint32_t column = 0; column < 14; ++column) large.at(row, column) *= 1'000'000;
  }
  const Instance small_costs(first, second);
  const Instance large_costs(first, large);
  ASSERT_FALSE(SwapTable<std::int32_t>::fits(large_costs));
  Orders order = test::random_order(14, random);
  Orders other = order;
  Random one(1);
  Random two(1);
  const auto result =
      RobustTabu(small_costs)({.iterations = 1500}, order, small_costs.cost(order), any_budget, {}, one);
  const auto million =
      RobustTabu(large_costs)({.iterations = 1500}, other, large_costs.cost(other), any_budget, {}, two);
  EXPECT_EQ(million.cost, 1'000'000 * result.cost);
  EXPECT_EQ(other, order);
}

template <typename Number>
class QapSwapTable : public testing::Test {
 protected:
  /// Makes random swaps and compares all changes with those of the instance after each of them.
  static void follow(const Instance& instance, int swaps, Random& random) {
    ASSERT_TRUE(SwapTable<Number>::fits(instance));
    const std::uint32_t size = instance.size();
    std::vector<std::uint32_t> order = test::random_order(size, random);
    SwapTable<Number> table(instance);
    table.start(order);
    for (int swap = 0; swap <= swaps; ++swap) {
      SCOPED_TRACE(testing::Message() << "after " << swap << " swaps, size " << size);
      for (std::uint32_t r = 0; r < size; ++r) {
        for (std::uint32_t s = r + 1; s < size; ++s)
          ASSERT_EQ(table.change(r, s), instance.change(order, r, s)) << r << " and " << s;
      }
      const std::uint32_t r = random.below(size);
      const std::uint32_t s = (r + 1 + random.below(size - 1)) % size;
      std::swap(order[r], order[s]);
      table.swap(r, s);
    }
  }
};
TYPED_TEST_SUITE(QapSwapTable, Numbers);

TYPED_TEST(QapSwapTable, ChangesAreThoseOfTheInstanceAfterEverySwap) {
  for (auto&& [seed, random] : seeds_from_1(40)) {
    const std::uint32_t size = 2 + random.below(40);
    // Both, the second, the first, or neither is symmetric.
    Matrix first = test::random_matrix(size, seed % 4 == 0 || seed % 4 == 2, random);
    Matrix second = test::random_matrix(size, seed % 4 == 0 || seed % 4 == 1, random);
    ASSERT_NO_FATAL_FAILURE(this->follow({std::move(first), std::move(second)}, 20, random));
  }
}

TYPED_TEST(QapSwapTable, HoldsTheLargestNumbersThatFit) {
  constexpr std::uint32_t size = 17;
  for (const bool symmetric : {true, false}) {
    SCOPED_TRACE(testing::Message() << "symmetric " << symmetric);
    const auto instance = [&](std::int32_t most) {
      Random random(7);
      std::vector<Matrix> matrices;
      for (int i = 0; i < 2; ++i) {
        Matrix matrix = test::random_matrix(size, symmetric, random);
        for (std::uint32_t row = 0; row < size; ++row) {
          for (std::uint32_t column = 0; column < size; ++column)
            matrix.at(row, column) = matrix.at(row, column) < 0 ? -most : most;
        }
        matrices.push_back(std::move(matrix));
      }
      return Instance(matrices[0], matrices[1]);
    };
    std::int32_t most = 1;
    const auto limit = static_cast<double>(std::numeric_limits<TypeParam>::max());
    while (most < 10'000'000 && SwapTable<TypeParam>::fits(instance(most + most / 8 + 1)))
      most += most / 8 + 1;
    EXPECT_GT(1000.0 * size * most * most, std::min(limit, 1e15)) << "it is not far from the limit";
    Random random(1);
    ASSERT_NO_FATAL_FAILURE(this->follow(instance(most), 20, random));
  }
}

TEST(QapSwapTableOnce, LargeEntriesNeedLargeNumbers) {
  Matrix first(2);
  first.at(0, 1) = 1'000'000;
  EXPECT_TRUE(SwapTable<std::int32_t>::fits({first, Matrix(2)}));
  EXPECT_FALSE(SwapTable<std::int32_t>::fits({first, first}));
  EXPECT_TRUE(SwapTable<std::int64_t>::fits({first, first}));
}

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
  for (auto&& [seed, random] : seeds_from_1(10)) {
    const std::uint32_t size = 2 + random.below(12);
    const Instance instance = test::random_instance(size, seed % 2 == 0, random);
    Orders order = test::random_order(size, random);
    improve(instance, order, any_budget, random);
    for (std::uint32_t r = 0; r < size; ++r) {
      for (std::uint32_t s = r + 1; s < size; ++s) EXPECT_GE(instance.change(order, r, s), 0);
    }
    const SearchResult again = improve(instance, order, any_budget, random);
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
    found = std::min(found, improve(instance, order, any_budget, random).cost);
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
