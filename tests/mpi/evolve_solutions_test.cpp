#include "skerry/evolve.hpp"
#include "skerry/trace.hpp"

#include "engine/communication/communicator.hpp"
#include "knapsack.hpp"
#include "trace/trace_reader.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;
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

/// Evolves in one go and in three, and compares the results and the traces.
void expect_resumed_alike(const KnapsackSettings& settings, const std::string& name) {
  const Mpi mpi;
  const fs::path folder = fs::temp_directory_path() / ("skerry_" + name + std::to_string(mpi.size()));
  if (mpi.first()) fs::remove_all(folder);
  mpi.communicator().barrier();
  KnapsackSettings whole = settings;
  whole.record = trace(folder / "whole.h5");
  const std::string expected = text_of(evolve(Knapsack(), whole, mpi));

  KnapsackSettings parts = settings;
  parts.record = trace(folder / "parts.h5", Resume::if_present, {.every = 1, .seconds = 1e9, .share = 1});
  for (const std::uint64_t end : {10U, 25U}) {
    parts.on_epoch = [end](const Epoch& epoch) { return epoch.generation < end; };
    EXPECT_EQ(evolve(Knapsack(), parts, mpi).reason, StopReason::requested);
  }
  parts.on_epoch = {};
  EXPECT_EQ(text_of(evolve(Knapsack(), parts, mpi)), expected);
  EXPECT_EQ(text_of(evolve(Knapsack(), parts, mpi)), expected) << "nothing is left to do";
  if (mpi.first()) {
    const auto one = TraceReader(folder / "whole.h5").solutions();
    const auto other = TraceReader(folder / "parts.h5").solutions();
    EXPECT_EQ(one.damage, "");
    EXPECT_EQ(other.damage, "");
    EXPECT_EQ(one.recorded.generation, 40);
    EXPECT_EQ(other.recorded.generation, 40);
    EXPECT_GT(one.recorded.set.size(), 5U);
    EXPECT_EQ(one.recorded.set.keys, other.recorded.set.keys);
    EXPECT_EQ(one.recorded.set.values, other.recorded.set.values);
    EXPECT_EQ(one.recorded.set.genomes, other.recorded.set.genomes);
    EXPECT_EQ(one.recorded.set.cells, other.recorded.set.cells);
    EXPECT_EQ(one.recorded.texts, other.recorded.texts);
    EXPECT_EQ(one.recorded.texts.size(), one.recorded.set.size());
    fs::remove_all(folder);
  }
  mpi.communicator().barrier();
}

TEST(EvolveSolutions, ARecordedFrontGoesOnAsIfItHadNeverStopped) {
  expect_resumed_alike(front_settings(), "front");
}

TEST(EvolveSolutions, ARecordedMapGoesOnAsIfItHadNeverStopped) {
  expect_resumed_alike(map_settings(), "map");
}

TEST(EvolveSolutions, ARunThatReachedItsTargetReturnsThem) {
  const Mpi mpi;
  const fs::path folder = fs::temp_directory_path() / ("skerry_reached" + std::to_string(mpi.size()));
  if (mpi.first()) fs::remove_all(folder);
  mpi.communicator().barrier();
  KnapsackSettings settings = map_settings();
  settings.stop.target = 100;
  settings.record = trace(folder / "run.h5", Resume::if_present);
  const Packed run = evolve(Knapsack(), settings, mpi);
  EXPECT_EQ(run.reason, StopReason::target);
  EXPECT_EQ(text_of(evolve(Knapsack(), settings, mpi)), text_of(run));
  mpi.communicator().barrier();
  if (mpi.first()) fs::remove_all(folder);
}

}  // namespace
}  // namespace skerry
