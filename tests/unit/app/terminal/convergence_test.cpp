#include "app/terminal/progress.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// A run of islands that are all alike, in epochs of `every` generations.
class RunOfIslands {
 public:
  explicit RunOfIslands(std::size_t islands, std::uint64_t every = 10) : every_(every) {
    record_.islands = islands;
    record_.generations = every;
    record_.statistics.resize(islands * every);
  }

  EpochRecord& record() { return record_; }

  /// Goes on for some generations, and returns whether the islands have converged then.
  bool go_on(std::uint64_t generations) {
    for (std::uint64_t done = 0; done < generations; done += every_) {
      convergence_.observe(record_);
      record_.first_generation += every_;
      record_.improvements.clear();
    }
    return convergence_.converged();
  }
  const Convergence& convergence() const { return convergence_; }

 private:
  std::uint64_t every_;
  EpochRecord record_;
  Convergence convergence_;
};

TEST(Convergence, TakesAHundredGenerationsWithoutABetterIndividual) {
  for (const std::size_t islands : {1U, 2U, 5U}) {
    for (const std::uint64_t every : {1U, 10U, 50U}) {
      RunOfIslands run(islands, every);
      EXPECT_FALSE(run.go_on(100)) << "generations 0 to 99";
      EXPECT_TRUE(run.go_on(every));
      run.record().improvements = {{.generation = run.record().first_generation, .island = islands - 1}};
      EXPECT_FALSE(run.go_on(100));
      EXPECT_TRUE(run.go_on(every));
    }
  }
}

TEST(Convergence, NeedsLowDiversityOnEveryIsland) {
  RunOfIslands run(3);
  for (std::size_t row = 1; row < 30; row += 3) run.record().statistics[row].fitness_diversity = 0.01;
  EXPECT_FALSE(run.go_on(500));
  for (Statistics& row : run.record().statistics) row.fitness_diversity = 0.009;
  EXPECT_TRUE(run.go_on(10));
}

TEST(Convergence, EndsWithARestartOrImmigrants) {
  RunOfIslands run(2);
  EXPECT_TRUE(run.go_on(200));
  for (std::size_t row = 9; row < 20; row += 2) run.record().statistics[row].restarts = 1;
  EXPECT_FALSE(run.go_on(10));
  EXPECT_EQ(run.convergence().restarts(), 1U);
  for (std::size_t row = 1; row < 20; row += 2) run.record().statistics[row].restarts = 1;
  EXPECT_TRUE(run.go_on(200));
  for (Statistics& row : run.record().statistics) row.immigrations = 1;
  EXPECT_FALSE(run.go_on(10));
  EXPECT_EQ(run.convergence().restarts(), 1U);
}

TEST(Convergence, OfARunThatGoesOnCountsFromThere) {
  RunOfIslands run(2);
  run.record().first_generation = 5001;
  for (Statistics& row : run.record().statistics) row.restarts = 7;
  EXPECT_FALSE(run.go_on(100));
  EXPECT_EQ(run.convergence().restarts(), 14U);
  EXPECT_TRUE(run.go_on(10));
}

}  // namespace
}  // namespace skerry
