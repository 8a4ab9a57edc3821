#include "puzzles/jump_maze/formats.hpp"

#include "support/testing.hpp"
#include "unit/puzzles/jump_maze/mazes.hpp"

namespace skerry::jump_maze {
namespace {

std::string failure(const std::string& text) {
  return message_of<DataError>([&] { parse_mazes(text, "m.txt"); });
}

TEST(JumpMazeFormats, AFileHoldsManyMazesPartedByBlankLines) {
  const auto mazes = parse_mazes(
      "# two\n\n 1 1 \n1\t0\n \t\n# the second\n2 1 2\n# within it\n1 1 2 # a row\r\n2 1 0", "m.txt");
  ASSERT_EQ(mazes.size(), 2U);
  EXPECT_EQ(mazes[0].size, 2U);
  EXPECT_THAT(mazes[0].jumps, ElementsAre(1, 1, 1, 0));
  EXPECT_EQ(mazes[1].size, 3U);
  EXPECT_THAT(mazes[1].jumps, ElementsAre(2, 1, 2, 1, 1, 2, 2, 1, 0));
}

TEST(JumpMazeFormats, WhatIsWrittenIsReadBack) {
  for (std::uint32_t size = least_size; size <= max_size; ++size) {
    SCOPED_TRACE(testing::Message() << "size and seed " << size);
    Random random(size);
    const Maze maze = test::random_maze(size, random);
    EXPECT_EQ(parse_maze(size, maze_text(maze), "m.txt"), maze);
  }
}

TEST(JumpMazeFormats, ColumnsAreAlignedToTheRight) {
  const std::vector<std::string> words = {"1", "10", "X", "7"};
  EXPECT_EQ(grid_text(2, words), " 1 10\n X  7\n");
  EXPECT_EQ(maze_text(test::read_one("1 1\n1 0\n")), "1 1\n1 0\n");
}

TEST(JumpMazeFormats, EveryMistakeIsNamedWithItsPlace) {
  EXPECT_EQ(failure(""), "there is no maze in it (m.txt)");
  EXPECT_EQ(failure("# none\n\n"), "there is no maze in it (m.txt)");
  EXPECT_EQ(failure("1 1 2\n1 1\n2 1 0\n"),
            "2 numbers stand in this row; 3 are expected, as in the first of the maze (m.txt:2:4)");
  EXPECT_EQ(failure("1 1\n1 0  5\n"),
            "3 numbers stand in this row; 2 are expected, as in the first of the maze (m.txt:2:6)");
  EXPECT_EQ(failure("2 1 2\n1 1 1\n"),
            "the maze ends after 2 of 3 rows; it has as many rows as columns (m.txt:2:6)");
  EXPECT_EQ(failure("1 1\n1 0\n 1 1\n"),
            "another row follows the 2 of a 2x2 maze; a blank line stands between mazes (m.txt:3:2)");
  EXPECT_EQ(failure("\n3\n"),
            "1 number stands in a row; a maze has 2 to 22 rows of as many numbers (m.txt:2:2)");
  EXPECT_EQ(failure("2 x 2\n1 1 1\n2 2 0\n"),
            "'x' stands in row 1 column 2; the jumps from there that stay inside 3x3 are 1 to 2 (m.txt:1:3)");
  EXPECT_THAT(failure("2 3 2\n1 1 1\n2 2 0\n"), HasSubstr("'3' stands in row 1 column 2; "));
  EXPECT_THAT(failure("2 -1 2\n1 1 1\n2 2 0\n"), HasSubstr("'-1' stands in row 1 column 2; "));
  EXPECT_EQ(failure("2 1 2\n1 2 1\n2 2 0\n"),
            "'2' stands in row 2 column 2; the only jump from there that stays inside 3x3 is 1 (m.txt:2:3)");
  EXPECT_EQ(failure("2 1 0\n1 1 1\n2 2 0\n"),
            "'0' stands in row 1 column 3; the jumps from there that stay inside 3x3 are 1 to 2 (m.txt:1:5)");
  EXPECT_EQ(failure("1 1\n1 1\n"), "'1' stands in row 2 column 2; the goal, bottom right, is 0 (m.txt:2:3)");
  EXPECT_EQ(failure("1 1\n1 \xe2\x82\xac\n"),
            "'\xe2\x82\xac' stands in row 2 column 2; the goal, bottom right, is 0 (m.txt:2:3)");
}

TEST(JumpMazeFormats, SizesEndAt22) {
  std::string row;
  for (int at = 0; at < 23; ++at) row += "1 ";
  EXPECT_THAT(
      failure(row),
      HasSubstr("23 numbers stand in a row; a maze has 2 to 22 rows of as many numbers (m.txt:1:45)"));
  Random random(1);
  const std::string text = maze_text(test::random_maze(22, random));
  EXPECT_THAT(failure(text + text.substr(0, text.find('\n'))),
              HasSubstr("another row follows the 22 of a 22x22 maze"));
}

TEST(JumpMazeFormats, ASolutionIsOneMazeOfItsSize) {
  const auto message = [](const std::string& text) -> std::string {
    return message_of<DataError>([&] { parse_maze(3, text, "m.txt"); });
  };
  EXPECT_EQ(message("1 1\n1 0\n"), "the maze is 2x2; one of 3x3 is expected (m.txt)");
  EXPECT_EQ(message("1 1\n1 0\n\n1 1\n1 0\n"), "there are 2 mazes; one is expected (m.txt)");
}

TEST(JumpMazeFormats, PublishedFormsOfGrids) {
  for (const std::string text :
       {"2,1,2\n1,1,1\n2,1,0\n", "2, 1, 2\n1, 1, 1\n2, 1, 0\n", "[[2,1,2],[1,1,1],[2,1,0]]",
        "[[2, 1, 2],\n [1, 1, 1],\n [2, 1, 0]]\n", "212\n111\n210\n", "3\n2 1 2\n1 1 1\n2 1 0\n",
        "3 3\n2 1 2\n1 1 1\n2 1 G\n", "3 3\n\n212\n111\n210\n", "3 3\n212\n111\n211\n",
        "3 3\n212\n111\n217\n", "# a contest's\n3 3 # rows and columns\n212\n111\n210\n",
        "2 1 2\n1 1 1\n2 1 *\n", "212\n111\n21x\n"}) {
    SCOPED_TRACE(text);
    EXPECT_EQ(failure(text), "no error");
    EXPECT_THAT(parse_maze(3, text, "m.txt").jumps, ElementsAre(2, 1, 2, 1, 1, 1, 2, 1, 0));
  }
  EXPECT_THAT(parse_maze(2, "2 2\n1 1\n1 0\n", "m.txt").jumps, ElementsAre(1, 1, 1, 0));
  EXPECT_THAT(parse_maze(2, "2\n11\n10\n", "m.txt").jumps, ElementsAre(1, 1, 1, 0));
  EXPECT_EQ(parse_mazes("2 2\n11\n11\n\n2 2\n11\n10\n", "m.txt").size(), 2U);
}

TEST(JumpMazeFormats, GridsThatAreNotSquareAreNamed) {
  EXPECT_EQ(failure("2 1 2 1\n1 1 1 1\n2 1 1 0\n"),
            "the maze ends after 3 of 4 rows; it has as many rows as columns (m.txt:3:8)");
  EXPECT_EQ(failure("3 4\n2121\n1111\n2110\n"),
            "the size is 3 x 4; a maze has as many rows as columns (m.txt:1:1)");
  EXPECT_EQ(failure("4 4\n2121\n1111\n2110\n"),
            "the size is 4 x 4, and 3 rows follow, the first one of 4; a maze has as many rows and columns "
            "as its size "
            "says (m.txt:1:1)");
  EXPECT_EQ(failure("21\n11\n20\n"),
            "another row follows the 2 of a 2x2 maze; a blank line stands between mazes (m.txt:3:1)");
  EXPECT_EQ(failure("3 3\n212\n101\n211\n"),
            "'0' stands in row 2 column 2; the only jump from there that stays inside 3x3 is 1 (m.txt:3:2)");
  EXPECT_EQ(failure("212\n111\n211\n"),
            "'1' stands in row 3 column 3; the goal, bottom right, is 0 (m.txt:3:3)");
}

}  // namespace
}  // namespace skerry::jump_maze
