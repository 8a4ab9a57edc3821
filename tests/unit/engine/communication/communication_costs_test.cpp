#include "communication_costs.hpp"

#include "engine/communication/island_threads.hpp"
#include "engine/communication/thread_communicator.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

constexpr std::size_t rank_counts[] = {1, 2, 3, 4, 7, 8, 31, 64};

std::vector<std::size_t> uneven_sizes(std::size_t ranks, std::size_t factor) {
  std::vector<std::size_t> sizes(ranks);
  for (std::size_t r = 0; r < ranks; ++r) sizes[r] = factor * (r * 7 % 5);
  return sizes;
}

template <typename Cost>
CollectiveCost over_ranks(std::size_t ranks, Cost cost) {
  CollectiveCost sum;
  for (std::size_t rank = 0; rank < ranks; ++rank) sum += cost(rank);
  return sum;
}

void expect_received_as_sent(const CollectiveCost& sum) {
  EXPECT_EQ(sum.sent_messages, sum.received_messages);
  EXPECT_EQ(sum.sent_bytes, sum.received_bytes);
}

TEST(CollectiveCosts, OfAnAllgatherBringEachRankWhatTheOthersHave) {
  for (const std::size_t ranks : rank_counts) {
    for (const std::size_t factor : {1UL, 100000UL}) {
      const auto sizes = uneven_sizes(ranks, factor);
      const std::size_t total = std::reduce(sizes.begin(), sizes.end());
      const auto cost = [&](std::size_t rank) { return allgather_cost(rank, sizes); };
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        EXPECT_EQ(cost(rank).received_bytes, total - sizes[rank]) << ranks << " ranks";
      }
      expect_received_as_sent(over_ranks(ranks, cost));
    }
  }
  const std::vector<std::size_t> small(64, 8);
  const std::vector<std::size_t> large(64, 8200);
  const std::vector<std::size_t> uneven(63, 8000);
  EXPECT_EQ(allgather_cost(5, uneven).rounds, 62U);
  EXPECT_EQ(allgather_cost(5, small), (CollectiveCost{1, 6, 6, 63 * 8, 6, 63 * 8}));
  EXPECT_EQ(allgather_cost(5, large), (CollectiveCost{1, 63, 63, 63 * 8200, 63, 63 * 8200}));
}

TEST(CollectiveCosts, OfShortAlltoallsTradeBytesForRounds) {
  EXPECT_EQ(alltoall_cost(64, 4), (CollectiveCost{1, 6, 6, 6 * 32 * 4, 6, 6 * 32 * 4}));
  EXPECT_EQ(alltoall_cost(3, 4), (CollectiveCost{1, 2, 2, 8, 2, 8}));
  EXPECT_EQ(alltoall_cost(64, 257), (CollectiveCost{1, 63, 63, 63 * 257, 63, 63 * 257}));
  EXPECT_EQ(alltoall_cost(1, 4), (CollectiveCost{.calls = 1}));
}

TEST(CollectiveCosts, OfASparseAlltoallCountNoEmptyMessages) {
  const std::vector<std::size_t> sends = {0, 10, 50, 7};
  const std::vector<std::size_t> receives = {9, 3, 50, 0};
  EXPECT_EQ(sparse_alltoall_cost(2, sends, receives), (CollectiveCost{1, 2, 2, 17, 2, 12}));
}

TEST(CollectiveCosts, OfTreesAndStarsReachEveryRankOnce) {
  for (const std::size_t ranks : rank_counts) {
    const auto sizes = uneven_sizes(ranks, 3);
    for (const std::size_t root : {std::size_t{0}, ranks - 1}) {
      const auto broadcast =
          over_ranks(ranks, [&](std::size_t rank) { return broadcast_cost(rank, root, ranks, 10); });
      EXPECT_EQ(broadcast.sent_messages, ranks - 1);
      expect_received_as_sent(broadcast);
    }
    const auto gather = [&](std::size_t rank) { return gather_cost(rank, sizes); };
    const auto scatter = [&](std::size_t rank) { return scatter_cost(rank, sizes); };
    EXPECT_EQ(gather(0).received_bytes, std::reduce(sizes.begin(), sizes.end()) - sizes[0]);
    EXPECT_LE(gather(0).received_messages, std::bit_width(ranks - 1));
    expect_received_as_sent(over_ranks(ranks, gather));
    expect_received_as_sent(over_ranks(ranks, scatter));
    EXPECT_EQ(gather(0).received_bytes, scatter(0).sent_bytes);
  }
}

TEST(CollectiveCosts, OfALongGatherAreOneMessageFromEachRank) {
  const std::vector<std::size_t> large(8, 100'000);
  EXPECT_EQ(gather_cost(0, large), (CollectiveCost{1, 7, 0, 0, 7, 700'000}));
  EXPECT_EQ(gather_cost(3, large), (CollectiveCost{1, 1, 1, 100'000, 0, 0}));
}

TEST(CountingCommunicator, CountsCallsAndPassesThemOn) {
  ThreadCommunicator alone;
  for_each_island(alone, 5, [](Communicator& threads) {
    CollectiveCosts costs;
    CountingCommunicator world(threads, costs);
    std::vector<std::uint32_t> outgoing(5);
    std::iota(outgoing.begin(), outgoing.end(), 10 * world.rank());
    std::vector<std::uint32_t> incoming(5);
    world.alltoall(std::span<const std::uint32_t>(outgoing), std::span(incoming));
    for (std::size_t r = 0; r < 5; ++r) EXPECT_EQ(incoming[r], 10 * r + world.rank());
    EXPECT_EQ(costs[Collective::alltoall], alltoall_cost(5, 4));

    std::vector<std::size_t> ranks(5);
    world.allgather(world.rank(), std::span(ranks));
    EXPECT_EQ(ranks, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(costs[Collective::allgather].received_bytes, 4 * sizeof(std::size_t));

    const auto part = world.split(world.rank() % 2);
    std::uint64_t first = world.rank();
    part->broadcast(first);
    EXPECT_EQ(first, world.rank() % 2);
    const std::size_t part_size = world.rank() % 2 == 0 ? 3 : 2;
    EXPECT_EQ(costs[Collective::broadcast], broadcast_cost(part->rank(), 0, part_size, sizeof(first)));
    EXPECT_EQ(costs.total().calls, 3U);
    EXPECT_EQ(world.node(), world.rank()) << "each rank has a node of its own";
  });
}

}  // namespace
}  // namespace skerry
