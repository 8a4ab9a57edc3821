#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"
#include "unit/random_cases.hpp"

#include <cmath>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace skerry::skyscraper {
namespace {

TEST(SkyscraperLatinSquare, HoldsEveryValueOnceInALine) {
  for (std::uint32_t size = 1; size <= max_size; ++size) {
    SCOPED_TRACE(testing::Message() << "size " << size);
    Random random(size);
    const Grid grid = random_latin_square(size, random);
    EXPECT_EQ(penalty(Puzzle(size), grid), 0U);
  }
}

// Of the 576 squares of size 4, 144 are isotopic to the cyclic one, where the random walk begins.
TEST(SkyscraperLatinSquare, EverySquareOfFourIsAsLikely) {
  const int samples = skerry::test::random_cases(57'600);
  const double expected = samples / 576.0;
  Random random(1);
  std::map<std::string, int> times;
  for (int i = 0; i < samples; ++i) {
    const Grid grid = random_latin_square(4, random);
    ++times[std::string(grid.begin(), grid.end())];
  }
  ASSERT_EQ(times.size(), 576U);
  double chi_squared = 0;
  for (const auto& [grid, count] : times) chi_squared += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_squared, 575 + 4 * 33.9) << "575 degrees of freedom: a deviation of 33.9";
}

bool has_intercalate(const Grid& grid, std::uint32_t size) {
  for (std::uint32_t a = 0; a < size * size; ++a) {
    for (std::uint32_t b = a + 1; b < size * size; ++b) {
      if (grid[a] == grid[b] && grid[a / size * size + b % size] == grid[b / size * size + a % size])
        return true;
    }
  }
  return false;
}

// Of the 56 reduced squares of size 5, the 6 without an intercalate are isotopic to the cyclic one.
TEST(SkyscraperLatinSquare, ClassesOfFiveComeInTheirProportion) {
  const int samples = skerry::test::random_cases(20'000);
  constexpr double share = 6.0 / 56;
  Random random(1);
  int cyclic = 0;
  for (int i = 0; i < samples; ++i) cyclic += has_intercalate(random_latin_square(5, random), 5) ? 0 : 1;
  EXPECT_NEAR(cyclic, samples * share, 4 * std::sqrt(samples * share * (1 - share)));
}

}  // namespace
}  // namespace skerry::skyscraper
