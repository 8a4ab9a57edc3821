#include "designer/answers/validation.hpp"

#include "support/testing.hpp"

namespace skerry::party {
namespace {

TEST(Part, IsAShareOrAPercentage) {
  EXPECT_EQ(parse_part("2%"), 0.02);
  EXPECT_EQ(parse_part("0.02"), 0.02);
  EXPECT_EQ(parse_part("0"), 0);
  EXPECT_EQ(parse_part("100%"), 1);
  for (const char* text : {"", "%", "much", "2 %", "-1%", "101%", "1.5", "nan", "2%%"})
    EXPECT_EQ(parse_part(text), std::nullopt) << text;
}

/// Returns the record of two islands after some generations, whose bests are 1000 + generation and 2000 +
/// generation.
EpochRecord epoch_of_two_islands(std::uint64_t first_generation, std::size_t generations) {
  EpochRecord epoch;
  epoch.first_generation = first_generation;
  epoch.generations = generations;
  epoch.islands = 2;
  for (std::size_t row = 0; row < 2 * generations; ++row) {
    Statistics statistics;
    statistics.best = static_cast<double>(1000 * (row % 2 + 1) + first_generation + row / 2);
    statistics.fitness_diversity = row % 2 == 0 ? 0.25 : 0.5;
    statistics.restarts = row % 2;
    epoch.statistics.push_back(statistics);
  }
  return epoch;
}

TEST(IslandHistory, HasEveryGenerationOfAShortRun) {
  HistoryRecorder recorder(Direction::minimise);
  recorder.record(epoch_of_two_islands(0, 2));
  EpochRecord second = epoch_of_two_islands(2, 1);
  second.statistics[1].violation = 0.5;
  recorder.record(second);
  const IslandHistory history = recorder.history();
  EXPECT_THAT(history.generations, ElementsAre(0, 1, 2));
  EXPECT_THAT(history.best,
              ElementsAre(ElementsAre(1000, 1001, 1002), ElementsAre(2000, 2001, std::nullopt)));
  EXPECT_THAT(history.diversity, ElementsAre(ElementsAre(0.25, 0.25, 0.25), ElementsAre(0.5, 0.5, 0.5)));
  EXPECT_EQ(history.restarts, 1U);
}

TEST(IslandHistory, KeepsTheFirstAndTheLastOfManyGenerations) {
  for (const std::size_t generations : {199U, 200U, 201U, 5000U}) {
    HistoryRecorder recorder(Direction::minimise);
    recorder.record(epoch_of_two_islands(0, generations));
    const IslandHistory history = recorder.history();
    ASSERT_EQ(history.generations.size(), std::min(generations, IslandHistory::most_points));
    EXPECT_EQ(history.generations.front(), 0U);
    EXPECT_EQ(history.generations.back(), generations - 1);
    for (std::size_t point = 0; point < history.generations.size(); ++point)
      EXPECT_EQ(history.best[0][point], 1000 + static_cast<double>(history.generations[point]));
  }
}

TEST(IslandHistory, SaysWhereNewBestsCameFrom) {
  for (const Direction direction : {Direction::minimise, Direction::maximise}) {
    const double sign = direction == Direction::minimise ? 1 : -1;
    const auto improvement = [&](std::uint64_t generation, std::uint64_t island, double cost) {
      Improvement found;
      found.generation = generation;
      found.island = island;
      found.fitness = sign * cost;
      return found;
    };
    HistoryRecorder recorder(direction);
    EpochRecord first = epoch_of_two_islands(0, 1);
    first.improvements = {improvement(0, 0, 50), improvement(0, 1, 60)};
    first.improvements[0].violation = 1;
    recorder.record(first);
    EpochRecord second = epoch_of_two_islands(1, 2);
    second.improvements = {improvement(1, 0, 60), improvement(2, 0, 40), improvement(2, 1, 45)};
    recorder.record(second);
    const std::vector<IslandHistory::NewBest> bests = recorder.history().new_bests;
    ASSERT_EQ(bests.size(), 2U);
    EXPECT_EQ(bests[0].island, 1U);
    EXPECT_EQ(bests[0].fitness, sign * 60);
    EXPECT_EQ(bests[1].generation, 2U);
    EXPECT_EQ(bests[1].island, 0U);
    EXPECT_EQ(bests[1].fitness, sign * 40);
  }
}

TEST(IslandHistory, AddsUpWhoMigrated) {
  HistoryRecorder recorder(Direction::minimise);
  EpochRecord epoch = epoch_of_two_islands(0, 1);
  epoch.migration.resize(2);
  epoch.migration[0].individuals_sent = 3;
  epoch.migration[1].individuals_sent = 4;
  recorder.record(epoch);
  recorder.record(epoch);
  epoch.migration.clear();
  recorder.record(epoch);
  EXPECT_THAT(recorder.history().individuals_sent, ElementsAre(6, 8));
}

TEST(IslandHistory, IsEmptyWhereNothingWasRecorded) {
  EXPECT_TRUE(HistoryRecorder(Direction::minimise).history().generations.empty());
}

}  // namespace
}  // namespace skerry::party
