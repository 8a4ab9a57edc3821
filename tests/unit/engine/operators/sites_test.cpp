#include "skerry/detail/operators/operators.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(Sites, DrawsFewPositionsLikeAnyNumberOfThem) {
  const std::vector<std::size_t> lengths = {1, 2, 17, 20, 100, 1000};
  std::uint64_t times_few = 0;
  for (std::uint32_t seed = 0; seed < test::random_cases(3000U); ++seed) {
    const std::size_t length = lengths[seed % lengths.size()];
    const double rate = seed % 7 == 0 ? 0 : seed % 11 == 0 ? 1 : (seed % 5) / static_cast<double>(length) / 2;
    Sites sites(length, rate);
    if (seed % 2 == 0) sites.take_all_at_one();
    Random random(seed);
    for (std::uint32_t skipped = 0; skipped < seed % 300; ++skipped) random();
    Random other = random;
    std::set<std::uint32_t> expected;
    sites(other, [&](std::uint32_t position) { expected.insert(position); });
    Sites::Few few;
    if (!sites.draw_few(random, few)) {
      EXPECT_EQ(random.state().drawn, seed % 300) << seed;
      continue;
    }
    ++times_few;
    ASSERT_LE(few.count, Sites::Few::most) << seed;
    EXPECT_EQ(std::set(few.positions.begin(), few.positions.begin() + few.count), expected) << seed;
    EXPECT_EQ(few.count, expected.size()) << seed;
    EXPECT_EQ(random.state(), other.state()) << seed;
  }
  EXPECT_GT(times_few, test::random_cases(500U));
}

}  // namespace
}  // namespace skerry
