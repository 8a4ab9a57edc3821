#include "skerry/detail/algorithms/genetic_island.hpp"

#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"
#include "unit/engine/algorithms/island_checks.hpp"

#include <initializer_list>

#include <boost/serialization/string.hpp>

namespace skerry {
namespace {

Genetic small_settings() {
  Genetic settings;
  settings.population = 20;
  settings.offspring = 30;
  settings.operators.gene_rate = 0.02;
  return settings;
}

/// A genome that has a size and memory of its own: lower-case letters, as many 'a' as possible.
struct Letters {
  using Genome = std::string;
  Direction direction() const { return Direction::maximise; }
  Genome sample(Random& random) {
    Genome genome(5 + random.below(10), ' ');
    for (char& letter : genome) letter = static_cast<char>('a' + random.below(26));
    return genome;
  }
  Score evaluate(const Genome& genome) { return {0, static_cast<double>(std::ranges::count(genome, 'a'))}; }
  Genome crossover(const Genome& a, const Genome& b, Random& random) {
    const std::size_t cut = random.below(static_cast<std::uint32_t>(std::min(a.size(), b.size())));
    return a.substr(0, cut) + b.substr(cut);
  }
  void mutate(Genome& genome, double, Random& random) {
    genome[random.below(static_cast<std::uint32_t>(genome.size()))] =
        static_cast<char>('a' + random.below(26));
  }
};

struct Variant {
  const char* name;
  void (*change)(Genetic&);
};
const Variant variants[] = {
    {"plus, linear ranking", [](Genetic&) {}},
    {"generational, tournament",
     [](Genetic& s) {
       s.replacement = "generational";
       s.selection = "tournament";
     }},
    {"uncertain tournament, duplicates",
     [](Genetic& s) {
       s.selection = "tournament";
       s.tournament_size = 4;
       s.tournament_win_rate = 0.7;
       s.keep_duplicates = true;
     }},
    {"proportional, random immigrants",
     [](Genetic& s) {
       s.selection = "proportional";
       s.immigrants_below = 0.02;
     }},
    {"random immigrants without crossover",
     [](Genetic& s) { s.without_crossover = WithoutCrossover::random_immigrant; }},
    {"reciprocal, in a round",
     [](Genetic& s) {
       s.selection = "reciprocal";
       s.ideal = 1000;
       s.mating = MatingKind::round_robin;
     }},
    {"the best not spared, Tate and Smith",
     [](Genetic& s) {
       s.selection = "tate_smith";
       s.immigrants_below = 0.02;
       s.immigration = ImmigrationKind::replace_any;
     }},
    {"immigrants among the children",
     [](Genetic& s) {
       s.immigrants_below = 0.05;
       s.immigration = ImmigrationKind::join_offspring;
     }},
    {"adaptive mutation",
     [](Genetic& s) {
       s.mutation_growth = 1.5;
       s.mutation_most = 0.05;
       s.mutation_stall = 0.3;
     }},
    {"restart", [](Genetic& s) { s.restart_after = 3; }},
    {"few children",
     [](Genetic& s) {
       s.replacement = "generational";
       s.offspring = 7;
       s.elites = 3;
     }},
};

TEST(GeneticIsland, SolvesOneMaxWithEveryVariant) {
  for (const Variant& variant : variants) {
    SCOPED_TRACE(variant.name);
    Genetic settings = small_settings();
    variant.change(settings);
    settings.restart_after *= 100;  // with a restart every 3 generations no run would get far
    GeneticIsland<OneMax> island(OneMax(50), settings, 1, 0);
    island.initialise();
    island.evolve(600);
    EXPECT_EQ(island.best_key(), (Key{0, -50}));
  }
}

TEST(GeneticIsland, SameSeedSameRunAndOtherIslandsDiffer) {
  for (const Variant& variant : variants) {
    SCOPED_TRACE(variant.name);
    Genetic settings = small_settings();
    variant.change(settings);
    const auto run = [&](std::uint64_t seed, std::uint32_t number) {
      GeneticIsland<OneMax> island(OneMax(200), settings, seed, number);
      island.initialise();
      island.evolve(20);
      return island.save();
    };
    EXPECT_EQ(run(1, 0), run(1, 0));
    EXPECT_NE(run(1, 0), run(2, 0));
    EXPECT_NE(run(1, 0), run(1, 1));
  }
}

TEST(GeneticIsland, ALoadedIslandGoesOnBitForBit) {
  for (const Variant& variant : variants) {
    SCOPED_TRACE(variant.name);
    Genetic settings = small_settings();
    variant.change(settings);
    test::expect_resumes_bit_for_bit(
        [&] { return std::make_unique<GeneticIsland<OneMax>>(OneMax(200), settings, 5, 2); });
    test::expect_resumes_bit_for_bit(
        [&] { return std::make_unique<GeneticIsland<Letters>>(Letters{}, settings, 5, 2); });
  }
}

TEST(GeneticIsland, RefusesAForeignState) {
  GeneticIsland<OneMax> island(OneMax(20), small_settings(), 1, 0);
  island.initialise();
  auto state = island.save();
  state.emplace_back();
  EXPECT_THROW(island.load(state), DataError);
  Genetic other = small_settings();
  other.population = 21;
  EXPECT_THROW(GeneticIsland<OneMax>(OneMax(20), other, 1, 0).load(island.save()), DataError);
}

template <Problem P>
void expect_damage_is_noticed(P problem) {
  const Genetic settings = small_settings();
  GeneticIsland<P> island(problem, settings, 1, 0);
  island.initialise();
  const auto state = island.save();
  const auto with_key = [&](double violation, double cost) {
    const Key key{violation, cost};
    auto damaged = state;
    const std::size_t counters = sizeof(std::uint64_t) * 6 + sizeof(Random::State) * 3;
    std::memcpy(damaged.data() + counters + 3 * sizeof(Key), &key, sizeof(key));
    return damaged;
  };
  const double nan = std::nan("");
  EXPECT_NO_THROW(island.load(with_key(1, 2)));
  EXPECT_THROW(island.load(with_key(nan, 2)), DataError);
  EXPECT_THROW(island.load(with_key(-1, 2)), DataError);
  EXPECT_THROW(island.load(with_key(1, nan)), DataError);
}

TEST(GeneticIsland, RefusesWhatIsNoIndividual) {
  expect_damage_is_noticed(OneMax(20));
  expect_damage_is_noticed(Letters{});

  GeneticIsland<OneMax> island(OneMax(20), small_settings(), 1, 0);
  island.initialise();
  auto state = island.save();
  state.back() = std::byte{1};  // a bit beyond the end of the string in the best genome
  EXPECT_THROW(island.load(state), DataError);
}

TEST(GeneticIsland, AllocatesNothingPerIndividualOnceWarm) {
  for (const Variant& variant : variants) {
    SCOPED_TRACE(variant.name);
    Genetic settings = small_settings();
    variant.change(settings);
    // OneMax makes a table for each new rate, so the adaptive rate stays at its largest value here.
    settings.mutation_stall = 1000;
    GeneticIsland<OneMax> island(OneMax(1000), settings, 1, 0);
    island.initialise();
    EXPECT_EQ(test::allocations_once_warm(island, 100, 100), 0U);
  }
}

template <Problem P>
void expect_buffers_keep_everything(P problem) {
  GeneticIsland<P> island(problem, small_settings(), 3, 0);
  island.initialise();
  const auto keys = island.sort();
  EXPECT_TRUE(std::ranges::is_sorted(keys));
  const std::vector<Key> sorted(keys.begin(), keys.end());
  const auto genomes = island.population().genomes;

  // All individuals are sent to the island itself, the second half first; sorting restores the order.
  std::vector<std::byte> buffer;
  std::vector<Key> turned;
  for (const std::size_t first : {10U, 0U}) {
    const auto part = island.pack(first, 10);
    buffer.insert(buffer.end(), part.begin(), part.end());
    const auto keys_of_part = std::span(sorted).subspan(first, 10);
    turned.insert(turned.end(), keys_of_part.begin(), keys_of_part.end());
  }
  std::ranges::copy(buffer, island.inbox(buffer.size()).begin());
  island.settle(turned);
  EXPECT_EQ(island.population().keys, turned);
  for (std::size_t slot = 0; slot < 20; ++slot) {
    EXPECT_EQ(island.population().genomes[slot], genomes[(slot + 10) % 20]);
  }
}

TEST(GeneticIsland, BuffersKeepEverything) {
  expect_buffers_keep_everything(OneMax(100));
  expect_buffers_keep_everything(Letters{});
}

TEST(GeneticIsland, RowsTellThePopulation) {
  GeneticIsland<OneMax> island(OneMax(100), small_settings(), 4, 0);
  island.initialise();
  island.evolve(3);
  ASSERT_EQ(island.statistics().size(), 4U);
  const Statistics row = island.statistics().back();
  std::vector<double> fitness;
  for (const Key& key : island.population().keys) fitness.push_back(-key.cost);
  std::ranges::sort(fitness, std::greater());
  const double mean = std::accumulate(fitness.begin(), fitness.end(), 0.0) / 20;
  EXPECT_EQ(row.best, fitness.front());
  EXPECT_EQ(row.worst, fitness.back());
  EXPECT_EQ(row.median, fitness[9]);
  EXPECT_DOUBLE_EQ(row.mean, mean);
  EXPECT_DOUBLE_EQ(row.fitness_diversity, row.standard_deviation / mean);
  EXPECT_EQ(row.evaluations, 20U + 3 * 30);
  EXPECT_EQ(row.feasible, 20U);
  EXPECT_EQ(row.distinct, 20U);
  for (const Improvement& improvement : island.improvements()) EXPECT_LE(improvement.generation, 3U);
  EXPECT_EQ(island.improvements().back().fitness, -island.best_key().cost);
}

TEST(GeneticIsland, ImmigrantsReplaceAThirdButTheBest) {
  Genetic settings = small_settings();
  settings.immigrants_below = 1;  // always
  GeneticIsland<OneMax> island(OneMax(1000), settings, 6, 0);
  island.initialise();
  island.evolve(30);
  const Statistics row = island.statistics().back();
  EXPECT_EQ(row.immigrations, 30U);
  EXPECT_EQ(row.evaluations, 20U + 30 * (30 + 6));
  EXPECT_EQ(row.best, -island.best_key().cost);
}

/// A genome is a number, its fitness; a random one is the next number, so that the worth of immigrants falls
/// or rises.
struct Counted {
  using Genome = int;
  int step = 1;
  int next = 0;
  std::function<void(int& genome, double rate)> change = [](int&, double) {};
  Direction direction() const { return Direction::maximise; }
  Genome sample(Random&) { return next += step; }
  Score evaluate(const Genome& genome) { return {0, static_cast<double>(genome)}; }
  Genome crossover(const Genome& a, const Genome&, Random&) { return a; }
  void mutate(Genome& genome, double rate, Random&) { change(genome, rate); }
};

/// Returns the fitness of the survivors of the first generation of ten, best first. Children are clones.
std::vector<int> after_immigration(ImmigrationKind immigration, int step, std::uint64_t seed, double share,
                                   double below = 1) {
  const Genetic settings{.population = 10,
                         .offspring = 5,
                         .crossover_rate = 0,
                         .immigrants_below = below,
                         .immigrants_share = share,
                         .immigration = immigration};
  GeneticIsland<Counted> island(Counted{.step = step}, settings, seed, 0);
  island.initialise();
  const Key best = island.best_key();
  island.evolve(1);
  EXPECT_EQ(island.statistics().back().immigrations, 1U);
  EXPECT_LE(island.best_key(), best) << "the record of the island stays";
  std::vector<int> survivors = island.population().genomes;
  std::ranges::sort(survivors, std::greater());
  return survivors;
}

TEST(GeneticIsland, ImmigrantsThatReplaceAnySpareNobody) {
  // The initial ten are -1 to -10, and the three immigrants -11 to -13.
  std::vector<int> lost(11);
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const auto survivors = after_immigration(ImmigrationKind::replace_any, -1, seed, 0.3);
    ASSERT_THAT(std::vector(survivors.end() - 3, survivors.end()), ElementsAre(-11, -12, -13));
    for (int genome = 1; genome <= 10; ++genome)
      lost[static_cast<std::size_t>(genome)] += std::ranges::count(survivors, -genome) == 0 ? 1 : 0;
  }
  // Each is lost in 300 of 1000 cases, with a standard deviation of 14.5.
  for (int genome = 1; genome <= 10; ++genome) EXPECT_NEAR(lost[static_cast<std::size_t>(genome)], 300, 75);
  EXPECT_EQ(after_immigration(ImmigrationKind::spare_best, -1, 1, 1).front(), -1);
  EXPECT_EQ(after_immigration(ImmigrationKind::replace_any, -1, 1, 1).front(), -11);
}

TEST(GeneticIsland, ImmigrantsThatJoinTheChildrenSurviveOnlyByTheirFitness) {
  const auto joining = ImmigrationKind::join_offspring;
  EXPECT_THAT(after_immigration(joining, -1, 1, 0.3), ElementsAre(-1, -2, -3, -4, -5, -6, -7, -8, -9, -10));
  EXPECT_THAT(after_immigration(joining, 1, 1, 0.3), ElementsAre(13, 12, 11, 10, 9, 8, 7, 6, 5, 4));
  EXPECT_THAT(after_immigration(joining, 1, 1, 1), ElementsAre(20, 19, 18, 17, 16, 15, 14, 13, 12, 11));
}

TEST(GeneticIsland, ImmigrantsJoinWhereTheSurvivorsLackDiversity) {
  // The survivors are 1 to 10, whose diversity is 0.522.
  const auto joining = ImmigrationKind::join_offspring;
  EXPECT_EQ(after_immigration(joining, 1, 1, 0.3, 0.53).front(), 13);
  GeneticIsland<Counted> island(Counted{},
                                {.population = 10,
                                 .offspring = 5,
                                 .crossover_rate = 0,
                                 .immigrants_below = 0.52,
                                 .immigration = joining},
                                1, 0);
  island.initialise();
  island.evolve(20);
  EXPECT_EQ(island.statistics().back().immigrations, 0U);
  EXPECT_EQ(island.statistics().back().evaluations, 10U + 20 * 5);
}

TEST(GeneticIsland, MutatesMoreWhileDiversityStandsStill) {
  std::vector<double> rates;
  const Genetic settings{.population = 4,
                         .offspring = 1,
                         .mutation_growth = 2,
                         .mutation_most = 0.75,
                         .operators = {.gene_rate = 0.125}};
  const Counted all_equal{.step = 0, .next = 1, .change = [&](int&, double rate) { rates.push_back(rate); }};
  GeneticIsland<Counted> island(all_equal, settings, 1, 0);
  island.initialise();
  island.evolve(5);
  EXPECT_THAT(rates, ElementsAre(0.125, 0.25, 0.5, 0.75, 0.75));
}

TEST(GeneticIsland, AfterARestartProgressIsMeasuredAnew) {
  Genetic settings = small_settings();
  settings.crossover_rate = 1;
  settings.selection = "tournament";
  settings.tournament_size = 500;  // the best is always a parent
  settings.restart_after = 5;
  // Every child is a step better than its parent, up to 10.
  const Counted stairs{.step = 0, .change = [](int& genome, double) { genome = std::min(genome + 1, 10); }};
  GeneticIsland<Counted> island(stairs, settings, 8, 0);
  island.initialise();
  std::vector<std::uint64_t> restarted;
  for (std::uint64_t generation = 1; generation <= 45; ++generation) {
    island.evolve(1);
    if (island.statistics().back().restarts > restarted.size()) restarted.push_back(generation);
  }
  // Each time ten generations improve and five do not, although the island knows the tenth value already.
  EXPECT_THAT(restarted, ElementsAre(15, 30, 45));
}

/// Bits with another fitness than the number of ones.
struct Scored : OneMax {
  double (*fitness)(const Genome&);
  Score evaluate(const Genome& genome) const { return {0, fitness(genome)}; }
};

const Scored undefined{OneMax(10), [](const auto&) { return std::nan(""); }};

/// Half of all genomes have an undefined fitness.
const Scored half_undefined{OneMax(20), [](const OneMax::Genome& genome) {
                              return genome.test(0) ? static_cast<double>(genome.count()) : std::nan("");
                            }};

TEST(GeneticIsland, RefusesAFitnessThatIsNoNumberWhereThatIsAnError) {
  Genetic settings = small_settings();
  settings.invalid_fitness = InvalidFitness::is_error;
  GeneticIsland<Scored> island(undefined, settings, 1, 0);
  EXPECT_THROW(island.initialise(), Error);
}

TEST(GeneticIsland, AFitnessThatIsNoNumberRanksLast) {
  Genetic settings = small_settings();
  GeneticIsland<Scored> island(half_undefined, settings, 1, 0);
  island.initialise();
  const std::uint64_t defined = island.statistics().back().feasible;
  EXPECT_GT(defined, 0U);
  EXPECT_LT(defined, settings.population);
  EXPECT_EQ(island.sort().back(), key_of(last_score, Direction::maximise));
  island.evolve(30);
  EXPECT_EQ(island.statistics().back().best, 20);
  EXPECT_EQ(island.statistics().back().violation, 0);
}

TEST(GeneticIsland, StatisticsAreThoseOfIndividualsWithAFitness) {
  GeneticIsland<Scored> island(half_undefined, small_settings(), 1, 0);
  island.initialise();
  const Statistics row = island.statistics().back();
  std::vector<double> fitness;
  for (const Key& key : island.population().keys) {
    if (has_fitness(key)) fitness.push_back(score_of(key, Direction::maximise).fitness);
  }
  std::ranges::sort(fitness);
  const auto [worst, best] = std::pair(fitness.front(), fitness.back());
  EXPECT_EQ(row.failed + fitness.size(), small_settings().population);
  EXPECT_EQ(row.best, best);
  EXPECT_EQ(row.worst, worst);
  EXPECT_GT(row.worst, 0);
  EXPECT_EQ(row.median, fitness[fitness.size() / 2]);  // the lower one of what is maximised
  EXPECT_NEAR(row.mean,
              std::accumulate(fitness.begin(), fitness.end(), 0.0) / static_cast<double>(fitness.size()),
              1e-12);
}

TEST(GeneticIsland, WithoutAnyFitnessItHasNoBestAndNoStatisticsOfFitness) {
  GeneticIsland<Scored> island(undefined, small_settings(), 1, 0);
  island.initialise();
  island.evolve(3);
  EXPECT_FALSE(has_fitness(island.best_key()));
  EXPECT_TRUE(island.improvements().empty());
  for (const Statistics& row : island.statistics()) {
    for (const double value :
         {row.best, row.median, row.mean, row.worst, row.standard_deviation, row.fitness_diversity})
      EXPECT_TRUE(std::isnan(value));
    EXPECT_EQ(row.violation, std::numeric_limits<double>::infinity());
    EXPECT_EQ(row.failed, small_settings().population);
    EXPECT_EQ(row.feasible, 0U);
    EXPECT_GT(row.genotype_diversity, 0);
  }
}

TEST(GeneticIsland, TheFirstImprovementIsTheFirstFitness) {
  Genetic settings = small_settings();
  settings.population = 2;
  settings.offspring = 2;
  bool later = false;
  // Few random genomes begin with three ones.
  const Scored rarely_defined{OneMax(20), [](const OneMax::Genome& genome) {
                                const bool defined = genome.test(0) && genome.test(1) && genome.test(2);
                                return defined ? static_cast<double>(genome.count()) : std::nan("");
                              }};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    GeneticIsland<Scored> island(rarely_defined, settings, seed, 0);
    island.initialise();
    while (!has_fitness(island.best_key())) island.evolve(1);
    const auto rows = island.statistics();
    const std::uint64_t first = island.improvements().front().generation;
    later = later || first > 0;
    EXPECT_EQ(island.improvements().front().violation, 0) << seed;
    EXPECT_GE(island.improvements().front().fitness, 3) << seed;
    for (std::uint64_t generation = 0; generation < first; ++generation)
      EXPECT_EQ(rows[generation].failed, 2U) << seed;
    EXPECT_LT(rows[first].failed, 2U) << seed;
  }
  EXPECT_TRUE(later);
}

