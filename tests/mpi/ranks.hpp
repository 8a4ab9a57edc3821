#pragma once

#include "engine/communication/island_threads.hpp"
#include "engine/communication/mpi_communicator.hpp"
#include "support/depth.hpp"
#include "support/testing.hpp"

namespace skerry {

#ifdef SKERRY_SANITIZE
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// Returns how many threads a test uses; under the sanitizers, where threads take twenty times as long, one
/// number only.
inline std::vector<std::size_t> thread_counts() {
  if (sanitized) return {3};
  if (test::nightly()) return {2, 3, 4, 7, 8};
  return {2, 3, 7};
}

/// Calls `work` on the ranks of MPI, and on threads of them.
inline void on_ranks_and_threads(const std::function<void(Communicator&)>& work) {
  MpiCommunicator world;
  work(world);
  if (world.size() > 1) {
    // Even and uneven parts of the islands on the threads of each rank.
    for (const std::size_t islands : {world.size() + 1, 2 * world.size(), 3 * world.size() - 1}) {
      if (sanitized && islands != world.size() + 1) continue;
      if (world.size() > 4 && islands == 2 * world.size()) continue;
      SCOPED_TRACE(testing::Message() << islands << " islands on " << world.size() << " ranks");
      for_each_island(world, islands, work);
    }
    return;
  }
  for (const std::size_t threads : thread_counts()) {
    SCOPED_TRACE(testing::Message() << threads << " threads");
    for_each_island(world, threads, work);
  }
}

/// Begins a test whose body sees a communicator named `world`.
#define TEST_ON_RANKS(suite, name)          \
  void suite##_##name(Communicator& world); \
  TEST(suite, name) {                       \
    on_ranks_and_threads(suite##_##name);   \
  }                                         \
  void suite##_##name([[maybe_unused]] Communicator& world)

}  // namespace skerry
