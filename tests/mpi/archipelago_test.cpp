#include "skerry/archipelago.hpp"

#include "skerry/detail/algorithms/genetic_island.hpp"

#include "engine/archipelago/logbook.hpp"
#include "mpi/exchange_cases.hpp"
#include "mpi/ranks.hpp"
#include "mpi/recorded_runs.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

constexpr std::uint32_t bits = 100;

GeneticIsland<OneMax> make_island(const Communicator& world, std::uint64_t seed) {
  Genetic settings;
  settings.population = 10 + world.rank() % 3;
  settings.offspring = 20;
  settings.operators.gene_rate = 1.0 / bits;
  return {OneMax(bits), settings, seed, static_cast<std::uint32_t>(world.rank())};
}

struct ArchipelagoRun {
  Outcome outcome;
  std::vector<EpochRecord> records;  // filled on rank 0 only
};

ArchipelagoRun run_islands(Communicator& world, const MigrationSettings& migration, const StopRule& stop,
                           std::uint64_t seed = 1) {
  ArchipelagoRun run;
  auto island = make_island(world, seed);
  island.record({.births = true});
  const RunHooks hooks{.record = [&](const EpochRecord& record) { run.records.push_back(record); }};
  run.outcome = run_archipelago(island, world, migration, stop, seed, hooks);
  EXPECT_EQ(run.records.empty(), world.rank() != 0);
  return run;
}

std::string decided(const ArchipelagoRun& run) {
  std::string text = text_of(run.outcome);
  for (const EpochRecord& record : run.records) text += "\n" + text_of(record);
  return text;
}

TEST_ON_RANKS(Archipelago, RecordsEachGenerationOfEachIslandOnce) {
  const auto run = run_islands(world, {.every = 10}, {.generations = 25});
  EXPECT_EQ(run.outcome.generations, 25U);
  EXPECT_EQ(run.outcome.epochs, 3U);
  EXPECT_EQ(run.outcome.reason, StopReason::generations);
  if (world.rank() != 0) return;

  ASSERT_EQ(run.records.size(), 3U);
  const std::size_t generations[] = {11, 10, 5};
  const std::uint64_t first[] = {0, 11, 21};
  std::uint64_t evaluations = 0;
  for (std::size_t epoch = 0; epoch < 3; ++epoch) {
    const EpochRecord& record = run.records[epoch];
    EXPECT_EQ(record.epoch, epoch);
    EXPECT_EQ(record.islands, world.size());
    EXPECT_EQ(record.generations, generations[epoch]);
    EXPECT_EQ(record.first_generation, first[epoch]);
    ASSERT_EQ(record.statistics.size(), record.generations * world.size());
    EXPECT_EQ(record.migration.size(), epoch < 2 && world.size() > 1 ? world.size() : 0);

    evaluations = 0;
    for (std::size_t island = 0; island < world.size(); ++island) {
      for (std::size_t row = 1; row < record.generations; ++row) {
        const auto& before = record.statistics[(row - 1) * world.size() + island];
        const auto& after = record.statistics[row * world.size() + island];
        EXPECT_GT(after.evaluations, before.evaluations);
        EXPECT_GE(after.best, before.best);
        EXPECT_EQ(before.waiting_s, 0);
      }
      const auto& last = record.statistics[(record.generations - 1) * world.size() + island];
      EXPECT_GT(last.waiting_s, 0);
      evaluations += last.evaluations;
    }
    EXPECT_EQ(record.evaluations, evaluations);
  }
  EXPECT_EQ(run.outcome.evaluations, evaluations);
}

