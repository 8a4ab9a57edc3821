#include "engine/lending/lending.hpp"

#include "skerry/detail/population/evaluator.hpp"
#include "skerry/evolve.hpp"
#include "skerry/genomes/bits.hpp"

#include "engine/communication/communicator.hpp"
#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// As many ones as possible, in a time that depends on the genome.
struct SlowOnes {
  using Genome = BitString<64>;
  Direction direction() const { return Direction::maximise; }
  Score evaluate(const Genome& genome) const {
    const auto ones = static_cast<double>(genome.count());
    std::this_thread::sleep_for(std::chrono::microseconds(genome.test(3) ? 500 : 50));
    return {0, ones};
  }
  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) const {
    std::ranges::transform(genomes, scores.begin(), [this](const auto* genome) { return evaluate(*genome); });
  }
};

/// What an island's tasks come back as.
std::vector<std::uint64_t> numbers_of(TaskRunner& runner, std::size_t count) {
  std::vector<std::uint64_t> numbers;
  while (numbers.size() < count) {
    for (const TaskResult& result : runner.wait(TaskRunner::Clock::time_point::max())) {
      numbers.push_back(result.number);
      EXPECT_EQ(score_in(result.content).fitness, static_cast<double>(result.number % 64));
    }
  }
  std::ranges::sort(numbers);
  return numbers;
}

/// The task whose result has as many ones as its number says.
Task task_number(std::uint64_t number) {
  BitString<64> genome;
  for (std::uint64_t i = 0; i < number % 64; ++i) genome.flip(i);
  return {number, task_of(genome)};
}

void run_epochs(Communicator& world, std::size_t islands) {
  Lending lending(world.open_channel(), problem_threads(SlowOnes{}, 1), islands);
  if (world.rank() >= islands) return lending.serve();
  constexpr std::size_t epochs = 4;
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    Random random(epoch, static_cast<std::uint32_t>(world.rank()), Purpose::evolution);
    for (std::uint64_t generation = 0; generation < 3; ++generation) {
      lending.begin_generation(2 - generation);
      // Islands have unequal work, and sometimes none.
      const std::size_t count = world.rank() == 1 ? 0 : random.below(20);
      std::vector<std::uint64_t> started;
      for (std::uint64_t number = 0; number < count; ++number) {
        lending.start(task_number(number));
        started.push_back(number);
      }
      EXPECT_EQ(numbers_of(lending, count), started);
    }
    lending.end_epoch();
  }
  lending.end_run();
}

TEST_ON_RANKS(Lending, BringsEachResultToItsIslandOnce) {
  run_epochs(world, world.size());
}

TEST_ON_RANKS(Lending, EndsRanksWithoutAnIslandWithTheRun) {
  for (std::size_t islands = 1; islands < world.size(); islands *= 2) run_epochs(world, islands);
}

TEST_ON_RANKS(Lending, AnIslandThatGivesUpLeavesNothingBehind) {
  Lending lending(world.open_channel(), problem_threads(SlowOnes{}, 1), world.size());
  for (std::uint64_t number = 0; number < 10; ++number) lending.start(task_number(number));
  lending.wait(TaskRunner::Clock::now());
  lending.end_epoch();
  lending.start(task_number(5));
  EXPECT_EQ(numbers_of(lending, 1), std::vector<std::uint64_t>{5});
  lending.end_epoch();
  lending.end_run();
}

struct FailingOnes : SlowOnes {
  Score evaluate(const Genome& genome) const {
    if (genome.count() > 36) throw std::runtime_error("more ones than it can bear");
    return SlowOnes::evaluate(genome);
  }
  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) const {
    std::ranges::transform(genomes, scores.begin(), [this](const auto* genome) { return evaluate(*genome); });
  }
};

TEST_ON_RANKS(Lending, WhatEvaluateThrowsEndsTheRunOnEveryRank) {
  const Mpi mpi(world);
  const EvolveSettings<SlowOnes::Genome> settings{.island = Genetic{.population = 12, .offspring = 15},
                                                  .migration = {.every = 3},
                                                  .stop = {.generations = 200, .target = 1000},
                                                  .lend = true};
  std::string message;
  try {
    evolve(FailingOnes{}, settings, mpi);
  } catch (const std::exception& error) {
    message = error.what();
  }
  EXPECT_THAT(message, HasSubstr("more ones than it can bear"));
}

}  // namespace
}  // namespace skerry
