#include "skerry/population/key_summary.hpp"

#include "unit/random_cases.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

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

TEST(KeySummary, AgreesWithASortedCopy) {
  KeySummariser summariser;
  for (int seed = 0; seed < test::random_cases(1000); ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const std::vector<Key> keys = random_keys(random);
    const KeySummary summary = summariser.summarise(keys);
    const Moments moments = moments_of(keys);
    std::vector<Key> sorted = keys;
    std::ranges::sort(sorted);
    EXPECT_EQ(summary.best, sorted.front()) << seed;
    EXPECT_EQ(summary.middle, sorted[(sorted.size() - 1) / 2]) << seed;
    EXPECT_EQ(summary.worst, sorted.back()) << seed;
    EXPECT_EQ(summary.moments.mean, moments.mean) << seed;
    EXPECT_EQ(summary.moments.standard_deviation, moments.standard_deviation) << seed;
    const auto feasible = std::ranges::count_if(keys, [](const Key& key) { return key.violation == 0; });
    EXPECT_EQ(summary.feasible, static_cast<std::uint64_t>(feasible)) << seed;
  }
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
