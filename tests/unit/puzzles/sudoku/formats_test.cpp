#include "puzzles/sudoku/formats.hpp"

#include "skerry/error.hpp"

#include "puzzles/sudoku/judge.hpp"
#include "unit/puzzles/sudoku/grids.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::sudoku {
namespace {

using testing::HasSubstr;

constexpr std::string_view four = "1.......2...4.1.";

std::string failure(std::string_view text) {
  try {
    parse_puzzles(text, "p.txt");
  } catch (const DataError& error) {
    return error.what();
  }
  return "no failure";
}

TEST(SudokuFormats, APuzzleInOneLine) {
  const Puzzle puzzle = test::read_one(four);
  EXPECT_EQ(puzzle.order, 2U);
  EXPECT_EQ(puzzle.givens, (Grid{1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 4, 0, 1, 0}));
  EXPECT_EQ(puzzle.where, "test.txt:1");
  EXPECT_EQ(one_line(puzzle.givens), four);
}

TEST(SudokuFormats, LettersOfBothKindsAndZeros) {
  std::string text(256, '.');
  const std::string_view begin = "0aBG91";
  std::ranges::copy(begin, text.begin());
  const Puzzle puzzle = test::read_one(text);
  EXPECT_EQ(puzzle.order, 4U);
  EXPECT_EQ(one_line(puzzle.givens).substr(0, 7), ".ABG91.");
  EXPECT_EQ(puzzle.givens[3], 16);
  std::string large(625, '0');
  large[0] = 'P';
  large[1] = 'o';
  EXPECT_EQ(test::read_one(large).givens[0], 25);
  EXPECT_EQ(test::read_one(large).givens[1], 24);
}

TEST(SudokuFormats, AFileHoldsManyOfAllSizes) {
  const std::string nine(81, '.');
  const std::string text = fmt::format(
      "\xEF\xBB\xBF# four puzzles\r\n\r\n  {} \t# the first\r\n#\r\n{}#behind it\r\n\t\r\n{}\r\n{}", four,
      nine, std::string(625, '0'), four);
  const auto puzzles = parse_puzzles(text, "p.txt");
  ASSERT_EQ(puzzles.size(), 4U);
  EXPECT_EQ(puzzles[0].where, "p.txt:3");
  EXPECT_EQ(puzzles[1].where, "p.txt:5");
  EXPECT_EQ(puzzles[1].order, 3U);
  EXPECT_EQ(puzzles[2].order, 5U);
  EXPECT_EQ(puzzles[3].where, "p.txt:8");
}

TEST(SudokuFormats, APlainGrid) {
  const auto puzzles = parse_puzzles(
      "# rows\n1...\n....\n2...\n\n4.1. # the last\n1 . | . .\n..|..\n"
      "----+----\n| 2 . | . . |\n4 . 1 .",
      "p.txt");
  ASSERT_EQ(puzzles.size(), 2U);
  EXPECT_EQ(one_line(puzzles[0].givens), four);
  EXPECT_EQ(puzzles[0].where, "p.txt:2");
  EXPECT_EQ(one_line(puzzles[1].givens), four);
  EXPECT_EQ(puzzles[1].where, "p.txt:7");
}

TEST(SudokuFormats, TheDrawing) {
  EXPECT_EQ(draw_text(2, test::read_one(four).givens),
            "1 . | . .\n"
            ". . | . .\n"
            "----+----\n"
            "2 . | . .\n"
            "4 . | 1 .\n");
  const std::string nine = draw_text(3, test::pattern(3));
  EXPECT_EQ(nine.substr(0, nine.find('\n')), "1 2 3 | 4 5 6 | 7 8 9");
  EXPECT_THAT(nine, HasSubstr("\n------+-------+------\n2 3 4 | "));
}

TEST(SudokuFormats, AreReadBack) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const std::uint32_t order = least_order + random.below(max_order - least_order + 1);
    const Grid grid = test::random_grid(order, random);
    const Puzzle puzzle = test::puzzle_of(order, grid, random.uniform(), random);
    for (const std::string& text : {one_line(puzzle.givens), draw_text(order, puzzle.givens)}) {
      const Puzzle again = test::read_one(text);
      EXPECT_EQ(again.order, order);
      EXPECT_EQ(again.givens, puzzle.givens);
      EXPECT_EQ(parse_grid(puzzle, text, "g.txt"), puzzle.givens);
    }
    EXPECT_EQ(parse_grid(puzzle, draw_text(order, grid), "g.txt"), grid);
  }
}

TEST(SudokuFormats, LinesOfAWrongLengthNameThePlace) {
  const std::string short_of_one(80, '.');
  EXPECT_THAT(failure("# one\n" + short_of_one),
              HasSubstr("80 characters stand here; 81 are expected for 9x9 (p.txt:2:81)"));
  EXPECT_THAT(failure("  " + short_of_one + "... # more\r\n"),
              HasSubstr("83 characters stand here; 81 are expected for 9x9 (p.txt:1:84)"));
  EXPECT_THAT(failure(short_of_one + ".\n" + std::string(255, '.')),
              HasSubstr("255 characters stand here; 256 are expected for 16x16 (p.txt:2:256)"));
  EXPECT_THAT(failure(std::string(626, '.')),
              HasSubstr("626 characters stand here; 625 are expected for 25x25 (p.txt:1:626)"));
  EXPECT_THAT(failure(std::string(15, '.')),
              HasSubstr("15 characters stand here; a puzzle in one line has 16, 81, 256 or 625 of them, a "
                        "row of a grid 4, 9, 16 or 25 (p.txt:1:16)"));
}

