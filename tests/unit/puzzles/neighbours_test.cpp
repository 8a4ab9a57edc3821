#include "puzzles/jump_maze/problem.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "puzzles/party/search/problem.hpp"
#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/skyscraper/latin_rows.hpp"
#include "puzzles/sudoku/classic.hpp"
#include "puzzles/sudoku/guided.hpp"
#include "unit/puzzles/party/puzzles.hpp"

#include <memory>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace skerry {
namespace {

/// Checks that neighbours of a random genome are valid, differ from it in few genes, and are not all equal.
template <CompleteProblem P>
void expect_small_steps(P problem, double most_distance) {
  static_assert(HasNeighbour<P>);
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const auto start = problem.sample(random);
    double farthest = 0;
    for (int step = 0; step < 40; ++step) {
      auto neighbour = start;
      problem.neighbour(neighbour, random);
      if constexpr (Validates<P>) {
        ASSERT_TRUE(problem.valid(neighbour));
      }
      const double distance = problem.distance(start, neighbour);
      ASSERT_LE(distance, most_distance + 1e-9);
      farthest = std::max(farthest, distance);
    }
    EXPECT_GT(farthest, 0);
  }
}

TEST(Neighbours, OfMazesDrawANumber) {
  expect_small_steps(jump_maze::JumpMazeProblem<2>(9), 1.0 / 81);
}

TEST(Neighbours, OfOneMaxFlipABit) {
  expect_small_steps(OneMax(70), 1.0 / 70);
}

TEST(Neighbours, OfPartiesTakeAnotherHero) {
  const auto roster = std::make_shared<const party::Roster>(party::read_texts(party::small_puzzle));
  expect_small_steps(party::PartyProblem(roster, {}), 1.0 / roster->nodes());
}

TEST(Neighbours, OfSkyscrapersChangeACellOrARow) {
  skyscraper::Puzzle puzzle(4);
  puzzle.givens[5] = 2;
  expect_small_steps(skyscraper::ClassicProblem(puzzle), 1.0 / 16);
  expect_small_steps(skyscraper::LatinRowsProblem(puzzle, {}), 1.0 / 4);
}

TEST(Neighbours, OfSudokusSwapTwoCells) {
  sudoku::Puzzle puzzle(3);
  puzzle.givens[0] = 5;
  expect_small_steps(sudoku::ClassicProblem<3>(puzzle, sudoku::CandidateArray::once), 2.0 / 81);
  expect_small_steps(sudoku::GuidedProblem<3>(puzzle, {}), 2.0 / 81);
}

}  // namespace
}  // namespace skerry
