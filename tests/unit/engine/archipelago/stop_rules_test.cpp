#include "skerry/archipelago.hpp"
#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/genomes/reals.hpp"
#include "skerry/threads.hpp"

#include "engine/archipelago/archipelago.hpp"
#include "engine/communication/communicator.hpp"
#include "support/function_of.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// A sphere with a hole, that all algorithms can work on; it counts for itself what is asked of it.
struct MeteredSphere {
  using Genome = Reals<4>;
  Box<4> bounds() const { return {-1, 1}; }
  Score evaluate(const Genome& x) {
    ++*made;
    double sum = 0;
    for (const double gene : x) sum += gene * gene;
    return {std::max(0.0, 0.5 - sum), sum};
  }
  void repair(Genome& x, Random& random) const { x[0] = random.chance(0.5) ? 1 : x[0]; }
  void improve(Genome& x, Score& score, Evaluations<MeteredSphere>& evaluations, Random& random) {
    while (evaluations.left() > 0) {
      Genome other = x;
      other[random.below(4)] *= 0.9;
      const Score its = evaluations(other);
      if (its.violation > score.violation || its.fitness > score.fitness) continue;
      x = other;
      score = its;
    }
  }
  std::vector<Objective> objectives() const { return {{.name = "first"}, {.name = "second"}}; }
  void objectives(const Genome& x, std::span<double> values) const {
    values[0] = x[0] * x[0];
    values[1] = (x[1] - 1) * (x[1] - 1);
  }
  std::vector<Feature> features() const { return {{.name = "x", .least = -1}, {.name = "y", .least = -1}}; }
  void features(const Genome& x, std::span<double> values) const {
    std::copy_n(x.begin(), 2, values.begin());
  }

  std::shared_ptr<std::atomic<std::uint64_t>> made = std::make_shared<std::atomic<std::uint64_t>>(0);
};

/// The same in batches, which are not improved.
struct MeteredBatches {
  using Genome = Reals<4>;
  Box<4> bounds() const { return {-1, 1}; }
  Score evaluate(const Genome& x) { return sphere.evaluate(x); }
  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) {
    std::ranges::transform(genomes, scores.begin(), [this](const Genome* one) { return evaluate(*one); });
  }
  void repair(Genome& x, Random& random) const { sphere.repair(x, random); }

  MeteredSphere sphere;
};

/// The outcome of a run, and from what its islands go on.
struct StoppedRun {
  Outcome outcome;
  std::vector<std::string> islands;
  std::vector<Snapshot> saved;
};

template <typename P>
StoppedRun stopped(const P& problem, const Algorithm& algorithm, std::size_t islands, const StopRule& stop,
                   const std::vector<Snapshot>& from = {}) {
  StoppedRun run{{}, std::vector<std::string>(islands), std::vector<Snapshot>(islands)};
  on_threads(islands, [&](const Mpi& mpi) {
    const std::size_t rank = mpi.rank();
    const auto island = make_island(problem, algorithm, 3, static_cast<std::uint32_t>(rank));
    const RunHooks hooks{.save = [&](const Snapshot& snapshot) { run.saved[rank] = snapshot; }};
    const Snapshot* start = from.empty() || from[rank].own.empty() ? nullptr : &from[rank];
    const Outcome outcome = run_archipelago(*island, mpi.communicator(), {}, stop, 3, hooks, start);
    const auto state = island->save();
    run.islands[rank] = {reinterpret_cast<const char*>(state.data()), state.size()};
    if (mpi.first()) run.outcome = outcome;
  });
  return run;
}

/// `made` counts what is asked of the problem.
template <typename P>
void expect_budget_holds(const P& problem, std::atomic<std::uint64_t>& made, const Algorithm& algorithm,
                         std::uint64_t budget, std::size_t islands) {
  SCOPED_TRACE(fmt::format("{} islands, {} evaluations", islands, budget));
  made = 0;
  const StoppedRun run = stopped(problem, algorithm, islands, {.evaluations = budget});
  EXPECT_EQ(run.outcome.reason, StopReason::evaluations);
  EXPECT_EQ(made, budget);
  EXPECT_EQ(run.outcome.evaluations, budget);
  const StopRule twice{.evaluations = 2 * budget};
  const StoppedRun whole = stopped(problem, algorithm, islands, twice);
  const StoppedRun resumed = stopped(problem, algorithm, islands, twice, run.saved);
  EXPECT_TRUE(resumed.islands == whole.islands);
  EXPECT_EQ(resumed.outcome.evaluations, whole.outcome.evaluations);
  EXPECT_EQ(resumed.outcome.generations, whole.outcome.generations);
}

const Algorithm algorithms_on_spheres[] = {
    Genetic{.population = 50, .offspring = 60, .replacement = "generational", .restart_after = 3},
    Genetic{.population = 50, .offspring = 100, .improve_rate = 0.1, .improve_budget = 40},
    Genetic{.population = 50, .offspring = 100, .immigrants_below = 0.5},
    LocalSearch{.kind = LocalSearchKind::random_restart, .population = 50, .climb_steps = 3},
    DifferentialEvolution{.population = 50},
    Nsga2{.population = 50, .offspring = 50},
    MapElites{.population = 50, .offspring = 50}};

TEST(StopRules, EvaluationsAreSpentToTheLastAndGoOnAsIfThereHadBeenMore) {
  const MeteredSphere sphere;
  for (const Algorithm& algorithm : algorithms_on_spheres) {
    SCOPED_TRACE(fmt::format("algorithm {}", algorithm.settings().index()));
    for (const std::size_t islands : {1U, 5U}) {
      for (const std::uint64_t budget : {7U, 60U, 1000U})
        expect_budget_holds(sphere, *sphere.made, algorithm, budget, islands);
    }
  }
  const Genetic genetic{.population = 50, .offspring = 100};
  for (const std::size_t islands : {1U, 2U, 5U, 16U}) {
    for (const std::uint64_t budget : {1U, 7U, 60U, 1000U, 12345U}) {
      expect_budget_holds(sphere, *sphere.made, genetic, budget, islands);
      const MeteredBatches batches;
      expect_budget_holds(batches, *batches.sphere.made, genetic, budget, islands);
    }
  }
}

TEST(StopRules, AreLookedAtAfterEachGenerationIfThatIsAskedFor) {
  const Genetic genetic{.population = 10, .offspring = 10};
  StopRule stop{.stagnation = 7};
  const auto generations = [&] { return stopped(MeteredSphere{}, genetic, 3, stop).outcome.generations; };
  const std::uint64_t by_epoch = generations();
  EXPECT_EQ(by_epoch % MigrationSettings{}.every, 0U);
  stop.each_generation = true;
  EXPECT_LT(generations(), by_epoch);
}

TEST(StopRules, NoFitnessOnAnyIslandEndsTheRunAtOnce) {
  const test::FunctionOfReals unknown({-1, 1}, [](const auto& /*x*/) { return std::nan(""); });
  const StoppedRun run = stopped(unknown, DifferentialEvolution{.population = 20}, 3, {.generations = 100});
  EXPECT_EQ(run.outcome.reason, StopReason::no_fitness);
  EXPECT_EQ(run.outcome.evaluations, 60U);
  EXPECT_EQ(run.outcome.generations, 0U);
}

}  // namespace
}  // namespace skerry
