#include "puzzles/skyscraper/formats.hpp"

#include "puzzles/skyscraper/generate.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"

#include <fmt/ranges.h>

namespace skerry::skyscraper {
namespace {

// Both were made by `towers --generate 1 4dx` and `6dh` of sgt-puzzles 20230122.
constexpr std::string_view four = "4:/2//2//3/3////////1/";
constexpr std::string_view six = "6:2/4//3/3//////////2//2///3//1/2/3,r3a4h3f";

std::string failure(std::string_view text) {
  return message_of<DataError>([&] { parse_puzzles(text, "p.txt"); });
}

/// Expects a message of which this is a part.
void expect_failure(std::string_view text, std::string_view part) {
  EXPECT_THAT(failure(text), HasSubstr(part)) << text;
}

TEST(SkyscraperFormats, AGameId) {
  const Puzzle puzzle = test::read_one(four);
  EXPECT_EQ(puzzle.size, 4U);
  EXPECT_THAT(puzzle.clues, ElementsAre(0, 2, 0, 2, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0));
  EXPECT_EQ(puzzle.givens, Grid(16));
  EXPECT_EQ(puzzle.where, "test.txt:1");
}

TEST(SkyscraperFormats, AGameIdWithGivens) {
  const Puzzle puzzle = test::read_one(six);
  Grid givens(36);
  givens[18] = 3;
  givens[20] = 4;
  givens[29] = 3;
  EXPECT_EQ(puzzle.givens, givens);
  EXPECT_EQ(game_id(puzzle), six);
}

TEST(SkyscraperFormats, GivensSideBySideAndLongGaps) {
  const Puzzle puzzle = test::read_one("8:///////////////////////////////,1_2_8zzd2d");
  EXPECT_EQ(puzzle.givens[0] + 10 * puzzle.givens[1] + 100 * puzzle.givens[2], 821);
  EXPECT_EQ(puzzle.givens[59], 2);
  EXPECT_EQ(game_id(puzzle), "8:///////////////////////////////,1_2_8zzd2d");
}

TEST(SkyscraperFormats, APlainGridIsWhatIsDrawn) {
  const Puzzle puzzle = test::read_one(published::small);
  EXPECT_THAT(puzzle.clues, ElementsAre(0, 0, 1, 2, 0, 0, 3, 0, 0, 0, 1, 0, 0, 2, 0, 0));
  EXPECT_EQ(draw_text(puzzle, puzzle.givens), published::small.substr(1));
  EXPECT_EQ(draw_text(puzzle, test::grid_of(published::small_solution)),
            "    . . 1 2\n"
            "  +---------+\n"
            ". | 2 1 4 3 | .\n"
            ". | 3 4 1 2 | 2\n"
            "1 | 4 2 3 1 | .\n"
            ". | 1 3 2 4 | .\n"
            "  +---------+\n"
            "    . . 3 .\n");
}

TEST(SkyscraperFormats, AFileHoldsMany) {
  const std::string text = fmt::format(
      "# four puzzles\n{}\n\n1 .\n. 2 . 1\n# in between\n. . 2 .\n. .\n{}\n{}", four, six, published::small);
  const auto puzzles = parse_puzzles("\xEF\xBB\xBF" + text, "p.txt");
  ASSERT_EQ(puzzles.size(), 4U);
  EXPECT_EQ(puzzles[0].where, "p.txt:2");
  EXPECT_EQ(puzzles[1].where, "p.txt:4");
  EXPECT_THAT(puzzles[1].clues, ElementsAre(1, 0, 0, 0, 0, 0, 1, 0));
  EXPECT_THAT(puzzles[1].givens, ElementsAre(2, 0, 0, 2));
  EXPECT_EQ(puzzles[2].size, 6U);
  EXPECT_EQ(puzzles[3].size, 4U);
}

TEST(SkyscraperFormats, AreReadBack) {
  for (auto&& [seed, random] : seeds(skerry::test::random_cases(300))) {
    const std::uint32_t size = 1 + random.below(max_size);
    const Grid grid = random_latin_square(size, random);
    const Puzzle puzzle = test::puzzle_around(grid, size, random.uniform(), random.uniform(), random);
    for (const std::string& text : {game_id(puzzle), draw_text(puzzle, puzzle.givens)}) {
      const Puzzle again = test::read_one(text);
      EXPECT_EQ(again.clues, puzzle.clues);
      EXPECT_EQ(again.givens, puzzle.givens);
    }
    EXPECT_EQ(parse_grid(puzzle, draw_text(puzzle, grid), "g.txt"), grid);
  }
}

TEST(SkyscraperFormats, MistakesInAGameIdNameThePlace) {
  expect_failure("\n17:", "the size is '17'; it is 1 to 16 (p.txt:2:1)");
  expect_failure("0:", "it is 1 to 16 (p.txt:1:1)");
  expect_failure("2x:", "a colon is expected behind the size, as in 6:clues,givens (p.txt:1:2)");
  expect_failure("2d:///////", "(p.txt:1:4)");
  expect_failure("2://////", "the clues end after 7 of 8");
  expect_failure("2://////", "(p.txt:1:9)");
  expect_failure("2:////////", "there are more than 8 clues");
  expect_failure("2://3/////", "a clue is '3'; clues of a puzzle of size 2 are 1 to 2 (p.txt:1:5)");
  expect_failure("2://0/////", "a clue is '0'");
  expect_failure("2://2x////", "'x' stands among the clues; a slash or a number is expected (p.txt:1:6)");
  expect_failure("2:///////;", "';' stands behind the clues");
  expect_failure("2:///////,b3a", "a given is '3'; the values of a puzzle of size 2 are 1 to 2 (p.txt:1:12)");
  expect_failure("2:///////,b1", "the givens are of 3 cells; the puzzle has 4 (p.txt:1:13)");
  expect_failure("2:///////,b1b", "the givens are of 5 cells at least; the puzzle has 4 (p.txt:1:13)");
  expect_failure("2:///////,d1", "there are more givens than the 4 cells (p.txt:1:12)");
  expect_failure("2:///////,_1c", "'_' stands among the givens");
  expect_failure("2:///////,1 2b", "' ' stands among the givens");
}

TEST(SkyscraperFormats, MistakesInAPlainGridNameThePlace) {
  expect_failure("", "there is no puzzle in it (p.txt)");
  expect_failure("hello", "'hello' begins no puzzle");
  expect_failure("1 2\n1 . . 1\n. . .\n. .", "3 fields stand here; 4 are expected");
  expect_failure("1 2\n1 . . 1\n. . .\n. .", "(p.txt:3:6)");
  expect_failure("1 2\n1 . . 1\n. . . . 2\n. .", "(p.txt:3:9)");
  expect_failure("1 3\n", "a clue is '3'; clues of a puzzle of size 2 are 1 to 2 (p.txt:1:3)");
  expect_failure("1 2\n1 . . 3\n", "a clue is '3'");
  expect_failure("1 2\n1 . x 2\n", "a given is 'x'; the values of a puzzle of size 2 are 1 to 2 (p.txt:2:5)");
  expect_failure("1 2\n1 . . 2\n\n1 2", "the grid ends after 1 of 2 rows (p.txt:2:1)");
  expect_failure("1 2\n1 . . 2\n. . . .\n", "without a line with the clues of the bottom");
  expect_failure("1 2\n1 . . 2\n. . . .\n. .\n. .", "the puzzle is complete; an empty line parts it");
  expect_failure(". . . . . . . . . . . . . . . . .", "17 columns; at most 16 are possible (p.txt:1:33)");
}

TEST(SkyscraperFormats, ASolution) {
  const Puzzle puzzle = test::read_one(published::small);
  const auto read = [&](std::string_view text) -> std::string {
    try {
      const Grid grid = parse_grid(puzzle, text, "g.txt");
      return fmt::format("{} {}", grid[0], grid[15]);
    } catch (const DataError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(read("2 1 4 3\n3 4 1 2\n# so far\n\n4 2 3 1\n1 3 2 4"), "2 4");
  EXPECT_EQ(read(". 1 4 3\n3 4 1 2\n4 2 3 1\n1 3 2 99"), "0 99");
  EXPECT_THAT(read("2 1 4 3\n3 4 1 2\n4 2 3 1\n1 3 2 100"), HasSubstr("'100' stands in a cell"));
  EXPECT_THAT(read("2 1 4 3\n3 4 1 2\n4 2 3 1\n1 3 -2 4"), HasSubstr("(g.txt:4:5)"));
  EXPECT_THAT(read("2 1 4 3\n3 4 1 2\n4 2 3\n1 3 2 4"), HasSubstr("3 fields stand here; 4 are expected"));
  EXPECT_THAT(read("2 1 4 3\n3 4 1 2\n"), HasSubstr("there are 2 rows; a solution has 4"));
  const std::string drawn = draw_text(puzzle, test::grid_of(published::small_solution));
  EXPECT_EQ(read(drawn), "2 4");
  EXPECT_THAT(read("    . . 1 3" + drawn.substr(11)),
              HasSubstr("the clue is '3' here; that of the puzzle is '2' (g.txt:1:11)"));
}

/// Returns the clues of a puzzle by sides, and clockwise, as words with 0 for none.
std::string by_sides(const Puzzle& puzzle, std::string_view between = " ") {
  return fmt::format("{}", fmt::join(puzzle.clues, between));
}
std::string clockwise(const Puzzle& puzzle, std::string_view between = " ") {
  std::vector<std::uint32_t> clues;
  const std::uint32_t size = puzzle.size;
  for (std::uint32_t at = 0; at < size; ++at) clues.push_back(puzzle.clue(Side::top, at));
  for (std::uint32_t at = 0; at < size; ++at) clues.push_back(puzzle.clue(Side::right, at));
  for (std::uint32_t at = size; at-- > 0;) clues.push_back(puzzle.clue(Side::bottom, at));
  for (std::uint32_t at = size; at-- > 0;) clues.push_back(puzzle.clue(Side::left, at));
  return fmt::format("{}", fmt::join(clues, between));
}

/// Returns a puzzle without givens around a random grid.
Puzzle random_clues(std::uint32_t size, double share, std::uint64_t seed) {
  Random random(seed);
  return test::puzzle_around(random_latin_square(size, random), size, share, 0, random);
}

TEST(SkyscraperFormats, ListsOfCluesWithTheirOrder) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Puzzle puzzle = random_clues(2 + static_cast<std::uint32_t>(seed % 6), 0.7, seed);
    EXPECT_EQ(test::read_one("sides: " + by_sides(puzzle)).clues, puzzle.clues);
    EXPECT_EQ(test::read_one("clockwise: " + clockwise(puzzle, ", ")).clues, puzzle.clues);
    EXPECT_EQ(test::read_one("clockwise:\n[" + clockwise(puzzle, ",") + "]").clues, puzzle.clues);
    EXPECT_EQ(test::read_one(fmt::format("{}\nsides: {}\n", puzzle.size, by_sides(puzzle))).clues,
              puzzle.clues);
  }
}

TEST(SkyscraperFormats, AListIsReadInTheOrderThatHasASolution) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Puzzle puzzle = random_clues(2 + static_cast<std::uint32_t>(seed % 3), 1, seed);
    for (const std::string& list :
         {by_sides(puzzle), "\"" + by_sides(puzzle) + "\"", clockwise(puzzle, ",")}) {
      EXPECT_EQ(failure(list), "no error");
      EXPECT_EQ(test::read_one(list).clues, puzzle.clues);
    }
  }
}

