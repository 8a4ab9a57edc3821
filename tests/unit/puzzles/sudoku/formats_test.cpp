#include "puzzles/sudoku/formats.hpp"

#include "puzzles/sudoku/puzzle.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/sudoku/grids.hpp"

namespace skerry::sudoku {
namespace {

constexpr std::string_view four = "1.......2...4.1.";

std::string failure(std::string_view text) {
  return message_of<DataError>([&] { parse_puzzles(text, "p.txt"); });
}

/// Expects a message of which this is a part.
void expect_failure(std::string_view text, std::string_view part) {
  EXPECT_THAT(failure(text), HasSubstr(part)) << text;
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
  for (auto&& [seed, random] : seeds(200)) {
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
    EXPECT_EQ(parse_grid(puzzle, std::to_string(puzzle.size()) + "\n" + draw_text(order, grid), "g.txt"),
              grid);
  }
}

TEST(SudokuFormats, LinesOfAWrongLengthNameThePlace) {
  const std::string short_of_one(80, '.');
  expect_failure("# one\n" + short_of_one, "80 characters stand here; 81 are expected for 9x9 (p.txt:2:81)");
  expect_failure("  " + short_of_one + "... # more\r\n",
                 "83 characters stand here; 81 are expected for 9x9 (p.txt:1:84)");
  expect_failure(short_of_one + ".\n" + std::string(255, '.'),
                 "255 characters stand here; 256 are expected for 16x16 (p.txt:2:256)");
  expect_failure(std::string(626, '.'),
                 "626 characters stand here; 625 are expected for 25x25 (p.txt:1:626)");
  expect_failure(std::string(15, '.'),
                 "15 characters stand here; a puzzle in one line has 16, 81, 256 or 625 of them, a "
                 "row of a grid 4, 9, 16 or 25 (p.txt:1:16)");
}

TEST(SudokuFormats, GridsOfAWrongShapeNameThePlace) {
  expect_failure("", "there is no puzzle in it (p.txt)");
  expect_failure("# none\n", "there is no puzzle in it (p.txt)");
  expect_failure("1...\n....\n", "the grid ends after 2 of 4 rows (p.txt:2:5)");
  expect_failure("1...\n...\n....\n....",
                 "3 characters stand here; 4 are expected for row 2 of 4x4 (p.txt:2:4)");
  expect_failure("1...\n....\n..|..|.\n....",
                 "5 characters stand here; 4 are expected for row 3 of 4x4 (p.txt:3:7)");
  expect_failure("1 ......2...4.1.", "15 characters");
  expect_failure("1 .......2...4.1.", "the grid ends after 1 of 16 rows");
}

TEST(SudokuFormats, ForeignCharactersNameThePlace) {
  expect_failure("\n..~.",
                 "'~' stands in a cell; a value is 1 to 9 or a letter from A to P, "
                 "and an empty cell is a dot or 0 (p.txt:2:3)");
  expect_failure(".\xC3\xA9.", "'\xC3\xA9' stands in a cell");
  expect_failure(".!", "(p.txt:1:2)");
  expect_failure("1......5..4...2.",
                 "'5' stands in a cell; the values of a 4x4 grid are 1 to 4, and an empty cell is a "
                 "dot or 0 (p.txt:1:8)");
  expect_failure(std::string(80, '.') + "A", "the values of a 9x9 grid are 1 to 9");
  expect_failure(std::string(255, '.') + "h",
                 "'h' stands in a cell; the values of a 16x16 grid are 1 to 9 and A to G");
  EXPECT_EQ(failure(std::string(624, '.') + "p"), "no error");
}

TEST(SudokuFormats, RepeatedGivensNameBothPlaces) {
  expect_failure("\n1..1............",
                 "1 is given in row 1 column 1 and in row 1 column 4, twice in row 1; a value stands "
                 "there once (p.txt:2:4)");
  expect_failure(".3...........3..", "3 is given in row 1 column 2 and in row 4 column 2, twice in column 2");
  expect_failure("..4....4........", "4 is given in row 1 column 3 and in row 2 column 4, twice in box 2");
  expect_failure("..|4.\n..|.4\n..|..\n..|..\n", "(p.txt:2:5)");
  std::string large(256, '.');
  large[0] = 'f';
  large[240] = 'F';
  expect_failure(large, "F is given in row 1 column 1 and in row 16 column 1");
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
  EXPECT_THAT(read("1234\n3412\n2!43\n4321"), HasSubstr("(g.txt:3:2)"));
}

constexpr std::string_view nine =
    "4162..98.....9.4.5........61.98..5.2.7.......5....9....617.......4..61..9...48.2.";

/// Returns a text with each `from` replaced.
std::string replaced(std::string text, char from, char to) {
  std::ranges::replace(text, from, to);
  return text;
}

/// Returns lines of `length` characters.
std::string in_rows(std::string_view text, std::size_t length) {
  std::string rows;
  for (std::size_t at = 0; at < text.size(); at += length)
    rows += std::string(text.substr(at, length)) + "\n";
  return rows;
}

/// Returns the cells with `between` them and `end` behind each row.
std::string in_fields(std::string_view text, std::size_t size, std::string_view between,
                      std::string_view end) {
  std::string rows;
  for (std::size_t at = 0; at < text.size(); ++at) {
    rows += text[at];
    rows += (at + 1) % size == 0 ? end : between;
  }
  return rows;
}

/// Returns givens of a random grid; all values but `without` occur, and value 1 does.
Grid random_givens(std::uint32_t order, std::uint64_t seed, std::uint8_t without = 0) {
  Random random(seed);
  const Grid grid = test::random_grid(order, random);
  Grid givens = test::puzzle_of(order, grid, 0.5, random).givens;
  const auto one = std::ranges::find(grid, std::uint8_t{1}) - grid.begin();
  givens[static_cast<std::size_t>(one)] = 1;
  if (without > 0) std::ranges::replace(givens, without, std::uint8_t{0});
  return givens;
}

TEST(SudokuFormats, ZerosBesideAnotherMarkAreValues) {
  for (std::uint32_t order = least_order; order <= max_order; ++order) {
    for (const char mark : {'.', '-', '*', '_', '?'}) {
      SCOPED_TRACE(testing::Message() << "order " << order << ", mark " << mark);
      const Grid givens = random_givens(order, order + static_cast<std::uint64_t>(mark));
      const std::string line = one_line(givens, Symbols::from_zero());
      const std::string rows = draw_text(order, givens, Symbols::from_zero());
      const bool frames = mark != '-';  // a drawing with frames of dashes has other marks
      for (const std::string& text : {replaced(line, '.', mark), frames ? replaced(rows, '.', mark) : line}) {
        const Puzzle puzzle = test::read_one(text);
        EXPECT_EQ(puzzle.order, order);
        EXPECT_EQ(puzzle.givens, givens);
        EXPECT_EQ(puzzle.symbols, Symbols::from_zero());
        EXPECT_EQ(one_line(puzzle, puzzle.givens), line);
      }
    }
  }
}

TEST(SudokuFormats, RowsOfSixteenWithoutBlanksAreAGrid) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Grid givens = random_givens(4, seed);
    for (const Symbols& symbols : {Symbols(), Symbols::from_zero(), Symbols::letters()}) {
      const std::string line = one_line(givens, symbols);
      const Puzzle puzzle = test::read_one("# rows\n" + in_rows(line, 16));
      EXPECT_EQ(puzzle.givens, givens);
      EXPECT_EQ(one_line(puzzle, puzzle.givens), line);
      EXPECT_EQ(test::read_one(in_rows(replaced(line, '.', '-'), 16)).givens, givens);
    }
  }
  EXPECT_EQ(parse_puzzles(in_rows(std::string(256, '.'), 16), "p.txt").size(), 16U) << "of 4x4, as before";
  const std::string short_of_one =
      in_rows(one_line(random_givens(4, 1), Symbols::from_zero()), 16).substr(17);
  expect_failure(short_of_one, "the grid ends after 15 of 16 rows (p.txt:15:17)");
}

