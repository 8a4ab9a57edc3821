#include "puzzles/latin/mending.hpp"

#include "support/testing.hpp"

namespace skerry::latin {
namespace {

using Values = std::vector<std::vector<std::uint8_t>>;

/// Returns how many solutions agree with these hints of one of them, itself included.
std::size_t agreeing(const Values& values, std::size_t with, const std::vector<std::uint32_t>& hints) {
  return static_cast<std::size_t>(std::ranges::count_if(values, [&](const auto& other) {
    return std::ranges::all_of(hints, [&](std::uint32_t hint) { return other[hint] == values[with][hint]; });
  }));
}

/// Tries all sets of hints.
std::size_t fewest(const Values& values) {
  auto least = static_cast<int>(values[0].size());
  for (std::uint32_t set = 0; set < (1U << values[0].size()); ++set) {
    std::vector<std::uint32_t> hints;
    for (std::uint32_t left = set; left != 0; left &= left - 1) {
      hints.push_back(static_cast<std::uint32_t>(std::countr_zero(left)));
    }
    for (std::size_t solution = 0; solution < values.size(); ++solution) {
      if (agreeing(values, solution, hints) == 1) least = std::min(least, std::popcount(set));
    }
  }
  return static_cast<std::size_t>(least);
}

Values random_solutions(Random& random) {
  const std::uint32_t hints = 4 + random.below(5);
  const std::uint32_t most = 2 + random.below(2);
  Values values;
  for (std::uint32_t solution = 0; solution < 2 + random.below(40); ++solution) {
    std::vector<std::uint8_t> made(hints);
    for (std::uint8_t& value : made) value = static_cast<std::uint8_t>(1 + random.below(most));
    values.push_back(made);
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

TEST(Mending, TheHintsAreTheFewestThatLeaveOneSolution) {
  for (auto&& [seed, random] : seeds(test::random_cases(300U))) {
    const Values values = random_solutions(random);
    const Mending mending = fewest_hints(values);
    EXPECT_EQ(agreeing(values, mending.solution, mending.hints), 1U);
    EXPECT_TRUE(mending.fewest);
    EXPECT_EQ(mending.hints.size(), fewest(values));
  }
}

TEST(Mending, HintsAreFoundWhereSolutionsAreFoundOneByOne) {
  for (auto&& [seed, random] : seeds(test::random_cases(300U))) {
    const Values values = random_solutions(random);
    const Mending mending = few_hints(values[0], [&](const std::vector<std::uint32_t>& hints) {
      Values others;
      for (std::size_t other = 1; other < values.size() && others.size() < 2; ++other) {
        const bool agrees = std::ranges::all_of(
            hints, [&](std::uint32_t hint) { return values[other][hint] == values[0][hint]; });
        if (agrees) others.push_back(values[other]);
      }
      return others;
    });
    EXPECT_EQ(mending.solution, 0U);
    EXPECT_EQ(agreeing(values, 0, mending.hints), 1U);
    for (std::size_t at = 0; at < mending.hints.size(); ++at) {
      std::vector<std::uint32_t> fewer = mending.hints;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
      EXPECT_GT(agreeing(values, 0, fewer), 1U) << "hint " << mending.hints[at] << " is needless";
    }
  }
}

TEST(Mending, OneSolutionNeedsNoHint) {
  EXPECT_THAT(fewest_hints({{1, 2}}).hints, IsEmpty());
}

}  // namespace
}  // namespace skerry::latin
