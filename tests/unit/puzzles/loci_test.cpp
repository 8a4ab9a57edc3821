#include "puzzles/jump_maze/problem.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "puzzles/party/search/problem.hpp"
#include "puzzles/skyscraper/classic.hpp"
#include "puzzles/sudoku/classic.hpp"
#include "unit/puzzles/party/puzzles.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

#include <gtest/gtest.h>

namespace skerry {
namespace {

/// Checks that two genomes differ at as many loci as their distance says, which is a share of `places`.
template <CompleteProblem P>
void expect_loci_that_differ_as_far_as_genomes_do(P problem, double places) {
  static_assert(HasLoci<P>);
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
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