TEST(SudokuFormats, AGridWithoutEmptyCellsMayBeginWithZero) {
  for (std::uint32_t order = least_order; order <= max_order; ++order) {
    const std::string text = one_line(test::pattern(order), Symbols::from_zero());
    EXPECT_EQ(one_line(test::read_one(text), test::read_one(text).givens), text);
  }
}

TEST(SudokuFormats, ZerosAreEmptyWhereTheyCanBeNoValues) {
  EXPECT_EQ(one_line(test::read_one("10.0....2...4.10").givens), "1.......2...4.1.") << "4 is a value";
  const Puzzle zeros = test::read_one(replaced(std::string(nine), '.', '0'));
  EXPECT_EQ(one_line(zeros, zeros.givens), nine);
}

TEST(SudokuFormats, ZerosThatMayBeBothAreRefused) {
  EXPECT_EQ(
      failure("0.0.\n..1.\n....\n3...\n"),
      "0 stands twice in row 1, and '.' marks empty cells, too; if 0 is a value (0 to 3 for 4x4), it stands "
      "there once, and if it is an empty cell, write all of them as a dot (p.txt:1:3)");
  std::string sixteen(256, '_');
  sixteen[5] = '0';
  sixteen[17] = 'F';
  sixteen[245] = '0';
  expect_failure(sixteen,
                 "0 stands twice in column 6, and '_' marks empty cells, too; if 0 is a "
                 "value (0 to 9 and A to F for 16x16)");
  expect_failure("...0.........0......" + std::string(61, '.'), "0 stands twice in box");
}