TEST(SkyscraperFormats, AListThatHasASolutionInBothOrdersIsRefused) {
  constexpr std::string_view both = "1 3 2 2 3 3 2 3 2 1 1 3 2 2 3 3 2 2 2 1";
  EXPECT_EQ(failure(both),
            "these 20 clues may have a solution clockwise from the top left corner, and by sides (top, "
            "bottom, left, "
            "right), too; write clockwise: or sides: before them (p.txt:1:1)");
  EXPECT_EQ(by_sides(test::read_one(fmt::format("sides: {}", both))), both);
  EXPECT_EQ(clockwise(test::read_one(fmt::format("clockwise: {}", both))), both);
}

TEST(SkyscraperFormats, AListThatLeavesCluesOutIsClockwise) {
  constexpr std::string_view list = "0, 0, 1, 2, 0, 2, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0";
  const Puzzle small = test::read_one(published::small);
  EXPECT_EQ(clockwise(small, ", "), list);
  EXPECT_EQ(test::read_one(list).clues, small.clues);
  EXPECT_EQ(test::read_one("0 0 1 2\n0 2 0 0\n0 3 0 0\n0 1 0 0\n").clues, small.clues);
  EXPECT_EQ(test::read_one("4\n[[0,0,1,2],\n[0,2,0,0],\n[0,3,0,0],\n[0,1,0,0]]\n").clues, small.clues);
  const auto puzzles =
      parse_puzzles(fmt::format("{}\n{}\n{}\n", list, list, by_sides(random_clues(4, 1, 7))), "p.txt");
  ASSERT_EQ(puzzles.size(), 3U);
  EXPECT_EQ(puzzles[1].clues, small.clues);
  EXPECT_EQ(puzzles[2].where, "p.txt:3");
}