TEST(SudokuFormats, GridsOfAWrongShapeNameThePlace) {
  EXPECT_THAT(failure(""), HasSubstr("there is no puzzle in it (p.txt)"));
  EXPECT_THAT(failure("# none\n"), HasSubstr("there is no puzzle in it (p.txt)"));
  EXPECT_THAT(failure("1...\n....\n"), HasSubstr("the grid ends after 2 of 4 rows (p.txt:2:5)"));
  EXPECT_THAT(failure("1...\n...\n....\n...."),
              HasSubstr("3 characters stand here; 4 are expected for row 2 of 4x4 (p.txt:2:4)"));
  EXPECT_THAT(failure("1...\n....\n..|..|.\n...."), HasSubstr("5 characters stand here"));
  EXPECT_THAT(failure("1...\n....\n..|..|.\n...."), HasSubstr("(p.txt:3:7)"));
  EXPECT_THAT(failure("1 ......2...4.1."), HasSubstr("15 characters"));
  EXPECT_THAT(failure("1 .......2...4.1."), HasSubstr("the grid ends after 1 of 16 rows"));
}

TEST(SudokuFormats, ForeignCharactersNameThePlace) {
  EXPECT_THAT(failure("\n..x."), HasSubstr("'x' stands in a cell; a value is 1 to 9 or a letter from A to P, "
                                           "and an empty cell is a dot or 0 (p.txt:2:3)"));
  EXPECT_THAT(failure(".\xC3\xA9."), HasSubstr("'\xC3\xA9' stands in a cell"));
  EXPECT_THAT(failure(".q"), HasSubstr("(p.txt:1:2)"));
  EXPECT_THAT(failure("1......5..4...2."),
              HasSubstr("'5' stands in a cell; the values of a 4x4 grid are 1 to 4, and an empty cell is a "
                        "dot or 0 (p.txt:1:8)"));
  EXPECT_THAT(failure(std::string(80, '.') + "A"), HasSubstr("the values of a 9x9 grid are 1 to 9"));
  EXPECT_THAT(failure(std::string(255, '.') + "h"),
              HasSubstr("'h' stands in a cell; the values of a 16x16 grid are 1 to 9 and A to G"));
  EXPECT_EQ(failure(std::string(624, '.') + "p"), "no failure");
}

TEST(SudokuFormats, RepeatedGivensNameBothPlaces) {
  EXPECT_THAT(failure("\n1..1............"),
              HasSubstr("1 is given in row 1 column 1 and in row 1 column 4, twice in row 1; a value stands "
                        "there once (p.txt:2:4)"));
  EXPECT_THAT(failure(".3...........3.."),
              HasSubstr("3 is given in row 1 column 2 and in row 4 column 2, twice in column 2"));
  EXPECT_THAT(failure("..4....4........"),
              HasSubstr("4 is given in row 1 column 3 and in row 2 column 4, twice in box 2"));
  EXPECT_THAT(failure("..|4.\n..|.4\n..|..\n..|..\n"), HasSubstr("(p.txt:2:5)"));
  std::string large(256, '.');
  large[0] = 'f';
  large[240] = 'F';
  EXPECT_THAT(failure(large), HasSubstr("F is given in row 1 column 1 and in row 16 column 1"));
}

TEST(SudokuFormats, ASolution) {
  const Puzzle puzzle = test::read_one(four);
  const auto read = [&](std::string_view text) -> std::string {
    try {
      return one_line(parse_grid(puzzle, text, "g.txt"));
    } catch (const DataError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(read("1234341221434321"), "1234341221434321");
  EXPECT_EQ(read("# a try\n12 | 34\n3 4 1 2\n----+----\n\n2.43 # a hole\r\n4021"), "123434122.434.21");
  EXPECT_EQ(read("1 2 3 4 3412 | 2143 4321"), "1234341221434321");
  EXPECT_EQ(read("4444444444444444"), "4444444444444444") << "rules are for the judge";
  EXPECT_THAT(read("123434122143432"), HasSubstr("15 characters stand here; 16 are expected for a grid of "
                                                 "4x4 (g.txt:1:16)"));
  EXPECT_THAT(read("1234\n3412\n214\n4321"), HasSubstr("3 characters stand here; 4 are expected for a row"));
  EXPECT_THAT(read("1234\n3412\n214\n4321"), HasSubstr("(g.txt:3:4)"));
  EXPECT_THAT(read("1234\n3412\n"), HasSubstr("there are 2 rows; a solution has 4, or one line of all 16 "
                                              "characters (g.txt)"));
  EXPECT_THAT(read(""), HasSubstr("there are 0 rows"));
  EXPECT_THAT(read("1234\n3412\n2543\n4321"), HasSubstr("'5' stands in a cell"));
  EXPECT_THAT(read("1234\n3412\n2?43\n4321"), HasSubstr("(g.txt:3:2)"));
}

}  // namespace
}  // namespace skerry::sudoku