TEST(SudokuFormats, PuzzlesComeOneAfterAnotherOnceTheWholeTextIsRight) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += in_rows(four, 4);
  std::size_t read = 0;
  for_each_puzzle(text, "p.txt", [&](const Puzzle& puzzle) {
    EXPECT_EQ(one_line(puzzle.givens), four);
    EXPECT_EQ(puzzle.where, fmt::format("p.txt:{}", 4 * read++ + 1));
  });
  EXPECT_EQ(read, 100U);
  const auto count = [&](const Puzzle& /*puzzle*/) { ++read; };
  EXPECT_THAT(message_of<DataError>([&] { for_each_puzzle(text + "123", "p.txt", count); }),
              HasSubstr("(p.txt:401:"));
  EXPECT_EQ(read, 100U);
  const auto puzzles = parse_puzzles("1234\n----\n2143\n4321\n" + text + ".-..............\n", "p.txt");
  ASSERT_EQ(puzzles.size(), 102U);
  EXPECT_EQ(one_line(puzzles[0].givens), "1234....21434321") << "the last puzzle tells that dashes are cells";
}

TEST(SudokuFormats, OtherPuzzlesOfAFileTellTheSymbols) {
  const Grid with_zero = random_givens(4, 1);
  const Grid without_zero = random_givens(4, 2, 1);
  const std::string line = one_line(without_zero, Symbols::from_zero());
  for (const bool first : {true, false}) {
    const std::string other = one_line(with_zero, Symbols::from_zero());
    const auto puzzles = parse_puzzles(first ? line + "\n" + other : other + "\n" + line, "p.txt");
    const Puzzle& puzzle = puzzles[first ? 0 : 1];
    EXPECT_EQ(puzzle.givens, without_zero);
    EXPECT_EQ(one_line(puzzle, puzzle.givens), line);
  }
  const Puzzle alone = test::read_one(line);
  EXPECT_EQ(one_line(alone, alone.givens), line) << "with the usual symbols its characters are the same";
}

