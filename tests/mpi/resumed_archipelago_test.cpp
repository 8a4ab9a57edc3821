#include "skerry/archipelago.hpp"
#include "skerry/detail/algorithms/genetic_island.hpp"

#include "mpi/exchange_cases.hpp"
#include "mpi/ranks.hpp"
#include "mpi/recorded_runs.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

constexpr std::uint32_t resumed_bits = 120;

struct Case {
  MigrationSettings migration;
  StopRule stop;
  std::uint64_t seed = 1;
};

/// Reports its evaluations, apart from some that it spares.
struct ReportedOneMax : OneMax {
  using OneMax::OneMax;
  Score evaluate(const Genome& genome) {
    const Score score = OneMax::evaluate(genome);
    if (genome.count() % 5 != 0) rows.push_back({.number = made, .attempts = 1});
    ++made;
    return score;
  }
  void take_evaluation_rows(std::vector<EvaluationRow>& taken) {
    taken.insert(taken.end(), rows.begin(), rows.end());
    rows.clear();
    made = 0;
  }

  std::vector<EvaluationRow> rows;
  std::uint64_t made = 0;
};

GeneticIsland<ReportedOneMax> make_resumed_island(const Communicator& world, std::uint64_t seed) {
  Genetic settings;
  settings.population = 8 + world.rank() % 3;
  settings.offspring = 12;
  settings.operators.gene_rate = 1.0 / resumed_bits;
  settings.immigrants_below = 0.01;
  settings.restart_after = 40;
  if (world.rank() % 2 == 1) {
    settings.mutation_growth = 1.5;
    settings.mutation_stall = 0.1;
  }
  return {ReportedOneMax(resumed_bits), settings, seed, static_cast<std::uint32_t>(world.rank())};
}

/// Everything of a run that must not depend on interruptions. Only the first rank has the texts of epochs.
struct Log {
  std::vector<std::string> epochs;
  Outcome outcome;

  std::string text() const { return text_of(outcome) + fmt::format("\n{}", fmt::join(epochs, "\n")); }
};

/// Runs until this rank is told to end at a generation of its own, or to the end of the run. Keeps the last
/// snapshot.
void run_islands(Communicator& world, const Case& run, std::optional<std::uint64_t> end, bool save_each_epoch,
                 std::optional<Snapshot>& snapshot, Log& log) {
  auto island = make_resumed_island(world, run.seed);
  island.record({.births = true});
  const std::optional<Snapshot> start = snapshot;
  std::uint64_t generation = 0;
  if (start) {
    // The log is cut back to the snapshot, like a trace.
    if (world.rank() == 0) log.epochs.resize(start->state.epoch);
    generation = start->state.generation;
  }
  const RunHooks hooks{.record = [&](const EpochRecord& record) { log.epochs.push_back(text_of(record)); },
                       .interrupted = [&] { return end && generation++ >= *end; },
                       .save_due = [&](double) { return save_each_epoch; },
                       .save = [&](const Snapshot& saved) { snapshot = saved; }};
  log.outcome =
      run_archipelago(island, world, run.migration, run.stop, run.seed, hooks, start ? &*start : nullptr);
}

Log whole(Communicator& world, const Case& run) {
  Log log;
  std::optional<Snapshot> unused;
  run_islands(world, run, std::nullopt, false, unused, log);
  return log;
}

Case random_case(Random& random) {
  const Topology topologies[] = {fully_connected, ring, torus, hypercube, random_cycle, isolated};
  Case run;
  run.seed = random.below(1000);
  run.migration.topology = topologies[random.below(6)];
  run.migration.migrants = 1 + random.below(2);
  if (random.below(2) == 0) {
    run.migration.transfer = Transfer::copy;
  } else if (run.migration.topology.form() == Topology::Form::pool && random.below(2) == 0) {
    run.migration.similarity = static_cast<Similarity>(1 + random.below(3));
  }
  const bool pools = run.migration.topology.form() == Topology::Form::pool;
  run.migration.deal_at_start = pools && run.migration.transfer == Transfer::move && random.below(2) == 0;
  if (pools && run.migration.transfer == Transfer::move && random.below(2) == 0) {
    run.migration.group = 1 + random.below(4);
    run.migration.links = {topologies[random.below(6)], 1 + random.below(3), 1 + random.below(2)};
  }
  run.migration.every = 1 + random.below(9);
  run.migration.transport = random.below(2) == 0 ? Transport::direct : Transport::gather;
  run.stop.generations = 1 + random.below(60);
  return run;
}