TEST_ON_RANKS(Archipelago, ImprovementsComeByGenerationThenIslandAndEndAtTheBest) {
  const auto run = run_islands(world, {.every = 7}, {.generations = 30});
  if (world.rank() != 0) return;
  std::vector<Improvement> all;
  for (const auto& record : run.records) {
    all.insert(all.end(), record.improvements.begin(), record.improvements.end());
    double best = 0;
    for (const auto& row : all) best = std::max(best, row.fitness);
    EXPECT_EQ(-record.best.cost, best);
  }
  EXPECT_GE(all.size(), world.size());
  EXPECT_TRUE(std::ranges::is_sorted(all, [](const Improvement& a, const Improvement& b) {
    return a.generation != b.generation ? a.generation < b.generation : a.island < b.island;
  }));
  const double best = -run.outcome.best.cost;
  const auto first = std::ranges::find_if(all, [&](const Improvement& row) { return row.fitness == best; });
  ASSERT_NE(first, all.end());
  EXPECT_EQ(first->island, run.outcome.best_island);
}

TEST_ON_RANKS(Archipelago, EveryRankEndsWithTheSameBestGenome) {
  const auto run = run_islands(world, {.every = 5}, {.generations = 20});
  const auto genome = unpack_genome<OneMax::Genome>(run.outcome.best_genome);
  EXPECT_EQ(OneMax(bits).evaluate(genome).fitness, -run.outcome.best.cost);
  std::vector<OneMax::Genome> all(world.size());
  world.allgather(genome, std::span(all));
  EXPECT_EQ(std::ranges::count(all, genome), static_cast<std::ptrdiff_t>(world.size()));
}

TEST_ON_RANKS(Archipelago, AnotherSeedIsAnotherRun) {
  EXPECT_NE(decided(run_islands(world, {}, {.generations = 20}, 1)),
            decided(run_islands(world, {}, {.generations = 20}, 2)));
}

TEST_ON_RANKS(Archipelago, WithoutATopologyIslandsStayAlone) {
  const auto run = run_islands(world, {.topology = isolated, .every = 4}, {.generations = 8});
  auto alone = make_island(world, 1);
  alone.initialise();
  alone.evolve(8);
  const double best = alone.statistics().back().mean;
  std::vector<double> means(world.size());
  world.allgather(best, std::span(means));
  for (const auto& record : run.records) EXPECT_TRUE(record.migration.empty());
  if (world.rank() != 0) return;
  for (std::size_t island = 0; island < world.size(); ++island) {
    EXPECT_EQ(run.records[1].statistics[3 * world.size() + island].mean, means[island]);
  }
}

TEST_ON_RANKS(Archipelago, StopsAtTheTarget) {
  const auto run = run_islands(world, {.every = 10}, {.generations = 100000, .target = bits});
  EXPECT_EQ(run.outcome.reason, StopReason::target);
  EXPECT_EQ(run.outcome.best, (Key{0, -100.0}));
  EXPECT_EQ(run.outcome.generations % 10, 0U);
  for (std::size_t epoch = 0; epoch + 1 < run.records.size(); ++epoch) {
    EXPECT_GT(run.records[epoch].best.cost, -100.0);
  }
}

TEST_ON_RANKS(Archipelago, CanStopWithTheInitialPopulation) {
  for (const StopRule& stop :
       {StopRule{.generations = 50, .target = 1}, StopRule{.generations = 0},
        StopRule{.generations = 50, .evaluations = 10}, StopRule{.generations = 50, .seconds = 0}}) {
    const auto run = run_islands(world, {.every = 10}, stop);
    EXPECT_EQ(run.outcome.generations, 0U);
    EXPECT_EQ(run.outcome.epochs, 1U);
    EXPECT_FALSE(run.outcome.best_genome.empty());
    if (world.rank() != 0) continue;
    ASSERT_EQ(run.records.size(), 1U);
    EXPECT_EQ(run.records[0].generations, 1U);
    EXPECT_TRUE(run.records[0].migration.empty());
  }
}