TEST(SudokuFormats, LettersMayBeAllSymbols) {
  for (std::uint32_t order = 3; order <= max_order; ++order) {
    const Grid givens = random_givens(order, order);
    for (const Symbols& symbols : {Symbols::letters(), Symbols::letters().lower_case()}) {
      const std::string line = one_line(givens, symbols);
      const Puzzle puzzle = test::read_one(line);
      EXPECT_EQ(puzzle.givens, givens);
      EXPECT_EQ(one_line(puzzle, puzzle.givens), line);
    }
  }
  const std::string word = one_line(random_givens(3, 5), Symbols("ADEKLRSTX"));
  const Puzzle puzzle = test::read_one(word);
  EXPECT_EQ(one_line(puzzle, puzzle.givens), word);
  EXPECT_EQ(puzzle.symbols.range(9), "the letters ADEKLRSTX");
  EXPECT_THAT(failure(one_line(random_givens(3, 5, 9), Symbols("ADEKLRSTZ"))),
              HasSubstr("the values of a 9x9 grid are 1 to 9"))
      << "eight letters do not tell the ninth";
  EXPECT_THAT(failure("A.xX?_*........."), HasSubstr("the values of a 4x4 grid are 1 to 4"))
      << "an X that marks an empty cell is no second letter";
}

TEST(SudokuFormats, NumbersMayHaveTwoDigits) {
  for (std::uint32_t order = 4; order <= max_order; ++order) {
    for (const std::uint32_t lowest : {0U, 1U}) {
      SCOPED_TRACE(testing::Message() << "order " << order << ", from " << lowest);
      const Symbols symbols = Symbols::numbers(lowest);
      const Grid givens = random_givens(order, order);
      for (const std::string& text : {draw_text(order, givens, symbols), one_line(givens, symbols)}) {
        const Puzzle puzzle = test::read_one(text);
        EXPECT_EQ(puzzle.givens, givens);
        EXPECT_EQ(puzzle.symbols, symbols);
        EXPECT_EQ(parse_grid(puzzle, text, "g.txt"), givens);
      }
      if (lowest == 1) {
        EXPECT_EQ(test::read_one(replaced(draw_text(order, givens, symbols), '.', '0')).givens, givens);
      }
    }
  }
}

TEST(SudokuFormats, WhatPublishedFilesPutAroundAPuzzleIsPassedOver) {
  const std::string rows = in_rows(nine, 9);
  const std::string zeros = replaced(std::string(nine), '.', '0');
  const std::string blanks = replaced(std::string(nine), '.', ' ');
  std::string fields_left_blank;
  for (std::size_t cell = 0; cell < nine.size(); ++cell) {
    if (nine[cell] != '.') fields_left_blank += nine[cell];
    fields_left_blank += (cell + 1) % 9 == 0 ? '\n' : ',';
  }
  std::string framed = " *-----------*\n";
  std::string boxes = "\xE2\x94\x8C\xE2\x94\x80\xE2\x94\x80\xE2\x94\x90\n";
  for (std::size_t row = 0; row < 9; ++row) {
    const std::string_view cells = nine.substr(9 * row, 9);
    framed += fmt::format(" |{}|{}|{}|\n{}", cells.substr(0, 3), cells.substr(3, 3), cells.substr(6),
                          row == 2 || row == 5 ? " |---+---+---|\n" : "");
    boxes += fmt::format("\xE2\x94\x82{}\xE2\x94\x82{}\xE2\x94\x82\n", cells.substr(0, 3), cells.substr(3));
  }
  const std::string texts[] = {
      replaced(std::string(nine), '.', '-'),
      replaced(std::string(nine), '.', '*'),
      replaced(std::string(nine), '.', '_'),
      replaced(std::string(nine), '.', '?'),
      replaced(std::string(nine), '.', 'x'),
      replaced(std::string(nine), '.', 'X'),
      zeros,
      blanks,
      in_rows(blanks, 9),
      replaced(rows, '.', '-'),
      replaced(rows, '\n', '\r'),
      in_fields(zeros, 9, ",", "\n"),
      in_fields(zeros, 9, ", ", ",\n"),
      in_fields(zeros, 9, ";", "\n"),
      fields_left_blank,
      replaced(fields_left_blank, ',', '\t'),
      replaced(fields_left_blank, ',', ';'),
      "[[" + in_fields(zeros, 9, ", ", "],\n [") + "]]",
      "\"" + std::string(nine) + "\"",
      "[Puzzle]\n" + rows,
      "#Aname\n#Dtext\n[Puzzle]\n" + rows + "[State]\n" + replaced(rows, '4', '.'),
      "Grid 01\n" + in_rows(zeros, 9),
      "Puzzle 007:\n" + rows,
      "9\n" + in_fields(zeros, 9, " ", "\n"),
      "9 9\n" + rows,
      "3\n" + rows,
      "9x9\n" + rows,
      "3 x 3\n" + rows,
      "quizzes,solutions\n" + zeros + "," + one_line(test::pattern(3)),
      "id;puzzle;rating\n17;" + std::string(nine) + ";1.2",
      "0a1b2c3d " + zeros + "  7.2",
      std::string(nine) + " 24 # hard",
      std::string(nine) + "\t9",
      framed,
      framed + " *-----------*\n",
      boxes,
      "+-------+-------+-------+\n" + draw_text(3, test::read_one(nine).givens) +
          "+-------+-------+-------+\n",
      "puzzle 1: one solution; 1 rounds\n" + rows,
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    EXPECT_EQ(failure(text), "no error");
    const auto puzzles = parse_puzzles(text, "p.txt");
    ASSERT_EQ(puzzles.size(), 1U);
    EXPECT_EQ(one_line(puzzles[0].givens), nine);
    EXPECT_EQ(one_line(puzzles[0], puzzles[0].givens), nine);
  }
}