TEST_ON_RANKS(ResumedArchipelago, EqualsAnUninterruptedOne) {
  for (std::uint64_t number = 0; number < deep(20, 40); ++number) {
    SCOPED_TRACE(fmt::format("case {}", number));
    Random common(number);
    const Case run = random_case(common);
    const std::string expected = whole(world, run).text();

    Log log;
    std::optional<Snapshot> snapshot;
    const bool save_each_epoch = common.below(2) == 0;
    // Each rank is told at a generation of its own, and some ranks never.
    Random own(number, static_cast<std::uint32_t>(world.rank() + 1));
    int legs = 0;
    do {
      const std::optional<std::uint64_t> end =
          own.below(4) == 0 || legs > 20 ? std::nullopt : std::optional<std::uint64_t>(own.below(40));
      run_islands(world, run, end, save_each_epoch, snapshot, log);
      ++legs;
    } while (log.outcome.reason == StopReason::interrupted);
    EXPECT_EQ(log.text(), expected) << legs << " legs";
  }
}

TEST_ON_RANKS(ResumedArchipelago, GoesOnFromBeforeAndAfterTheDealOfTheStart) {
  for (const Transport transport : {Transport::direct, Transport::gather}) {
    const Case run{.migration = {.every = 4, .deal_at_start = true, .transport = transport},
                   .stop = {.generations = 10}};
    const std::string expected = whole(world, run).text();
    // The islands are asked first with the vote on the initial population, and then before each generation,
    // so they stop before the deal, right after it, and one generation later.
    for (const std::uint64_t end : {0U, 1U, 2U}) {
      SCOPED_TRACE(fmt::format("interrupted at question {}", end));
      Log log;
      std::optional<Snapshot> snapshot;
      run_islands(world, run, end, true, snapshot, log);
      ASSERT_TRUE(snapshot);
      EXPECT_EQ(log.outcome.reason, StopReason::interrupted);
      EXPECT_EQ(snapshot->state.epoch, end == 0 || world.size() == 1 ? 0 : 1);
      run_islands(world, run, std::nullopt, false, snapshot, log);
      EXPECT_EQ(log.text(), expected);
    }
  }
}

TEST_ON_RANKS(ResumedArchipelago, NothingIsSavedOfARunThatReachesItsTarget) {
  Log log;
  std::optional<Snapshot> snapshot;
  run_islands(world, {.migration = {.every = 5}, .stop = {.generations = 100, .target = resumed_bits / 2.0}},
              std::nullopt, false, snapshot, log);
  EXPECT_EQ(log.outcome.reason, StopReason::target);
  EXPECT_FALSE(snapshot);
}

TEST_ON_RANKS(ResumedArchipelago, TimeGoesOnFromTheSnapshot) {
  Case run{.migration = {.every = 5}, .stop = {.generations = 100, .seconds = 1000.0}};
  Log log;
  std::optional<Snapshot> snapshot;
  run_islands(world, run, 12, false, snapshot, log);
  ASSERT_TRUE(snapshot);
  ASSERT_EQ(log.outcome.reason, StopReason::interrupted);
  snapshot->state.elapsed_s = 2000;
  run_islands(world, run, std::nullopt, false, snapshot, log);
  EXPECT_EQ(log.outcome.reason, StopReason::seconds);
  EXPECT_GE(log.outcome.elapsed_s, 2000);
}

TEST_ON_RANKS(ResumedArchipelago, RefusesASnapshotOfAnotherRun) {
  Log log;
  std::optional<Snapshot> snapshot;
  run_islands(world, {.migration = {.every = 5}, .stop = {.generations = 20}}, std::nullopt, false, snapshot,
              log);
  ASSERT_TRUE(snapshot);
  auto cut = snapshot;
  cut->own.resize(cut->own.size() / 2);
  auto island = make_resumed_island(world, 1);
  EXPECT_THROW(run_archipelago(island, world, {.every = 5}, {}, 1, {}, &*cut), DataError);
  EXPECT_THROW(run_archipelago(island, world, {.every = 5}, {.generations = 3}, 1, {}, &*snapshot),
               DataError);
}

}  // namespace
}  // namespace skerry
