#include "skerry/detail/algorithms/local_search_island.hpp"

#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"
#include "unit/engine/algorithms/island_checks.hpp"

namespace skerry {
namespace {

LocalSearch settings_of(LocalSearchKind algorithm) {
  LocalSearch settings;
  settings.kind = algorithm;
  settings.population = 1;
  settings.offspring = 10;
  return settings;
}

constexpr LocalSearchKind algorithms[] = {LocalSearchKind::hill_climbing, LocalSearchKind::random_restart,
                                          LocalSearchKind::random_walk};

/// The genome is a number from 0 up. The fitness has two maxima, one at 10 and a higher one at 30; samples
/// start at 0.
struct TwoHills {
  using Genome = int;
  Direction direction() const { return Direction::maximise; }
  Genome sample(Random&) { return start; }
  Score evaluate(const Genome& genome) {
    return {0, static_cast<double>(std::max(10 - std::abs(genome - 10), 20 - std::abs(genome - 30)))};
  }
  Genome crossover(const Genome& a, const Genome&, Random&) { return a; }
  void mutate(Genome&, double, Random&) { ADD_FAILURE() << "a problem with neighbour() is not mutated"; }
  void neighbour(Genome& genome, Random& random) { genome += random.chance(0.5) ? 1 : -1; }

