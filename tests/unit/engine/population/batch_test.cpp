#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/detail/population/evaluator.hpp"
#include "skerry/evaluation/evaluation_services.hpp"

#include "support/function_of.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// As many ones as possible, and an even number of them.
test::FunctionOfBits even_ones() {
  return {{},
          [](const auto& bits) {
            return Score{static_cast<double>(bits.count() % 2), static_cast<double>(bits.count())};
          },
          Direction::maximise};
}

/// The same in batches, whose sizes it notes.
struct EvenOnesInBatches : test::FunctionOfBits {
  EvenOnesInBatches() : FunctionOf(even_ones()) {}
  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) {
    sizes->push_back(genomes.size());
    std::ranges::transform(genomes, scores.begin(), [this](const auto* genome) { return evaluate(*genome); });
  }
  std::shared_ptr<std::vector<std::size_t>> sizes = std::make_shared<std::vector<std::size_t>>();
};

/// The same with a repair that needs random numbers.
struct RepairedInBatches : EvenOnesInBatches {
  void repair(Genome& genome, Random& random) const {
    genome.flip(random.below(static_cast<std::uint32_t>(genome.size())));
  }
};

/// Evaluates batches, of which it reports all genomes but every third, and notes the journal that it is given.
struct ReportedOnes : test::FunctionOfBits {
  ReportedOnes() : FunctionOf(test::most_ones()) {}
  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) {
    for (std::size_t i = 0; i < genomes.size(); ++i) {
      scores[i] = evaluate(*genomes[i]);
      if (i % 3 != 2) rows.push_back({.number = i, .attempts = 1, .rank = 5, .duration_s = 0.25});
    }
  }
  void take_evaluation_rows(std::vector<EvaluationRow>& taken) {
    taken.insert(taken.end(), rows.begin(), rows.end());
    rows.clear();
  }
  void use(const EvaluationServices& services) { *journal = services.journal; }
  std::vector<EvaluationRow> rows;
  std::shared_ptr<std::filesystem::path> journal = std::make_shared<std::filesystem::path>();
};

static_assert(UsesServices<ReportedOnes> && !UsesServices<test::FunctionOfBits>);

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
    const auto alone = evolved(even_ones(), settings);
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
  Evaluator<Complete<RepairedInBatches>> evaluator(completed(problem));
  Random random(7);
  std::vector<RepairedInBatches::Genome> genomes(30);
  for (std::size_t i = 0; i < genomes.size(); i += 2) genomes[i].flip(0);
  std::vector<Score> scores(30);
  evaluator.evaluate_repaired(genomes, scores, random);
  EXPECT_THAT(*problem.sizes, ElementsAre(30, 15));
  EXPECT_EQ(evaluator.evaluations(), 45U);
  for (const Score& score : scores) EXPECT_EQ(score.violation, 0);
}

TEST(Batches, ServeAlgorithmsThatEvaluateOneByOne) {
  const EvenOnesInBatches problem;
  const auto island = evolved(problem, LocalSearch{.population = 4, .offspring = 10});
  EXPECT_EQ(island->statistics().back().evaluations, 4U + 25 * 10);
}

TEST(EvaluationRows, HaveGenerationIslandAndNumber) {
  const auto island = make_island(ReportedOnes{}, Genetic{.population = 6, .offspring = 9}, 7, 2);
  ASSERT_TRUE(island->record({}).evaluations);
  island->initialise();
  island->evolve(2);
  std::vector<EvaluationRow> rows(island->evaluation_rows().begin(), island->evaluation_rows().end());
  ASSERT_EQ(rows.size(), 4U + 6 + 6);
  EXPECT_EQ(rows[3].number, 4U);
  EXPECT_EQ(rows[3].generation, 0U);
  EXPECT_EQ(rows[4].number, 6U);
  EXPECT_EQ(rows[4].generation, 1U);
  EXPECT_EQ(rows[15].number, 22U);
  EXPECT_EQ(rows[15].generation, 2U);
  for (const EvaluationRow& row : rows) {
    EXPECT_EQ(row.island, 2U);
    EXPECT_EQ(row.rank, 5U);
    EXPECT_EQ(row.duration_s, 0.25);
  }
  island->forget();
  EXPECT_TRUE(island->evaluation_rows().empty());
}

TEST(EvaluationRows, OfALoadedIslandCountOn) {
  const Genetic settings{.population = 6, .offspring = 9};
  const auto island = make_island(ReportedOnes{}, settings, 7, 2);
  island->initialise();
  const auto loaded = make_island(ReportedOnes{}, settings, 7, 2);
  loaded->record({});
  loaded->load(island->save());
  loaded->evolve(1);
  ASSERT_EQ(loaded->evaluation_rows().size(), 6U);
  EXPECT_EQ(loaded->evaluation_rows().front().number, 6U);
  EXPECT_EQ(loaded->evaluation_rows().front().generation, 1U);
}

TEST(EvaluationRows, AreKeptOnRequestAndWhereThereIsSomethingToTell) {
  const auto silent = make_island(ReportedOnes{}, Genetic{.population = 6, .offspring = 9}, 7, 0);
  silent->initialise();
  EXPECT_TRUE(silent->evaluation_rows().empty());
  const auto alone = make_island(EvenOnesInBatches{}, Genetic{.population = 6, .offspring = 9}, 7, 0);
  EXPECT_FALSE(alone->record({}).evaluations);
}

TEST(EvaluationRows, OfARunnerNameItsPlaceAndTimes) {
  const auto island = make_island(EvenOnesInBatches{}, Genetic{.population = 6, .offspring = 9}, 7, 1);
  island->use({.runner = problem_threads(EvenOnesInBatches{}, 2)});
  ASSERT_TRUE(island->record({}).evaluations);
  island->initialise();
  island->evolve(1);
  ASSERT_EQ(island->evaluation_rows().size(), 15U);
  for (std::uint64_t number = 0; number < 15; ++number) {
    const EvaluationRow& row = island->evaluation_rows()[number];
    EXPECT_EQ(row.number, number);
    EXPECT_EQ(row.generation, number < 6 ? 0U : 1U);
    EXPECT_EQ(row.attempts, 1U);
    EXPECT_LT(row.place, 2U);
    EXPECT_GT(row.started_s, 1.6e9);
    EXPECT_GE(row.duration_s, 0);
  }
}

TEST(EvaluationServices, ReachTheProblemOfAnIslandThatUsesThem) {
  const ReportedOnes problem;
  const std::unique_ptr<Island> users[] = {make_island(problem, Genetic{}, 1, 0),
                                           make_island(even_ones(), Genetic{}, 1, 0)};
  for (const auto& island : users) island->use({.journal = "run.h5.journal"});
  EXPECT_EQ(*problem.journal, "run.h5.journal");
}

}  // namespace
}  // namespace skerry
