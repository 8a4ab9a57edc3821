#include "puzzles/skyscraper/generate.hpp"

#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "puzzles/skyscraper/solve.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"

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
      const std::uint32_t size =
          seed == 35 ? 9 : (difficulty == Difficulty::unreasonable ? 4 : 3) + seed % 4;
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

TEST(SkyscraperDifficulty, OfThePublishedPuzzles) {
  EXPECT_EQ(rate(test::read_one(published::small)), Difficulty::hard);
  EXPECT_EQ(rate(test::read_one(published::seven)), Difficulty::hard);
  EXPECT_EQ(rate(test::read_one(published::hard)), Difficulty::unreasonable);
  EXPECT_EQ(rate(test::read_one("4:///////////////")), Difficulty::unreasonable);
  EXPECT_EQ(rate(test::read_one("2:1///////")), Difficulty::easy);
}

TEST(SkyscraperDifficulty, IsTheFirstInferenceThatDecides) {
  int puzzles[3] = {};
  for (auto&& [seed, random] : seeds(300)) {
    const std::uint32_t size = 3 + random.below(3);
    const double givens = 0.3 * random.uniform();
    const double clues = 0.3 + 0.7 * random.uniform();
    const Grid solution = random_latin_square(size, random);
    const Puzzle puzzle = test::puzzle_around(solution, size, clues, givens, random);
    if (test::brute_count(puzzle, 2) != 1) continue;
    const Difficulty difficulty = rate(puzzle);
    ++puzzles[static_cast<int>(difficulty)];
    for (const Difficulty asked : {Difficulty::easy, Difficulty::hard, Difficulty::unreasonable}) {
      EXPECT_EQ(decided_by(asked, puzzle), asked >= difficulty);
    }
  }
  for (const int count : puzzles) EXPECT_GT(count, 0);
}

// This tests all subsets of the clues of all squares, so `generate` may refuse to look for such a puzzle.
TEST(SkyscraperDifficulty, CluesAloneNeverAskForAGuessAtSizeThree) {
  int squares = 0;
  for (std::uint32_t code = 0; code < 81 * 3; ++code) {
    // Five cells determine the others of a square of size 3, if there is such a square.
    Grid grid(9);
    for (std::uint32_t cell = 0, rest = code; cell < 5; ++cell, rest /= 3) {
      grid[std::array{0U, 1U, 3U, 4U, 8U}[cell]] = static_cast<std::uint8_t>(1 + rest % 3);
    }
    grid[2] = static_cast<std::uint8_t>(6 - grid[0] - grid[1]);
    grid[5] = static_cast<std::uint8_t>(6 - grid[3] - grid[4]);
    grid[6] = static_cast<std::uint8_t>(6 - grid[0] - grid[3]);
    grid[7] = static_cast<std::uint8_t>(6 - grid[1] - grid[4]);
    Random random(0);
    const Puzzle all = test::puzzle_around(grid, 3, 1, 0, random);
    if (!solves(all, grid)) continue;
    ++squares;
    EXPECT_TRUE(decided_by(Difficulty::hard, all)) << "so no cell need be given";
    for (std::uint32_t kept = 0; kept < 1U << 12; ++kept) {
      Puzzle puzzle = all;
      for (std::uint32_t clue = 0; clue < 12; ++clue) {
        if ((kept >> clue & 1) == 0) puzzle.clues[clue] = 0;
      }
      EXPECT_EQ(decided_by(Difficulty::hard, puzzle), decided_by(Difficulty::unreasonable, puzzle));
    }
  }
  EXPECT_EQ(squares, 12);
  EXPECT_EQ(rate(test::read_one("3:////2//////2/,1h")), Difficulty::unreasonable)
      << "with a given there is one";
}

}  // namespace
}  // namespace skerry::skyscraper
