#include "migration/merge.hpp"

#include "skerry/random.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

TEST(Merger, EqualsAStableSortOfTheRunsInARow) {
  Merger merger;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const std::uint32_t values = 1 + random.below(50);
    std::vector<Key> all;
    merger.clear();
    for (std::uint32_t runs = random.below(10); runs > 0; --runs) {
      std::vector<Key> run(random.below(40));
      for (Key& key : run) {
        key = {random.below(3) == 0 ? 1.0 : 0.0, static_cast<double>(random.below(values)) - 20};
      }
      std::ranges::sort(run);
      merger.append(run);
      all.insert(all.end(), run.begin(), run.end());
    }
    std::vector<std::uint32_t> order(all.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t place) { return all[place]; });

    merger.merge();
    EXPECT_TRUE(std::ranges::equal(merger.order(), order)) << "seed " << seed;
    std::ranges::sort(all);
    EXPECT_TRUE(std::ranges::equal(merger.keys(), all)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace skerry
