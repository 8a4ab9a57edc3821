#include "puzzles/party/search/problem.hpp"

#include "skerry/detail/algorithms/genetic_island.hpp"

#include "support/testing.hpp"
#include "unit/allocations.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace {

PartyProblem random_problem(Random& random, const test::RandomPuzzleSettings& settings = {},
                            const VariationSettings& variation = {}) {
  return PartyProblem(test::random_roster(random, settings), {}, variation);
}

bool all_different(const PartyProblem& problem, const PartyProblem::Genome& genome) {
  const auto nodes = problem.roster().nodes();
  return std::set(genome.begin(), genome.begin() + nodes).size() == nodes &&
         std::all_of(genome.begin() + nodes, genome.end(), [](std::uint32_t hero) { return hero == nobody; });
}

TEST(PartyProblem, NoOperatorRepeatsAHero) {
  for (auto&& [seed, random] : seeds_from_1(skerry::test::random_cases(200U))) {
    PartyProblem problem = random_problem(random, {.most_heroes = 10, .graded = seed % 3 == 0},
                                          {.mutated_return = seed % 2 == 0});
    auto a = problem.sample(random);
    for (int round = 0; round < 20; ++round) {
      const auto b = problem.sample(random);
      auto child = problem.crossover(a, b, random);
      ASSERT_TRUE(all_different(problem, child));
      problem.mutate(child, 0.4, random);
      ASSERT_TRUE(all_different(problem, child));
      if (problem.evaluate(child).violation > 0) problem.repair(child, random);
      ASSERT_TRUE(all_different(problem, child));
      Score score = problem.evaluate(child);
      const Score before = score;
      problem.improve(child, score, 200, random);
      ASSERT_TRUE(all_different(problem, child));
      ASSERT_EQ(problem.evaluate(child), score);
      ASSERT_EQ(problem.parse(problem.describe(child), "text"), child);
      ASSERT_LE(key_of(score, problem.direction()), key_of(before, problem.direction()));
      a = child;
    }
  }
}

TEST(PartyProblem, MakesNoMoreEvaluationsThanAreLeft) {
  for (auto&& [seed, random] : seeds_from_1(skerry::test::random_cases(200U))) {
    PartyProblem problem = random_problem(random, {.most_heroes = 10}, {.annealing = true});
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t left = random.below(4);
      problem.limit_evaluations(left);
      auto genome = problem.sample(random);
      problem.mutate(genome, 0.4, random);
      problem.repair(genome, random);
      ASSERT_TRUE(all_different(problem, genome));
      ASSERT_LE(problem.take_evaluations(), left);
    }
  }
}

TEST(PartyProblem, MutationReplacesItsShareAndSparesTheLocked) {
  Random random(5);
  Puzzle puzzle = test::random_puzzle(random);
  for (Node& node : puzzle.nodes) node = {};
  puzzle.nodes[0].locked = 3;
  PartyProblem problem(std::make_shared<const Roster>(puzzle), {});
  const auto genome = problem.sample(random);
  int changed = 0;
  constexpr int rounds = 5000;
  for (int round = 0; round < rounds; ++round) {
    auto child = genome;
    problem.mutate(child, 0.2, random);
    ASSERT_EQ(child[0], genome[0]);
    for (std::uint32_t node = 1; node < problem.roster().nodes(); ++node)
      changed += child[node] != genome[node];
  }
  EXPECT_NEAR(changed / (rounds * (problem.roster().nodes() - 1.0)), 0.2, 0.01);
}

