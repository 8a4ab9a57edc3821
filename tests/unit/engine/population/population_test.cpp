#include "skerry/population.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(Rank, OrdersByFeasibilityThenCostThenSlot) {
  const std::vector<Key> keys{{1, 0}, {0, 7}, {0, 3}, {0.5, 9}, {0, 3}};
  std::vector<std::uint32_t> ranking;
  order_by_key(keys, ranking);
  EXPECT_THAT(ranking, ElementsAre(2, 4, 1, 3, 0));
}

std::vector<Key> keys_with_ties(std::mt19937_64& random) {
  std::vector<Key> keys(1 + random() % 500);
  const bool infeasible = random() % 3 == 0;
  const bool whole = random() % 2 == 0;
  for (Key& key : keys) {
    const double number = static_cast<double>(random() % 100) - 50;
    key.violation = infeasible && random() % 2 == 0 ? number * number : 0;
    key.cost = whole ? number : number * 1e-3 + static_cast<double>(random() % 2) * 1e9;
    if (random() % 50 == 0) key.cost = -0.0;
    if (random() % 50 == 0) key.cost = std::numeric_limits<double>::infinity();
  }
  if (random() % 8 == 0) std::ranges::sort(keys);
  return keys;
}

TEST(Rank, IsAStableSortWhateverTheKeys) {
  for (int seed = 0; seed < test::random_cases(500); ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const std::vector<Key> keys = keys_with_ties(random);
    std::vector<std::uint32_t> expected(keys.size());
    std::iota(expected.begin(), expected.end(), 0U);
    std::ranges::stable_sort(expected, {}, [&](std::uint32_t slot) { return keys[slot]; });
    std::vector<std::uint32_t> ranking;
    order_by_key(keys, ranking);
    ASSERT_EQ(ranking, expected) << "seed " << seed;
    EXPECT_EQ(best_slot(keys), expected[0]) << "seed " << seed;
    for (const std::size_t count : {std::size_t{0}, keys.size() / 7, keys.size()}) {
      std::vector<std::uint32_t> best;
      best_slots(keys, count, best);
      ASSERT_EQ(best, std::vector(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(count)))
          << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace skerry