TEST(SkyscraperFormats, PuzzlesComeOneAfterAnotherOnceTheWholeTextIsRight) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += fmt::format("sides: {}\n", by_sides(test::read_one(published::small)));
  std::size_t read = 0;
  const auto count = [&](const Puzzle& puzzle) {
    EXPECT_EQ(puzzle.clues, test::read_one(published::small).clues);
    EXPECT_EQ(puzzle.where, fmt::format("p.txt:{}", ++read));
  };
  for_each_puzzle(text, "p.txt", count);
  EXPECT_EQ(read, 50U);
  for (const std::string_view mistake : {"1 2 3\n", "\n3:1\n", "\n[]\n"}) {
    EXPECT_THAT(message_of<DataError>([&] { for_each_puzzle(text + std::string(mistake), "p.txt", count); }),
                HasSubstr("(p.txt:"));
  }
  EXPECT_EQ(read, 50U);
}

TEST(SkyscraperFormats, AContradictoryListIsReadAllTheSame) {
  EXPECT_EQ(test::read_one("4 4 4 4 1 1 1 1 4 4 4 4 1 1 1 1").size, 4U);
  EXPECT_EQ(test::read_one("4 0 0 0 4 0 0 0 4 0 0 0 4 0 0 4").size, 4U);
}