TEST(SudokuFormats, ManyPuzzlesInPublishedForms) {
  const std::string zeros = replaced(std::string(nine), '.', '0');
  std::string table = "quizzes,solutions\n", titled;
  for (int i = 0; i < 50; ++i) {
    table += zeros + "," + one_line(test::pattern(3)) + "\n";
    titled += fmt::format("Grid {:02}\n{}", i + 1, in_rows(zeros, 9));
  }
  for (const std::string& text : {table, titled}) {
    const auto puzzles = parse_puzzles(text, "p.txt");
    ASSERT_EQ(puzzles.size(), 50U);
    EXPECT_EQ(one_line(puzzles.back().givens), nine);
  }
  const std::string rows_of_dashes = "---------\n4-6---98-\n---------\n" + in_rows(std::string(54, '-'), 9);
  EXPECT_EQ(one_line(test::read_one(rows_of_dashes).givens).substr(9, 9), "4.6...98.");
}

TEST(SudokuFormats, ASolutionIsNotTakenForThePuzzleBesideIt) {
  const std::string lost = replaced(std::string(nine), '.', '0').substr(1);
  expect_failure(lost + "," + one_line(test::pattern(3)), "161 characters stand here");
  expect_failure(one_line(test::pattern(3)) + "," + lost, "161 characters stand here");
  EXPECT_EQ(test::read_one(one_line(test::pattern(3)) + " done").givens, test::pattern(3));
}

TEST(SudokuFormats, GameIdsOfSolo) {
  EXPECT_EQ(one_line(test::read_one("3x3:a9a6b7b5c3c6a1_6c2a8d9_2a6a9_5d4c8a4c5c5a7d3c4j9b").givens),
            ".9.6..7..5...3...6.16...2.8....92.6.95....4...8.4...5...5.7....3...4..........9..");
  EXPECT_EQ(one_line(test::read_one("2x2db:1g2c4a1a").givens), "1.......2...4.1.");
  EXPECT_EQ(one_line(test::read_one("2:1g2c4a1a,").givens), "1.......2...4.1.");
  const Puzzle large = test::read_one("4x4m8de:16_15a3zzzzzzzzzr");
  EXPECT_EQ(one_line(large, large.givens).substr(0, 12), "16 15 . 3 . ");
  EXPECT_EQ(draw_text(large, large.givens).substr(0, 13), "16 15  .  3 |");
  expect_failure("2x3:zj", "the boxes are 2x3; they are 2x2, 3x3, 4x4 or 5x5 here (p.txt:1:1)");
  expect_failure("9j:zzzc,aab", "a jigsaw sudoku, whose boxes have other shapes");
  expect_failure("3x3xdu:zzzc", "a sudoku X, whose diagonals count");
  expect_failure("3x3k:zzzc,aab", "a killer sudoku, which has cages");
  expect_failure("2x2:1g2c4a1b", "the givens are of more than 16 cells");
  expect_failure("2x2:1g2c4a1", "the givens are of 15 cells; the puzzle has 16 (p.txt:1:12)");
  expect_failure("2x2:0g2c4a1a", "'0' stands among the givens");
  expect_failure("2x2:1g2c4a9a", "'9' stands in a cell; the values of a 4x4 grid are 1 to 4");
  expect_failure("2x2:1g,1g", "a part follows the givens");
}

