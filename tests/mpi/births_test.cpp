#include "skerry/archipelago.hpp"
#include "skerry/detail/algorithms/genetic_island.hpp"
#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/evolve.hpp"

#include "mpi/ranks.hpp"
#include "mpi/recorded_runs.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

constexpr std::uint64_t births_population = 8;
constexpr std::uint64_t births_offspring = 12;
constexpr std::uint64_t births_generations = 33;

struct RecordedRun {
  Outcome outcome;
  std::vector<Birth> births;  // on rank 0
};

RecordedRun recorded(Communicator& world, const MigrationSettings& migration) {
  const Genetic settings{
      .population = births_population, .offspring = births_offspring, .operators = {.gene_rate = 0.02}};
  GeneticIsland<OneMax> island(OneMax(90), settings, 3, static_cast<std::uint32_t>(world.rank()));
  island.record({.births = true});
  RecordedRun run;
  const RunHooks hooks{.record = [&](const EpochRecord& record) {
    run.births.insert(run.births.end(), record.births.begin(), record.births.end());
  }};
  run.outcome = run_archipelago(island, world, migration, {.generations = births_generations}, 3, hooks);
  return run;
}

TEST_ON_RANKS(Births, OfAllIslandsArriveInTheOrderOfGenerationThenIsland) {
  const auto run = recorded(world, {.every = 5});
  if (world.rank() != 0) return;
  ASSERT_EQ(run.births.size(), world.size() * (births_population + births_generations * births_offspring));
  EXPECT_TRUE(std::ranges::is_sorted(run.births, [](const Birth& a, const Birth& b) {
    return a.generation != b.generation ? a.generation < b.generation : a.island < b.island;
  }));
  std::map<std::uint64_t, std::size_t> of_island;
  for (const Birth& birth : run.births) ++of_island[birth.island];
  EXPECT_EQ(of_island.size(), world.size());
  for (const auto& [island, count] : of_island) EXPECT_EQ(count, run.births.size() / world.size());
}

TEST_ON_RANKS(Births, EachParentWasBornBeforeOnSomeIsland) {
  for (const Topology& topology : {fully_connected, ring, isolated}) {
    const auto run = recorded(world, {.topology = topology, .every = 5});
    std::set<std::uint64_t> born;
    std::vector<std::uint64_t> just_born;
    std::uint64_t generation = 0;
    for (const Birth& birth : run.births) {
      if (birth.generation > generation) {
        born.insert(just_born.begin(), just_born.end());
        just_born.clear();
        generation = birth.generation;
      }
      if (birth.survived != 0) just_born.push_back(birth.child);
      if (birth.mother == 0) continue;
      ASSERT_TRUE(born.contains(birth.mother) && born.contains(birth.father)) << birth.generation;
    }
    const std::uint64_t best = hash_of_bytes(run.outcome.best_genome) & 0x7fffffffffffffffU;
    EXPECT_TRUE(run.births.empty() || std::ranges::count(run.births, best, &Birth::child) > 0);
  }
}

TEST(Births, EvolveRecordsThemOnRequest) {
  const Mpi mpi;
  for (const bool lineage : {false, true}) {
    const auto recorder = std::make_shared<KeepingRecorder>();
    EvolveSettings<OneMax::Genome> settings{
        .island = Genetic{.population = 8, .offspring = 12}, .stop = {.generations = 5}, .record = recorder};
    settings.recorded.births = lineage;
    evolve(OneMax(90), settings, mpi);
    EXPECT_EQ(recorder->description.recorded.births, lineage);
    std::size_t births = 0;
    for (const EpochRecord& epoch : recorder->epochs) births += epoch.births.size();
    EXPECT_EQ(births, lineage && mpi.first() ? mpi.size() * (8 + 5 * 12) : 0U);
    settings.island = LocalSearch{};
    if (lineage) {
      EXPECT_THROW(evolve(OneMax(90), settings, mpi), UsageError);
    }
  }
}

}  // namespace
}  // namespace skerry
