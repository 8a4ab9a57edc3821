#include "skerry/random.hpp"

#include "app/experiment/conductor.hpp"

#include <numeric>
#include <set>

#include <gmock/gmock.h>

namespace skerry {
namespace {

std::vector<std::uint64_t> seeds(std::uint64_t first, std::uint64_t count) {
  std::vector<std::uint64_t> list(count);
  std::iota(list.begin(), list.end(), first);
  return list;
}

TEST(BatchQueue, SharesTheStartOfRanksAmongConsecutiveSeeds) {
  BatchQueue queue({{.seeds = seeds(1, 100)}}, 2);
  EXPECT_EQ(queue.take(), (Batch{0, 1, 10}));
  EXPECT_EQ(queue.take(), (Batch{0, 11, 10}));
  EXPECT_FALSE(queue.take()) << "both cores are busy";
  queue.give_back({0, 1, 10});
  EXPECT_EQ(queue.take(), (Batch{0, 21, 10}));
}

TEST(BatchQueue, SplitsWhatIsLittleSoThatNoCoreWaits) {
  BatchQueue queue({{.seeds = seeds(1, 8)}}, 4);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) EXPECT_EQ(queue.take(), (Batch{0, seed, 1}));
}

TEST(BatchQueue, BreaksBatchesWhereSeedsAreMissing) {
  BatchQueue queue({{.seeds = {1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}}}, 1);
  EXPECT_EQ(queue.take(), (Batch{0, 1, 2}));
}

TEST(BatchQueue, TakesALaterOneWhereOnlyThatFits) {
  BatchQueue queue({{.seeds = {1}, .cores = 3}, {.seeds = {1}, .cores = 2}, {.seeds = {1}, .cores = 1}}, 4);
  EXPECT_EQ(queue.take(), (Batch{0, 1, 1}));
  EXPECT_EQ(queue.take(), (Batch{2, 1, 1}));
  EXPECT_FALSE(queue.take());
  queue.give_back({0, 1, 1});
  EXPECT_EQ(queue.take(), (Batch{1, 1, 1}));
  EXPECT_TRUE(queue.empty());
}

TEST(BatchQueue, GivesARunThatWantsMoreCoresThanThereAreAllOfThem) {
  BatchQueue queue({{.seeds = {1}, .cores = 64}, {.seeds = {1}}}, 2);
  EXPECT_EQ(queue.take(), (Batch{0, 1, 1}));
  EXPECT_FALSE(queue.take());
}

TEST(BatchQueue, HandsOutEveryRunOnceAndNeverMoreCoresThanThereAre) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed, 0, Purpose::initialisation);
    const std::uint64_t cores = 1 + random.below(9);
    std::vector<PendingRuns> pending(1 + random.below(5));
    std::set<std::pair<std::size_t, std::uint64_t>> left;
    for (std::size_t v = 0; v < pending.size(); ++v) {
      pending[v].cores = 1 + random.below(12);
      pending[v].single = random.chance(0.2);
      for (std::uint64_t s = 0; s < 60; ++s) {
        if (!random.chance(0.7)) continue;
        pending[v].seeds.push_back(s);
        left.emplace(v, s);
      }
    }
    BatchQueue queue(pending, cores);
    std::vector<Batch> running;
    while (true) {
      while (const auto batch = queue.take()) {
        ASSERT_TRUE(!pending[batch->variant].single || batch->count == 1) << "case " << seed;
        for (std::uint64_t i = 0; i < batch->count; ++i) {
          ASSERT_EQ(left.erase({batch->variant, batch->first_seed + i}), 1U) << "case " << seed;
        }
        running.push_back(*batch);
      }
      std::uint64_t busy = 0;
      for (const Batch& batch : running) busy += std::min(pending[batch.variant].cores, cores);
      ASSERT_LE(busy, cores) << "case " << seed;
      if (running.empty()) break;
      const auto done = running.begin() +
                        static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(running.size())));
      queue.give_back(*done);
      running.erase(done);
    }
    EXPECT_TRUE(left.empty()) << "case " << seed;
    EXPECT_TRUE(queue.empty()) << "case " << seed;
  }
}

}  // namespace
}  // namespace skerry