  int start = 0;
};
static_assert(Problem<TwoHills> && HasNeighbour<TwoHills>);

TEST(LocalSearchIsland, ClimbsTheHillItStandsOn) {
  for (const auto& [start, top] : {std::pair{0, 10.0}, {25, 20.0}}) {
    LocalSearchIsland<TwoHills> island({start}, settings_of(LocalSearchKind::hill_climbing), 1, 0);
    island.initialise();
    island.evolve(30);
    EXPECT_EQ(-island.best_key().cost, top);
    EXPECT_EQ(island.statistics().back().best, top) << "nothing worse is accepted";
  }
}

TEST(LocalSearchIsland, AGenerationIsSoManySteps) {
  for (const LocalSearchKind algorithm : algorithms) {
    for (const std::uint64_t walkers : {1U, 3U, 20U}) {
      LocalSearch settings = settings_of(algorithm);
      settings.population = walkers;
      LocalSearchIsland<OneMax> island(OneMax(100), settings, 1, 0);
      island.initialise();
      EXPECT_EQ(island.statistics().back().evaluations, walkers);
      island.evolve(7);
      EXPECT_EQ(island.statistics().back().evaluations, walkers + 70);
    }
  }
}

/// All neighbours are equally good; the genome counts the steps that were taken.
struct Plateau {
  using Genome = int;
  Direction direction() const { return Direction::minimise; }
  Genome sample(Random&) { return 0; }
  Score evaluate(const Genome&) { return {0, 1}; }
  Genome crossover(const Genome& a, const Genome&, Random&) { return a; }
  void mutate(Genome& genome, double, Random&) { ++genome; }
};

TEST(LocalSearchIsland, TakesWhatIsAsGoodInTurnAndMutatesWithoutSteps) {
  LocalSearch settings = settings_of(LocalSearchKind::hill_climbing);
  settings.population = 4;
  LocalSearchIsland<Plateau> island({}, settings, 1, 0);
  island.initialise();
  island.evolve(3);
  EXPECT_THAT(island.population().genomes, ElementsAre(8, 8, 7, 7));
}

TEST(LocalSearchIsland, AClimbIsAsLongAsAskedAndTheBestIsKept) {
  LocalSearch settings = settings_of(LocalSearchKind::random_restart);
  settings.climb_steps = 6;
  LocalSearchIsland<Plateau> island({}, settings, 1, 0);
  island.initialise();
  std::vector<int> steps;
  for (int generation = 0; generation < 3; ++generation) {
    island.evolve(1);
    steps.push_back(island.population().genomes.front());
  }
  EXPECT_THAT(steps, ElementsAre(4, 2, 6)) << "6 | 4, 2 | 6, 2 | 6";
  EXPECT_EQ(island.statistics().back().evaluations, 1U + 30 + 4);

  settings = settings_of(LocalSearchKind::random_restart);
  settings.climb_steps = 50;
  LocalSearchIsland<OneMax> ones(OneMax(20), settings, 1, 0);
  ones.initialise();
  ones.evolve(20);
  EXPECT_GT(-ones.best_key().cost, ones.statistics()[6].best) << "a climb begun anew";
  EXPECT_EQ(-ones.best_key().cost, std::ranges::max(ones.statistics(), {}, &Statistics::best).best);
}

TEST(LocalSearchIsland, AWalkTakesWorseNeighboursWithItsProbability) {
  LocalSearch settings = settings_of(LocalSearchKind::random_walk);
  settings.offspring = 1;
  for (const double probability : {0.0, 0.3, 1.0}) {
    settings.walk_probability = probability;
    LocalSearchIsland<OneMax> island(OneMax(1000), settings, 1, 0);
    island.initialise();
    int worse = 0;
    double before = island.statistics().back().best;
    for (int step = 0; step < 20000; ++step) {
      island.evolve(1);
      const double now = island.statistics().back().best;
      EXPECT_LE(std::abs(now - before), 1);
      worse += now < before ? 1 : 0;
      before = now;
      island.forget();
    }
    // In equilibrium as many steps lead down as up: p x = 1 - x, where x is the share of ones.
    if (probability == 0) {
      EXPECT_EQ(worse, 0);
    }
    if (probability == 0.3) {
      EXPECT_NEAR(before, 1000 / 1.3, 60);
    }
    if (probability == 1) {
      EXPECT_NEAR(worse, 10000, 500);
    }
  }
}

TEST(LocalSearchIsland, AWalkThatIsComparedWithItsBestDriftsOnceItHasSteppedBack) {
  LocalSearch settings = settings_of(LocalSearchKind::random_walk);
  settings.walk_reference = ReferenceKind::best;
  settings.walk_probability = 0.3;
  LocalSearchIsland<OneMax> island(OneMax(1000), settings, 1, 0);
  island.initialise();
  island.evolve(2000);
  // Below the best, steps up and down are accepted with the same probability.
  EXPECT_NEAR(island.statistics().back().best, 500, 60);
  EXPECT_GT(-island.best_key().cost, island.statistics().back().best);

  settings.walk_probability = 0;
  LocalSearchIsland<OneMax> climber(OneMax(1000), settings, 1, 0);
  climber.initialise();
  for (int generation = 0; generation < 200; ++generation) {
    climber.evolve(1);
    EXPECT_EQ(-climber.best_key().cost, climber.statistics().back().best);
  }
  EXPECT_GT(-climber.best_key().cost, 900);
}

TEST(LocalSearchIsland, ALoadedIslandGoesOnBitForBitAndAnotherSeedGoesElsewhere) {
  for (const LocalSearchKind algorithm : algorithms) {
    LocalSearch settings = settings_of(algorithm);
    settings.population = 3;
    settings.climb_steps = 25;
    settings.walk_probability = 0.1;
    settings.walk_reference = ReferenceKind::best;
    settings.restart_after = 9;
    const auto make = [&](std::uint64_t seed) {
      return std::make_unique<LocalSearchIsland<OneMax>>(OneMax(60), settings, seed, 2);
    };
    test::expect_resumes_bit_for_bit([&] { return make(5); });
    const auto one = make(5);
    const auto other = make(6);
    one->initialise();
    other->initialise();
    EXPECT_NE(one->save(), other->save());
  }
}

TEST(LocalSearchIsland, AllocatesNothingOnceWarm) {
  for (const LocalSearchKind algorithm : algorithms) {
    LocalSearchIsland<OneMax> island(OneMax(1000), settings_of(algorithm), 1, 0);
    island.initialise();
    EXPECT_EQ(test::allocations_once_warm(island, 100, 100), 0U);
  }
}

}  // namespace
}  // namespace skerry
