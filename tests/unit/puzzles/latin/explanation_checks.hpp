#pragma once

#include "puzzles/latin/deduction.hpp"
#include "puzzles/latin/explanation.hpp"
#include "support/testing.hpp"

namespace skerry::latin::test {

/// Checks that a cell has no candidate, or a unit no cell for a value.
inline bool contradictory(const Board& board, const Marks& marks) {
  for (std::uint32_t unit = 0; unit < board.unit_count(); ++unit) {
    std::uint32_t there = 0;
    for (const std::uint32_t cell : board.cells(unit)) {
      there |= marks[cell];
      if (marks[cell] == 0) return true;
    }
    if (there != board.all_values()) return true;
  }
  return false;
}

/// Checks that each step takes or places what is there, and that nothing is left out that a guess needs.
inline void expect_refuted(const Board& board, Marks marks, const Step& guess) {
  ASSERT_EQ(guess.removes.size(), 1U);
  marks.place(board, guess.removes.front());
  ASSERT_FALSE(guess.refutation.empty());
  for (const Step& step : guess.refutation) {
    for (const CellValues& removed : step.removes) {
      EXPECT_EQ(marks[removed.cell] & removed.values, removed.values) << step.argument;
    }
    for (const CellValues& placed : step.places) EXPECT_FALSE(marks.placed[placed.cell]) << step.argument;
    if (step.rule == "guess") expect_refuted(board, marks, step);
    EXPECT_EQ(step.contradiction, &step == &guess.refutation.back());
    marks.take(board, step);
  }
  const Step& last = guess.refutation.back();
  EXPECT_TRUE(contradictory(board, marks) || !last.clues.empty()) << last.argument;
}

/// Asks the exact solver of each step: what it removes is in no solution, and what it places in all. Returns
/// the names of the rules.
template <class Puzzle>
std::set<std::string_view> expect_sound(const Puzzle& puzzle, const Board& board,
                                        const Explanation& explanation) {
  const auto solved = solve(puzzle, 2);
  // With all values that are placed, since those of earlier steps are in all solutions.
  Puzzle known = puzzle;
  const auto in_some_solution = [&](std::uint32_t cell, std::uint32_t value) {
    if (solved.solutions == 0) return false;
    if (solved.solutions == 1) return (*solved.grid)[cell] == value;
    Puzzle with = known;
    with.givens[cell] = static_cast<std::uint8_t>(value);
    return (known.givens[cell] == 0 || known.givens[cell] == value) && solve(with, 1).solutions > 0;
  };
  std::set<std::string_view> rules;
  Marks marks(board, puzzle.givens);
  for (const Step& step : explanation.steps) {
    SCOPED_TRACE(testing::Message() << step.rule << ": " << step.argument << ", so "
                                    << effect_of(board, step));
    rules.insert(step.rule);
    EXPECT_TRUE(step.useful());
    EXPECT_EQ(step.contradiction, solved.solutions == 0 && &step == &explanation.steps.back());
    if (step.rule == "guess") expect_refuted(board, marks, step);
    const Marks before = marks;
    marks.take(board, step);
    for (std::uint32_t cell = 0; cell < board.cell_count(); ++cell) {
      for (std::uint32_t gone = before[cell] & ~marks[cell]; gone != 0; gone &= gone - 1) {
        EXPECT_FALSE(in_some_solution(cell, lowest(gone))) << board.cell_name(cell) << " " << lowest(gone);
      }
    }
    for (const CellValues& placed : step.places) {
      known.givens[placed.cell] = static_cast<std::uint8_t>(lowest(placed.values));
    }
  }
  EXPECT_EQ(explanation.candidates, marks.candidates);
  using End = Explanation::End;
  if (solved.solutions == 0) {
    EXPECT_EQ(explanation.end, End::contradiction);
  } else if (solved.solutions > 1) {
    EXPECT_EQ(explanation.end, End::ambiguous);
  } else {
    EXPECT_TRUE(explanation.end == End::solved || explanation.end == End::open);
  }
  if (explanation.end == End::solved) {
    EXPECT_TRUE(std::ranges::all_of(marks.candidates, single<std::uint32_t>));
  }
  return rules;
}

}  // namespace skerry::latin::test