TEST(SkyscraperFormats, OtherMarksForNoClueAndNoGiven) {
  const Puzzle puzzle = test::read_one(published::small);
  std::string zeros(published::small), dashes(published::small);
  std::ranges::replace(zeros, '.', '0');
  dashes = "  - - 1 2\n- - - - - -\n- - - - - 2\n1 - - - - -\n- - - - - -\n  - - 3 -\n";
  const std::string corners =
      ". . . 1 2 .\n. . . . . .\n. . . . . 2\n1 . . . . .\n. . . . . .\n. . . 3 . .\n";
  const std::string commas = "0,0,1,2\n0,0,0,0,0,0\n0,0,0,0,0,2\n1,0,0,0,0,0\n0,0,0,0,0,0\n0,0,3,0\n";
  for (const std::string& text : {zeros, dashes, corners, commas, "4\n" + zeros.substr(1)}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(failure(text), "no error");
    EXPECT_EQ(test::read_one(text).clues, puzzle.clues);
    EXPECT_EQ(test::read_one(text).givens, puzzle.givens);
  }
  const std::string drawn = draw_text(puzzle, test::grid_of(published::small_solution));
  std::string drawn_zeros = drawn;
  std::ranges::replace(drawn_zeros, '.', '0');
  EXPECT_EQ(parse_grid(puzzle, drawn_zeros, "g.txt"), parse_grid(puzzle, drawn, "g.txt"));
}

TEST(SkyscraperFormats, GameIdsWithADifficultyAndWhatFollowsThem) {
  EXPECT_EQ(game_id(test::read_one("4dx:/2//2//3/3////////1/\r\n")), four);
  EXPECT_EQ(game_id(test::read_one(fmt::format("{} # easy", six))), six);
  EXPECT_EQ(game_id(test::read_one(fmt::format("{},", four))), four);
  EXPECT_EQ(game_id(test::read_one(fmt::format("{}, # no givens\r\n", four))), four);
}

TEST(SkyscraperFormats, LinesOfASizeNameWhatShouldFollow) {
  EXPECT_EQ(failure("5\n1 2 3 4 5\n"),
            "the size is 5, and 1 line follows; 20 clues in one line or in four are expected, or a grid of 7 "
            "lines with "
            "its clues around it (p.txt:1:1)");
  expect_failure("3\n. 2 .\n. . . . .\n", "the size is 3, and 2 lines follow; 12 clues");
  expect_failure("4\n1 2 3 4 1 2 3 4\n", "the size is 4, and 1 line follows; 16 clues");
  expect_failure("1 2 3 4 5 1 2 3 4 1 2 3 4 1 2 9",
                 "a clue is '5'; clues of a puzzle of size 4 are 1 to 4 (p.txt:1:9)");
}

}  // namespace
}  // namespace skerry::skyscraper
