#include "puzzles/skyscraper/generate.hpp"

#include "skerry/error.hpp"

#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/solve.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace skerry::skyscraper {
namespace {

/// Tells whether a puzzle has one solution and at most that difficulty.
bool within(Difficulty difficulty, const Puzzle& puzzle) {
  return solve(puzzle, 2).solutions == 1 && rate(puzzle) <= difficulty;
}

void expect_no_hint_to_spare(Puzzle puzzle, Difficulty difficulty) {
  for (auto* hints : {&puzzle.clues, &puzzle.givens}) {
    for (std::size_t i = 0; i < hints->size(); ++i) {
      std::uint8_t& hint = (*hints)[i];
      if (hint == 0) continue;
      const std::uint8_t told = std::exchange(hint, std::uint8_t{0});
      EXPECT_FALSE(within(difficulty, puzzle)) << "without hint " << i;
      hint = told;
    }
  }
}

TEST(SkyscraperGenerate, PuzzlesAreAsAskedAndHaveNoHintToSpare) {
  for (const Difficulty difficulty : {Difficulty::easy, Difficulty::hard, Difficulty::unreasonable}) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
      const std::uint32_t size = (difficulty == Difficulty::unreasonable ? 4 : 3) + seed % 4;
      SCOPED_TRACE(testing::Message() << name_of(difficulty) << ", size " << size << ", seed " << seed);
      const Generated made =
          generate({.size = size, .difficulty = difficulty, .attempts = 1 + seed % 5, .seed = seed}, seed);
      EXPECT_EQ(made.puzzle.size, size);
      EXPECT_TRUE(solves(made.puzzle, made.solution));
      EXPECT_EQ(size <= 5 ? test::brute_count(made.puzzle, 2) : solve(made.puzzle, 2).solutions, 1U);
      EXPECT_EQ(rate(made.puzzle), difficulty);
      expect_no_hint_to_spare(made.puzzle, difficulty);
      const auto told = [](const auto& hints) {
        return static_cast<std::size_t>(std::ranges::count_if(hints, [](auto hint) { return hint != 0; }));
      };
      EXPECT_EQ(made.clues, told(made.puzzle.clues));
      EXPECT_EQ(made.givens, told(made.puzzle.givens));
    }
  }
}

TEST(SkyscraperGenerate, LargePuzzlesToo) {
  for (const Difficulty difficulty : {Difficulty::easy, Difficulty::hard, Difficulty::unreasonable}) {
    SCOPED_TRACE(name_of(difficulty));
    const Generated made = generate({.size = 9, .difficulty = difficulty}, 0);
    const SolveResult result = solve(made.puzzle, 2);
    EXPECT_EQ(result.solutions, 1U);
    EXPECT_EQ(result.grid, made.solution);
    EXPECT_EQ(rate(made.puzzle), difficulty);
    expect_no_hint_to_spare(made.puzzle, difficulty);
  }
}

TEST(SkyscraperGenerate, TheSameSettingsGiveTheSamePuzzle) {
  const auto text = [](std::uint64_t seed, std::uint32_t index) {
    return game_id(generate({.size = 6, .seed = seed}, index).puzzle);
  };
  EXPECT_EQ(text(1, 0), "6:/3//5//3//3/4//////3////3////4/,3k1g4o") << "on every machine";
  std::set<std::string> puzzles;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    for (std::uint32_t index = 0; index < 5; ++index) {
      EXPECT_EQ(text(seed, index), text(seed, index));
      puzzles.insert(text(seed, index));
    }
  }
  EXPECT_EQ(puzzles.size(), 25U);
}

TEST(SkyscraperGenerate, MoreAttemptsLeaveFewerHints) {
  std::uint32_t once = 0, often = 0;
  for (std::uint32_t index = 0; index < 10; ++index) {
    const auto hints = [&](std::uint32_t attempts) {
      const Generated made = generate({.size = 6, .attempts = attempts}, index);
      return made.clues + made.givens;
    };
    once += hints(1);
    often += hints(100);
  }
  EXPECT_LT(often + 10, once);
}

TEST(SkyscraperGenerate, RefusesWhatItCannotMake) {
  EXPECT_THROW(generate({.size = 2}, 0), UsageError);
  EXPECT_THROW(generate({.size = largest_generated_size + 1}, 0), UsageError);
  EXPECT_THROW(generate({.attempts = 0}, 0), UsageError);
  EXPECT_THROW(generate({.size = 3, .difficulty = Difficulty::unreasonable}, 0), UsageError);
}

}  // namespace
}  // namespace skerry::skyscraper
