#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/detail/population/evaluator.hpp"
#include "skerry/genomes/bits.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

/// Evaluates batches, of which it reports all genomes but every third.
struct ReportedOnes {
  using Genome = BitString<64>;
  Score evaluate(const Genome& genome) const { return {0, static_cast<double>(genome.count())}; }
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
  std::vector<EvaluationRow> rows;
};

/// The same in batches without rows.
struct LentOnes {
  using Genome = BitString<64>;
  Score evaluate(const Genome& genome) const { return {0, static_cast<double>(genome.count())}; }
  void evaluate_batch(std::span<const Genome* const> genomes, std::span<Score> scores) const {
    std::ranges::transform(genomes, scores.begin(), [this](const auto* genome) { return evaluate(*genome); });
  }
};

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
  const auto alone = make_island(LentOnes{}, Genetic{.population = 6, .offspring = 9}, 7, 0);
  EXPECT_FALSE(alone->record({}).evaluations);
}

TEST(EvaluationRows, OfARunnerNameItsPlaceAndTimes) {
  const auto island = make_island(LentOnes{}, Genetic{.population = 6, .offspring = 9}, 7, 1);
  island->use({.runner = problem_threads(LentOnes{}, 2)});
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

}  // namespace
}  // namespace skerry
