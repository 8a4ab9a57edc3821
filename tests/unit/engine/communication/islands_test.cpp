#include "skerry/algorithms/settings.hpp"
#include "skerry/evolve.hpp"
#include "skerry/threads.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/communication/island_threads.hpp"
#include "engine/communication/thread_communicator.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(ForEachIsland, RunsOneThreadAnIslandAndTheFirstOnItsOwn) {
  ThreadCommunicator alone;
  for (const std::size_t count : {1U, 2U, 5U}) {
    std::vector<std::thread::id> threads(count);
    for_each_island(alone, count, [&](Communicator& islands) {
      EXPECT_EQ(islands.size(), count);
      threads[islands.rank()] = std::this_thread::get_id();
    });
    EXPECT_EQ(threads.front(), std::this_thread::get_id());
    for (std::size_t i = 1; i < count; ++i) EXPECT_NE(threads[i], threads.front());
  }
}

TEST(ForEachIsland, AnExceptionOfOneEndsAllAndIsThrownAgain) {
  ThreadCommunicator alone;
  for (std::size_t culprit = 0; culprit < 4; ++culprit) {
    std::string message;
    try {
      for_each_island(alone, 4, [&](Communicator& islands) {
        islands.barrier();
        if (islands.rank() == culprit) throw std::runtime_error("island " + std::to_string(culprit));
        while (true) islands.barrier();
      });
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
    EXPECT_EQ(message, "island " + std::to_string(culprit));
  }
}

TEST(ForEachIsland, AnExceptionEndsThoseWhoWaitInAGroup) {
  ThreadCommunicator alone;
  EXPECT_THROW(for_each_island(alone, 5,
                               [](Communicator& islands) {
                                 const auto group = islands.split(islands.rank() % 2);
                                 const auto part = group->split(0);
                                 if (islands.rank() == 4) throw std::runtime_error("island 4");
                                 while (true) part->barrier();
                               }),
               std::runtime_error);
}

TEST(ForEachIsland, AnAgreedFailureIsThrownOnce) {
  ThreadCommunicator alone;
  try {
    for_each_island(alone, 3, [](Communicator& islands) {
      collectively(islands, [&] {
        if (islands.rank() == 2) throw DataError("a hero twice");
      });
    });
    FAIL() << "nothing was thrown";
  } catch (const AgreedFailure& agreed) {
    EXPECT_EQ(agreed.failure.status, ExitStatus::bad_data);
    EXPECT_EQ(agreed.failure.message, "a hero twice");
  }
}

TEST(OnThreads, EvolvesWithTheSameResultWhicheverThreadTellsIt) {
  using Settings = EvolveSettings<OneMax::Genome>;
  const Settings settings{
      .island = Genetic{.population = 10, .offspring = 20, .operators = {.gene_rate = 0.02}},
      .migration = {.every = 5},
      .stop = {.generations = 30},
      .seed = 7};
  std::vector<std::string> found(4);
  on_threads(4, [&](const Mpi& islands) {
    const auto result = evolve(OneMax(100), settings, islands);
    found[islands.rank()] = std::to_string(result.evaluations) + " " + OneMax(100).describe(result.best);
  });
  EXPECT_THAT(found, testing::Each(found.front()));
  EXPECT_NE(found.front(), "");
}

TEST(OnThreads, RefusesNoIslands) {
  EXPECT_THROW(on_threads(0, [](const Mpi&) {}), UsageError);
}

}  // namespace
}  // namespace skerry
