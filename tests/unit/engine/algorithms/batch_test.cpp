#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/genomes/bits.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

/// As many ones as possible, and an even number of them.
struct EvenOnes {
  using Genome = BitString<64>;
  Direction direction() const { return Direction::maximise; }
  Score evaluate(const Genome& genome) const {
    const auto ones = static_cast<double>(genome.count());
    return {static_cast<double>(genome.count() % 2), ones};
  }
};

/// The same in batches, whose sizes it notes.
struct EvenOnesInBatches : EvenOnes {
  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) {
    sizes->push_back(genomes.size());
    std::ranges::transform(genomes, scores.begin(),
                           [this](const Genome* genome) { return evaluate(*genome); });
  }
  std::shared_ptr<std::vector<std::size_t>> sizes = std::make_shared<std::vector<std::size_t>>();
};

/// The same with a repair that needs random numbers.
struct RepairedInBatches : EvenOnesInBatches {
  void repair(Genome& genome, Random& random) const {
    genome.flip(random.below(static_cast<std::uint32_t>(genome.size())));
  }
};

template <typename P>
std::unique_ptr<PopulationIsland<Complete<P>>> evolved(const P& problem, const Algorithm& algorithm) {
  auto island = make_island(problem, algorithm, 7, 2);
  island->initialise();
  island->evolve(25);
  return island;
}

const Genetic settings_of_all_kinds[] = {
    {.population = 20, .offspring = 30},
    {.population = 20, .offspring = 30, .mating = MatingKind::round_robin, .restart_after = 3},
    {.population = 20, .offspring = 20, .replacement = "generational"},
    {.population = 20, .offspring = 30, .immigrants_below = 0.5},
    {.population = 20,
     .offspring = 30,
     .immigrants_below = 0.5,
     .immigration = ImmigrationKind::join_offspring},
};

TEST(Batches, LeadToTheSameIslands) {
  for (const Genetic& settings : settings_of_all_kinds) {
    const auto alone = evolved(EvenOnes{}, settings);
    const auto batches = evolved(EvenOnesInBatches{}, settings);
    EXPECT_EQ(alone->save(), batches->save());
  }
}

TEST(Batches, HoldAllChildrenOfAGeneration) {
  const EvenOnesInBatches problem;
  evolved(problem, Genetic{.population = 20, .offspring = 30});
  ASSERT_EQ(problem.sizes->size(), 1U + 25);
  EXPECT_EQ(problem.sizes->front(), 20U);
  for (std::size_t i = 1; i < problem.sizes->size(); ++i) EXPECT_EQ(problem.sizes->at(i), 30U);
}

TEST(Batches, EvaluateRepairedChildrenTogether) {
  const RepairedInBatches problem;
  const auto island = evolved(problem, Genetic{.population = 20, .offspring = 30});
  std::size_t evaluations = 0;
  for (const std::size_t size : *problem.sizes) evaluations += size;
  EXPECT_EQ(island->statistics().back().evaluations, evaluations);
  EXPECT_GT(evaluations, 20U + 25 * 30);
  EXPECT_GT(island->statistics().back().feasible, 10U);
}

TEST(Batches, ServeAlgorithmsThatEvaluateOneByOne) {
  const EvenOnesInBatches problem;
  const auto island = evolved(problem, LocalSearch{.population = 4, .offspring = 10});
  EXPECT_EQ(island->statistics().back().evaluations, 4U + 25 * 10);
}

}  // namespace
}  // namespace skerry
