#include "skerry/detail/population/observer.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

std::vector<Key> random_keys(std::mt19937_64& random) {
  std::vector<Key> keys(1 + random() % 300);
  const std::uint64_t values = 1 + random() % 50;
  const bool infeasible = random() % 3 == 0;
  const double unit = random() % 2 == 0 ? 1 : 0.1;
  for (Key& key : keys) {
    key.violation = infeasible ? static_cast<double>(random() % 3) : 0;
    key.cost = (static_cast<double>(random() % values) - 3) * unit;
  }
  if (random() % 10 == 0) std::ranges::sort(keys);
  return keys;
}

/// Takes the fitness from a share of the keys, or from all.
void let_some_fail(std::vector<Key>& keys, std::mt19937_64& random) {
  const std::uint64_t share = random() % 5;
  for (Key& key : keys) {
    if (random() % 4 >= share) continue;
    const double cost = static_cast<double>(random() % 100);
    key = random() % 2 == 0 ? key_of(last_score, Direction::maximise)
                            : Key{std::numeric_limits<double>::infinity(), cost};
  }
}

TEST(KeySummary, AgreesWithASortedCopyOfThoseThatHaveAFitness) {
  KeySummariser summariser;
  for (int seed = 0; seed < test::random_cases(1000); ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    std::vector<Key> keys = random_keys(random);
    if (seed % 2 == 1) let_some_fail(keys, random);
    const KeySummary summary = summariser.summarise(keys);
    std::vector<Key> sorted = keys;
    std::erase_if(sorted, [](const Key& key) { return !has_fitness(key); });
    EXPECT_EQ(summary.failed, keys.size() - sorted.size()) << seed;
    const Moments moments = moments_of(sorted);
    EXPECT_EQ(fitness_diversity(keys), fitness_diversity(sorted)) << seed;
    std::ranges::sort(sorted);
    if (sorted.empty()) {
      EXPECT_FALSE(has_fitness(summary.best) || has_fitness(summary.middle) || has_fitness(summary.worst));
      EXPECT_TRUE(std::isnan(summary.moments.mean) && std::isnan(summary.moments.standard_deviation)) << seed;
      EXPECT_EQ(fitness_diversity(keys), 0) << seed;
      continue;
    }
    EXPECT_EQ(summary.best, sorted.front()) << seed;
    EXPECT_EQ(summary.middle, sorted[(sorted.size() - 1) / 2]) << seed;
    EXPECT_EQ(summary.worst, sorted.back()) << seed;
    EXPECT_EQ(summary.moments.mean, moments.mean) << seed;
    EXPECT_EQ(summary.moments.standard_deviation, moments.standard_deviation) << seed;
    const auto feasible = std::ranges::count_if(keys, [](const Key& key) { return key.violation == 0; });
    EXPECT_EQ(summary.feasible, static_cast<std::uint64_t>(feasible)) << seed;
  }
}

TEST(KeySummary, TellsZerosOfTheTwoSigns) {
  KeySummariser summariser;
  const std::vector<double> costs[] = {{0, -0.0, 0}, {-0.0, 0}, {-0.0, -0.0, -0.0}, {0, 0, 0}, {1, 0, -0.0}};
  for (const std::vector<double>& some : costs) {
    std::vector<Key> keys;
    for (const double cost : some) keys.push_back({0, cost});
    const KeySummary summary = summariser.summarise(keys);
    EXPECT_EQ(std::signbit(summary.best.cost), std::signbit(std::ranges::min_element(keys)->cost));
    // The first of the worst, where max_element() has the first, too.
    EXPECT_EQ(std::signbit(summary.worst.cost), std::signbit(std::ranges::max_element(keys)->cost));
    std::ranges::nth_element(keys, keys.begin() + static_cast<std::ptrdiff_t>((keys.size() - 1) / 2));
    EXPECT_EQ(std::signbit(summary.middle.cost), std::signbit(keys[(keys.size() - 1) / 2].cost));
  }
}

/// Powers of two leave the digits of all sums as they are.
TEST(KeySummary, TellsOfLargeCostsWhatItTellsOfOthers) {
  KeySummariser summariser;
  for (int seed = 0; seed < test::random_cases(200); ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    std::vector<Key> keys = random_keys(random);
    if (seed % 2 == 1) let_some_fail(keys, random);
    std::vector<Key> large = keys;
    for (Key& key : large) key.cost = std::ldexp(key.cost, 1017);
    const Moments small = summariser.summarise(keys).moments;
    const Moments scaled = summariser.summarise(large).moments;
    if (std::isnan(small.mean)) continue;
    EXPECT_NEAR(std::ldexp(scaled.mean, -1017), small.mean, 1e-12) << seed;
    EXPECT_NEAR(std::ldexp(scaled.standard_deviation, -1017), small.standard_deviation, 1e-12) << seed;
    EXPECT_NEAR(fitness_diversity(large), fitness_diversity(keys), 1e-12) << seed;
  }
}

TEST(KeySummary, HoldsTheLargestNumbers) {
  constexpr double most = std::numeric_limits<double>::max();
  const auto moments = [](std::vector<double> costs) {
    std::vector<Key> keys;
    for (const double cost : costs) keys.push_back({0, cost});
    return KeySummariser().summarise(keys).moments;
  };
  EXPECT_EQ(moments({most, most, most}).mean, most);
  EXPECT_EQ(moments({most, most, most}).standard_deviation, 0);
  EXPECT_EQ(moments({most, -most}).mean, 0);
  EXPECT_EQ(moments({most, -most}).standard_deviation, most);
  EXPECT_EQ(moments({0, 1e200}).mean, 5e199) << "a mean that is finite stays as it is";
  EXPECT_DOUBLE_EQ(moments({0, 1e200}).standard_deviation, 5e199);
}

TEST(ValueAtPlace, IsThatOfASortedCopyWhateverTheOrder) {
  for (std::size_t size = 1; size < 200; size += 7) {
    for (int pattern = 0; pattern < 5; ++pattern) {
      std::mt19937_64 random(size);
      std::vector<double> values(size);
      for (std::size_t i = 0; i < size; ++i) {
        const double rising = static_cast<double>(i);
        const double numbers[] = {rising, -rising, 1, static_cast<double>(i % 2),
                                  static_cast<double>(random() % 1000)};
        values[i] = numbers[pattern];
      }
      std::vector<double> sorted = values;
      std::ranges::sort(sorted);
      for (std::size_t place = 0; place < size; ++place) {
        std::vector<double> copy = values;
        std::vector<double> room(size);
        ASSERT_EQ(value_at_place(copy, room, place), sorted[place]) << size << " " << pattern << " " << place;
      }
    }
  }
}

}  // namespace
}  // namespace skerry