TEST(GeneticIsland, FailuresAreNoDiversity) {
  Genetic settings = small_settings();
  settings.replacement = "generational";
  settings.offspring = settings.population;
  settings.immigrants_below = 0.2;
  const Scored half_fails{OneMax(20), [](const auto& genome) { return genome.test(0) ? std::nan("") : 100; }};
  GeneticIsland<Scored> failing(half_fails, settings, 1, 0);
  GeneticIsland<Scored> level({OneMax(20), [](const auto&) { return 100.0; }}, settings, 1, 0);
  GeneticIsland<Scored> hopeless(undefined, settings, 1, 0);
  for (Island* island : std::initializer_list<Island*>{&failing, &level, &hopeless}) {
    island->initialise();
    island->evolve(10);
    EXPECT_EQ(island->statistics().back().immigrations, 10U);
  }
  EXPECT_EQ(failing.statistics().back().fitness_diversity, 0);
  EXPECT_GT(failing.statistics().back().failed, 0U);
}

/// A local search that leaves a score which is no number.
struct BadlyImproved : OneMax {
  BadlyImproved() : OneMax(20) {}
  void improve(Genome&, Score& score, Evaluations<BadlyImproved>&, Random&) const {
    score.fitness = std::nan("");
  }
};

TEST(GeneticIsland, AnImprovementThatIsNoNumberRanksLast) {
  Genetic settings = small_settings();
  settings.improve_rate = 0.5;
  GeneticIsland<BadlyImproved> island(BadlyImproved(), settings, 1, 0);
  island.initialise();
  island.evolve(5);
  for (const Key& key : island.population().keys) EXPECT_TRUE(has_fitness(key));
  settings.invalid_fitness = InvalidFitness::is_error;
  GeneticIsland<BadlyImproved> strict(BadlyImproved(), settings, 1, 0);
  strict.initialise();
  EXPECT_THROW(strict.evolve(1), Error);
}

}  // namespace
}  // namespace skerry