TEST(SudokuFormats, OtherKindsOfFilesAreNamed) {
  const std::string short_of_one(80, '.');
  expect_failure(std::string(729, '1'), "the candidates of a sukaku");
  expect_failure("[Notes]\n" + in_rows(nine, 9),
                 "a section [notes] begins here; the section of a puzzle is [Puzzle] (p.txt:1:1)");
  expect_failure("16\n" + in_rows(nine, 9), "a line of the size 16 stands here, and 9 characters behind it");
  expect_failure(in_rows(std::string(36, '.'), 6), "6 characters stand here");
  expect_failure("12. | ..6\n..6 | 1..\n",
                 "these look like rows of 6 cells; grids are 4x4, 9x9, 16x16 and 25x25");
  expect_failure(":0000:x:" + short_of_one + "4:::", "this looks like a line of HoDoKu's library");
  expect_failure("https://sudoku.example/solve?bd=" + short_of_one + "4", "this looks like a link");
  expect_failure("<?xml version=\"1.0\"?>\n<game data=\"" + short_of_one + "4\"/>\n", "this looks like XML");
  expect_failure("{\"puzzle\": \"" + short_of_one + "4\"}\n", "this looks like a JSON object");
  std::string parted;
  for (int row = 0; row < 9; ++row) parted += std::string(row > 0 ? "." : "") + "080000005";
  expect_failure(parted,
                 "89 characters stand here; 81 are expected for 9x9 (p.txt:1:82); these look like nine rows");
  expect_failure("| 234 9 2348 | 6 18 1458 | 7 1345 145 |\n", "these look like candidates");
}

TEST(SudokuFormats, ASolutionInTheSymbolsOfThePuzzle) {
  for (const Symbols& symbols :
       {Symbols::from_zero(), Symbols::letters(), Symbols::numbers(0), Symbols::numbers(1)}) {
    const Grid grid = test::pattern(4);
    Puzzle puzzle(4);
    puzzle.symbols = symbols;
    EXPECT_EQ(parse_grid(puzzle, one_line(grid, symbols), "g.txt"), grid);
    EXPECT_EQ(parse_grid(puzzle, draw_text(puzzle, grid), "g.txt"), grid);
    if (!symbols.as_numbers()) {
      EXPECT_EQ(parse_grid(puzzle, in_rows(one_line(grid, symbols), 16), "g.txt"), grid);
    }
  }
  Puzzle puzzle(2);
  puzzle.symbols = Symbols::from_zero();
  EXPECT_EQ(parse_grid(puzzle, "0123 23.1 1032 3210", "g.txt"),
            (Grid{1, 2, 3, 4, 3, 4, 0, 2, 2, 1, 4, 3, 4, 3, 2, 1}));
  EXPECT_EQ(message_of<DataError>([&] { parse_grid(puzzle, "0123 2341 1032 3210", "g.txt"); }),
            "'4' stands in a cell; the values of this 4x4 grid are 0 to 3, and an empty cell is a dot "
            "(g.txt:1:8)");
}

}  // namespace
}  // namespace skerry::sudoku
