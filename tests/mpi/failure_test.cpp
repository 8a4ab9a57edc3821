#include "engine/communication/communicator.hpp"
#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

std::optional<Failure> failure_of(Communicator& world, const std::function<void()>& work) {
  try {
    collectively(world, work);
  } catch (const AgreedFailure& agreed) {
    return agreed.failure;
  }
  return std::nullopt;
}

TEST_ON_RANKS(Collectively, WorkThatSucceedsEverywhereGoesOn) {
  std::size_t done = 0;
  EXPECT_FALSE(failure_of(world, [&] { ++done; }));
  EXPECT_EQ(done, 1U);
}

TEST_ON_RANKS(Collectively, OneFailureStopsAllWithOneMessage) {
  for (std::size_t culprit = 0; culprit < world.size(); ++culprit) {
    const auto failure = failure_of(world, [&] {
      if (world.rank() == culprit) throw DataError("a hero twice");
    });
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->status, ExitStatus::bad_data);
    EXPECT_EQ(failure->message, world.rank() == culprit ? "a hero twice" : "");
  }
}

TEST_ON_RANKS(Collectively, TheFirstOfManyFailuresSpeaks) {
  const auto failure = failure_of(world, [&] {
    if (world.rank() == 0) throw std::runtime_error("first");
    throw UsageError("another");
  });
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->status, ExitStatus::failed);
  EXPECT_EQ(failure->message, world.rank() == 0 ? "first" : "");
}

}  // namespace
}  // namespace skerry