TEST_ON_RANKS(Archipelago, DealsTheInitialPopulationInBlocksAndLosesNobody) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    auto fresh = make_island(world, seed);
    fresh.initialise();
    const auto sampled = collect(world, fresh.population().genomes);

    std::optional<Snapshot> dealt;  // the first snapshot is that of the initial population
    std::vector<EpochRecord> records;
    auto island = make_island(world, seed);
    MigrationSettings migration{.every = 3, .deal_at_start = true};
    migration.transport = seed % 2 == 0 ? Transport::direct : Transport::gather;
    run_archipelago(island, world, migration, {.generations = 6}, seed,
                    {.record = [&](const EpochRecord& record) { records.push_back(record); },
                     .save_due = [](double) { return true; },
                     .save =
                         [&](const Snapshot& saved) {
                           if (!dealt) dealt = saved;
                         }});
    ASSERT_TRUE(dealt);
    EXPECT_EQ(dealt->state.generation, world.size() == 1 ? 3 : 0);
    if (world.size() == 1) continue;

    auto loaded = make_island(world, seed);
    Logbook logbook;
    unpack(dealt->own, logbook, loaded);
    const auto islands = collect(world, loaded.population().genomes);
    const auto pool = [](const std::vector<std::vector<OneMax::Genome>>& all) {
      std::vector<std::vector<std::uint64_t>> words;
      for (const auto& genomes : all) {
        for (const auto& genome : genomes) words.emplace_back(genome.words.begin(), genome.words.end());
      }
      std::ranges::sort(words);
      return words;
    };
    EXPECT_EQ(pool(islands), pool(sampled));
    std::size_t last_worst = bits;
    for (std::size_t number = 0; number < islands.size(); ++number) {
      ASSERT_EQ(islands[number].size(), sampled[number].size());
      std::vector<std::size_t> ones;
      for (const auto& genome : islands[number]) ones.push_back(genome.count());
      const auto [worst, best] = std::ranges::minmax(ones);
      EXPECT_LE(best, last_worst) << "island " << number;
      last_worst = worst;
    }

    if (world.rank() != 0) continue;
    ASSERT_EQ(records.size(), 3U);
    const std::uint64_t first[] = {0, 1, 4};
    const std::size_t generations[] = {1, 3, 3};
    for (std::size_t epoch = 0; epoch < 3; ++epoch) {
      EXPECT_EQ(records[epoch].first_generation, first[epoch]);
      EXPECT_EQ(records[epoch].generations, generations[epoch]);
      EXPECT_EQ(records[epoch].migration.size(), epoch < 2 ? world.size() : 0);
    }
    std::uint64_t sent = 0;
    for (const MigrationCost& cost : records[0].migration) sent += cost.individuals_sent;
    EXPECT_GT(sent, 0U);
  }
}

TEST_ON_RANKS(Archipelago, StopsAtEvaluationsOfAllIslands) {
  const std::uint64_t limit = 500 * world.size();
  const auto run = run_islands(world, {.every = 2}, {.generations = 100000, .evaluations = limit});
  EXPECT_EQ(run.outcome.reason, StopReason::evaluations);
  EXPECT_EQ(run.outcome.evaluations, limit);
  if (world.rank() != 0) return;
  EXPECT_LT(run.records[run.records.size() - 2].evaluations, limit);
}

TEST_ON_RANKS(Archipelago, StopsAtStagnation) {
  const auto run = run_islands(world, {.every = 3}, {.generations = 100000, .stagnation = 40});
  EXPECT_EQ(run.outcome.reason, StopReason::stagnation);
  if (world.rank() != 0) return;
  std::uint64_t newest = 0;
  double best = 0;
  for (const auto& record : run.records) {
    for (const auto& row : record.improvements) {
      if (row.fitness > best) best = row.fitness, newest = row.generation;
    }
  }
  const std::uint64_t waited = run.outcome.generations - newest;
  EXPECT_GE(waited, 40U);
  EXPECT_LT(waited, 43U);
}

TEST_ON_RANKS(Archipelago, StopsAtTheTimeLimitOfTheFirstRank) {
  const auto run = run_islands(world, {.every = 50}, {.generations = 100000000, .seconds = 0.05});
  EXPECT_EQ(run.outcome.reason, StopReason::seconds);
  EXPECT_GE(run.outcome.elapsed_s, 0.05);
}

TEST_ON_RANKS(Archipelago, RefusesEpochsWithoutGenerations) {
  EXPECT_THROW(run_islands(world, {.every = 0}, {}), UsageError);
}

}  // namespace
}  // namespace skerry