/// In such a party every hero has a node, and a mutation that looks for a free hero would never end.
TEST(PartyProblem, WhereEveryHeroHasANodeMutationChangesPlaces) {
  PartyProblem problem(test::free_roster(4, 4, true), {});
  Random random(8);
  auto genome = problem.sample(random);
  std::set<PartyProblem::Genome> seen;
  for (int round = 0; round < 500; ++round) {
    problem.mutate(genome, 0.5, random);
    ASSERT_TRUE(all_different(problem, genome));
    ASSERT_EQ(genome[1], 1U);
    seen.insert(genome);
  }
  EXPECT_EQ(seen.size(), 6U);

  Genetic settings;
  settings.improve_rate = 0.5;
  GeneticIsland<PartyProblem> island(problem, settings, 1, 0);
  island.initialise();
  island.evolve(20);
  EXPECT_EQ(island.best_key(), (Key{0, 10}));
}

TEST(PartyProblem, TellsGenomesFromWhatIsNone) {
  Random random(9);
  const PartyProblem problem(std::make_shared<const Roster>(read_texts(small_puzzle)), {});
  auto sampler = problem;
  const auto genome = sampler.sample(random);
  EXPECT_TRUE(problem.valid(genome));
  auto other = genome;
  other[1] = other[0];
  EXPECT_FALSE(problem.valid(other)) << "a hero twice";
  EXPECT_GT(sampler.evaluate(other).violation, 0);
  other[1] = problem.roster().heroes();
  EXPECT_FALSE(problem.valid(other)) << "a hero that is not there";
  other = genome;
  other[3] = 0;
  EXPECT_FALSE(problem.valid(other)) << "a hero beyond the nodes";
}

/// Finds the optimum of small puzzles by trying every party; the search must find it as well.
TEST(PartyProblem, FindsTheOptimumOfSmallPuzzles) {
  int solvable = 0;
  const int seeds = skerry::test::random_cases(20);
  for (auto&& [seed, random] : seeds_from_1(seeds)) {
    auto problem = random_problem(
        random, {.most_heroes = 8, .most_nodes = 3, .graded = seed % 2 == 0, .alike = seed % 3 == 0});
    const auto best = test::best_fitness(problem.puzzle());
    if (!best) continue;
    ++solvable;
    Genetic settings;
    settings.improve_rate = 1;
    GeneticIsland<PartyProblem> island(problem, settings, static_cast<std::uint64_t>(seed), 0);
    island.initialise();
    island.evolve(50);
    EXPECT_EQ(island.best_key(), key_of(Score{0, *best}, problem.direction()));
  }
  EXPECT_GT(solvable, seeds / 2);
}

TEST(PartyProblem, NamesWhatKeepsItFromFeasibleParties) {
  Random random(10);
  Puzzle puzzle = test::too_high_a_level(random);
  PartyProblem problem(std::make_shared<const Roster>(puzzle), {});
  EXPECT_EQ(problem.obstacle(), "");
  problem.sample(random);
  EXPECT_THAT(problem.obstacle(), HasSubstr("'average level at least 61' emptied the pool in 11 of 11"));

  puzzle.requirements.clear();
  puzzle.synergy.at_least = 1;
  puzzle.synergy.curve = {0, 0.5};
  PartyProblem unsynergetic(std::make_shared<const Roster>(puzzle), {});
  unsynergetic.sample(random);
  EXPECT_THAT(unsynergetic.obstacle(), HasSubstr("synergy reached at most"));
}

#ifndef SKERRY_SANITIZE  // under which it counts the same, for half a minute
TEST(PartyProblem, AllocatesNothingPerIndividualOnceWarm) {
  Random random(8);
  Genetic settings;
  settings.improve_rate = 0.5;
  settings.improve_budget = 50;
  for (const bool graded : {false, true}) {
    SCOPED_TRACE(testing::Message() << "graded " << graded);
    GeneticIsland<PartyProblem> island(random_problem(random, {.graded = graded}, {.mutated_return = false}),
                                       settings, 1, 0);
    island.initialise();
    island.evolve(50);
    island.forget();
    const std::size_t before = skerry::test::allocations();
    island.evolve(50);
    EXPECT_EQ(skerry::test::allocations(), before);
  }
}
#endif

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
