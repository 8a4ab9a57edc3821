#include "skerry/evolve.hpp"
#include "skerry/trace.hpp"

#include "engine/communication/communicator.hpp"
#include "knapsack.hpp"
#include "mpi/recorded_runs.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

using KnapsackSettings = EvolveSettings<Knapsack::Genome>;
using Packed = EvolveResult<Knapsack::Genome>;

KnapsackSettings settings_of(const Algorithm& algorithm) {
  return {.island = algorithm, .migration = {.every = 5}, .stop = {.generations = 40}, .seed = 7};
}
KnapsackSettings front_settings() {
  return settings_of(Nsga2{.population = 20, .offspring = 20, .mutation_rate = 0.05});
}
KnapsackSettings map_settings() {
  return settings_of(MapElites{.population = 20, .offspring = 20, .mutation_rate = 0.05});
}

std::string text_of(const Packed& run) {
  std::string text;
  for (const auto& [genome, score, values, cell] : run.solutions) {
    for (std::size_t i = 0; i < Knapsack::items; ++i) text += genome.test(i) ? '1' : '0';
    text += " " + std::to_string(score.fitness) + " " + std::to_string(score.violation) + " " +
            std::to_string(cell);
    for (const double value : values) text += " " + std::to_string(value);
    text += "\n";
  }
  return text;
}

/// Fails where a rank has another text than the first.
void expect_the_same_everywhere(const std::string& text, const Mpi& mpi) {
  const auto own = std::as_bytes(std::span(text));
  std::vector<std::byte> first(own.begin(), own.end());
  mpi.communicator().broadcast(first);
  EXPECT_TRUE(std::ranges::equal(own, first));
}

TEST(EvolveSolutions, AFrontIsTheSameOnEveryRank) {
  const Mpi mpi;
  const Packed run = evolve(Knapsack(), front_settings(), mpi);
  ASSERT_GT(run.solutions.size(), 5U);
  expect_the_same_everywhere(text_of(run), mpi);
  for (std::size_t i = 0; i < run.solutions.size(); ++i) {
    const auto& [genome, score, values, cell] = run.solutions[i];
    EXPECT_EQ(score, Knapsack().evaluate(genome));
    EXPECT_EQ(score.violation, 0);
    EXPECT_EQ(values, (std::vector{Knapsack::weight(genome), Knapsack::worth(genome)}));
    EXPECT_EQ(cell, 0U);
    if (i == 0) continue;
    EXPECT_GT(values[0], run.solutions[i - 1].values[0]) << "rising weight";
    EXPECT_GT(values[1], run.solutions[i - 1].values[1]) << "or another dominates it";
  }
}

TEST(EvolveSolutions, AMapIsTheSameOnEveryRank) {
  const Mpi mpi;
  const Packed run = evolve(Knapsack(), map_settings(), mpi);
  ASSERT_GT(run.solutions.size(), 20U);
  expect_the_same_everywhere(text_of(run), mpi);
  std::uint64_t above = 0;
  for (const auto& [genome, score, values, cell] : run.solutions) {
    EXPECT_EQ(score, Knapsack().evaluate(genome));
    std::array<double, 2> features{};
    Knapsack().features(genome, features);
    EXPECT_THAT(values, testing::ElementsAreArray(features));
    EXPECT_GE(cell, above);
    EXPECT_LT(cell, 31 * 25U);
    EXPECT_EQ(cell / 25, static_cast<std::uint64_t>(features[0]));
    above = cell + 1;
  }
}

TEST(EvolveSolutions, OtherAlgorithmsKeepNone) {
  const Mpi mpi;
  const auto run = evolve(Knapsack(), settings_of(Genetic{.population = 20, .offspring = 20}), mpi);
  EXPECT_TRUE(run.solutions.empty());
}

TEST(EvolveSolutions, ARunThatReachedItsTargetReturnsThem) {
  const Mpi mpi;
  const SharedFolder folder(mpi.communicator());
  KnapsackSettings settings = map_settings();
  settings.stop.target = 100;
  settings.record = trace(folder / "run.h5", Resume::if_present);
  const Packed run = evolve(Knapsack(), settings, mpi);
  EXPECT_EQ(run.reason, StopReason::target);
  const Packed again = evolve(Knapsack(), settings, mpi);
  expect_same_result(again, run);
  EXPECT_EQ(again.elapsed_s, run.elapsed_s);
}

}  // namespace
}  // namespace skerry
