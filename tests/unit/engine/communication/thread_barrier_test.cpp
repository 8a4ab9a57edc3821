#include "engine/communication/thread_communicator.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(ThreadBarrier, NobodyPassesBeforeAllHaveCome) {
  for (const std::size_t count : {1U, 2U, 3U, 8U}) {
    ThreadBarrier barrier(count, true);
    std::atomic<std::size_t> come = 0;
    std::atomic<std::size_t> early = 0;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < count; ++t) {
      threads.emplace_back([&] {
        for (std::size_t round = 1; round <= 500; ++round) {
          ++come;
          barrier.pass();
          if (come < round * count) ++early;
          barrier.pass();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(early, 0U);
    EXPECT_EQ(come, 500 * count);
  }
}

TEST(ThreadBarrier, OnceBrokenItThrowsForThoseWhoWaitAndThoseWhoCome) {
  ThreadBarrier barrier(3, false);
  std::atomic<int> thrown = 0;
  const auto come = [&] {
    try {
      barrier.pass();
    } catch (const BrokenBarrier&) {
      ++thrown;
    }
  };
  std::thread waiting(come);
  barrier.break_open();
  waiting.join();
  come();
  EXPECT_EQ(thrown, 2);
}

}  // namespace
}  // namespace skerry
