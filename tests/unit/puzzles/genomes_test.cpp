#include "puzzles/jump_maze/problem.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "puzzles/party/search/problem.hpp"
#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/skyscraper/latin_rows.hpp"
#include "puzzles/sudoku/classic.hpp"
#include "puzzles/sudoku/guided.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry {
namespace {

/// Checks that neighbours of a random genome are valid, differ from it in few genes, and are not all equal.
template <CompleteProblem P>
void expect_small_steps(P problem, double most_distance) {
  static_assert(HasNeighbour<P>);
  for (auto&& [seed, random] : seeds_from_1(50)) {
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

TEST(Neighbours, DifferInANumberACellARowOrAHero) {
  expect_small_steps(jump_maze::JumpMazeProblem<2>(9), 1.0 / 81);
  expect_small_steps(OneMax(70), 1.0 / 70);
  const auto roster = std::make_shared<const party::Roster>(party::read_texts(party::small_puzzle));
  expect_small_steps(party::PartyProblem(roster, {}), 1.0 / roster->nodes());
  skyscraper::Puzzle towers(4);
  towers.givens[5] = 2;
  expect_small_steps(skyscraper::ClassicProblem(towers), 1.0 / 16);
  expect_small_steps(skyscraper::LatinRowsProblem(towers, {}), 1.0 / 4);
  sudoku::Puzzle open(3);
  open.givens[0] = 5;
  expect_small_steps(sudoku::ClassicProblem<3>(open, sudoku::CandidateArray::once), 2.0 / 81);
  expect_small_steps(sudoku::GuidedProblem<3>(open, {}), 2.0 / 81);
}

/// Checks that two genomes differ at as many loci as their distance says, which is a share of `places`.
template <CompleteProblem P>
void expect_loci_that_differ_as_far_as_genomes_do(P problem, double places) {
  static_assert(HasLoci<P>);
  std::size_t found = 0;
  for (auto&& [seed, random] : seeds_from_1(20)) {
    const auto a = problem.sample(random);
    const auto b = problem.sample(random);
    Loci of_a, of_b;
    problem.loci(a, of_a);
    problem.loci(b, of_b);
    ASSERT_EQ(of_a.values().size(), of_b.values().size());
    std::size_t different = 0;
    for (std::size_t locus = 0; locus < of_a.values().size(); ++locus) {
      different += of_a.values()[locus] != of_b.values()[locus];
    }
    found += different;
    EXPECT_NEAR(static_cast<double>(different), places * problem.distance(a, b), 1e-9) << "seed " << seed;
  }
  EXPECT_GT(found, 0U);
}

TEST(LociOfPuzzles, DifferAsFarAsGenomesDo) {
  expect_loci_that_differ_as_far_as_genomes_do(OneMax(70), 70);
  expect_loci_that_differ_as_far_as_genomes_do(jump_maze::JumpMazeProblem<2>(9), 81);
  const auto roster = std::make_shared<const party::Roster>(party::read_texts(party::small_puzzle));
  expect_loci_that_differ_as_far_as_genomes_do(party::PartyProblem(roster, {}), roster->nodes());
  expect_loci_that_differ_as_far_as_genomes_do(skyscraper::ClassicProblem(skyscraper::Puzzle(4)), 16);
  expect_loci_that_differ_as_far_as_genomes_do(
      sudoku::ClassicProblem<3>(sudoku::Puzzle(3), sudoku::CandidateArray::once), 81);
}

}  // namespace
}  // namespace skerry
