#include "puzzles/party/search/problem.hpp"
#include "unit/allocations.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

std::vector<Measure> all_measures(const Puzzle& puzzle, Random& random) {
  std::vector<Measure> measures = {{"price", MeasureKind::fitness}, {"synergy", MeasureKind::synergy}};
  for (std::uint32_t column = 0; column < puzzle.pool.numeric.size(); ++column) {
    for (const MeasureKind kind :
         {MeasureKind::sum, MeasureKind::mean, MeasureKind::least, MeasureKind::most})
      measures.push_back({"number", kind, column});
  }
  for (std::uint32_t column = 0; column < puzzle.pool.categorical.size(); ++column) {
    const CategoricalColumn& of = puzzle.pool.categorical[column];
    const std::uint32_t value = random.below(static_cast<std::uint32_t>(of.values.size()));
    if (!of.many) measures.push_back({"distinct", MeasureKind::distinct, column});
    measures.push_back({"count", MeasureKind::count, column, value});
    measures.push_back({"share", MeasureKind::share, column, value});
  }
  return measures;
}

TEST(PartyMeasured, AgreesWithTheReference) {
  Random random(17, 0);
  for (int i = 0; i < 60; ++i) {
    const auto roster = test::random_roster(random, {.graded = i % 3 == 0});
    const Puzzle& puzzle = roster->puzzle();
    const std::vector<Measure> measures = all_measures(puzzle, random);
    const Measured fast(*roster, measures);
    const std::vector<std::uint32_t> party = test::random_party(puzzle, random);
    std::vector<std::uint32_t> places;
    for (const std::uint32_t hero : party) places.push_back(roster->price_place(hero));
    std::vector<double> values(measures.size());
    fast(*roster, places, values);
    for (std::size_t m = 0; m < measures.size(); ++m)
      EXPECT_NEAR(values[m], measured(puzzle, measures[m], party), 1e-9) << measures[m].name;
  }
}

TEST(PartyMeasured, AProblemMeasuresWithoutAllocating) {
  Random random(18, 0);
  PartyProblem problem(test::random_roster(random), ConstructionSettings{});
  const PartyProblem::Genome genome = problem.sample(random);
  std::vector<double> features(problem.features().size());
  std::vector<double> objectives(problem.objectives().size());
  const std::size_t before = skerry::test::allocations();
  problem.features(genome, features);
  problem.objectives(genome, objectives);
  EXPECT_EQ(skerry::test::allocations(), before);
}

}  // namespace
}  // namespace skerry::party
