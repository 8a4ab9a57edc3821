#include "communication_costs.hpp"
#include "engine/communication/island_threads.hpp"
#include "engine/exchange/distributed_exchange.hpp"
#include "mpi/exchange_cases.hpp"
#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

#ifdef SKERRY_SANITIZE
constexpr std::size_t many = 25;
#else
constexpr std::size_t many = 64;
#endif

void on_many_threads(std::size_t threads, const std::function<void(Communicator&)>& work) {
  MpiCommunicator world;
  if (world.size() > 1) return;  // once is enough
  for_each_island(world, threads, work);
}

/// What the islands of a case are like.
enum class Shape { mixed, disjoint, backwards, equal, one_large };
constexpr Shape shapes[] = {Shape::mixed, Shape::disjoint, Shape::backwards, Shape::equal, Shape::one_large};

/// Returns how many individuals an island has, and where its values begin.
std::pair<std::uint32_t, double> outline(Shape shape, std::size_t island, std::size_t islands,
                                         Random& random) {
  switch (shape) {
    case Shape::mixed:
      return {1 + random.below(60), 0};
    case Shape::disjoint:
      return {1 + random.below(60), 100.0 * static_cast<double>(island)};
    case Shape::backwards:
      return {1 + random.below(60), 30.0 * static_cast<double>(islands - island)};
    case Shape::equal:
      return {25, 0};
    case Shape::one_large:
      return {island == islands / 2 ? 3000 : 1 + random.below(3), 0};
  }
  return {};
}

template <typename K>
K random_key(Random& random, double offset, std::uint32_t values) {
  const Key key{random.below(4) == 0 ? 1.5 : 0.0, offset + random.below(values)};
  if constexpr (std::same_as<K, Key>) {
    return key;
  } else {
    // A value may be a zero of either sign, and both are the same.
    return {random.below(3) == 0 ? -0.0 : static_cast<double>(random.below(3)), key};
  }
}

template <typename K>
std::vector<K> random_keys(std::uint64_t seed, Shape shape, std::size_t island, std::size_t islands) {
  Random random(seed, static_cast<std::uint32_t>(island));
  const std::uint32_t values = Random(seed, 9999).below(2) == 0 ? 1 + Random(seed, 9998).below(4) : 1000;
  const auto [size, offset] = outline(shape, island, islands, random);
  std::vector<K> keys;
  for (std::uint32_t i = 0; i < size; ++i) keys.push_back(random_key<K>(random, offset, values));
  std::ranges::sort(keys, [](const K& a, const K& b) { return a < b; });
  return keys;
}

/// Checks that the segments which this rank gets are its row of the plan that all keys give.
template <typename K>
void expect_the_plan(Communicator& world, std::uint64_t seeds) {
  for (const Shape shape : shapes) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      std::vector<std::vector<K>> islands;
      std::vector<std::size_t> sizes;
      for (std::size_t island = 0; island < world.size(); ++island) {
        islands.push_back(random_keys<K>(seed, shape, island, world.size()));
        sizes.push_back(islands.back().size());
      }
      const std::vector<std::span<const K>> runs(islands.begin(), islands.end());
      const Plan plan = plan_pool<K>(runs);
      DistributedDeal<K> deal(world, sizes);
      for (int epoch = 0; epoch < 2; ++epoch) {
        const auto segments = deal.deal(islands[world.rank()]);
        for (std::size_t target = 0; target < world.size(); ++target) {
          const Segment expected = plan.at(world.rank(), target);
          EXPECT_EQ(segments[target].count, expected.count);
          EXPECT_EQ(segments[target].first, expected.first);
        }
      }
    }
  }
}

TEST_ON_RANKS(DistributedDeal, IsThePlanOfAllKeys) {
  expect_the_plan<Key>(world, test::random_cases(deep(20, 200)));
  expect_the_plan<SimilarityKey>(world, test::random_cases(deep(20, 200)));
}

TEST(DistributedDeal, IsThePlanOfAllKeysOnManyThreads) {
  on_many_threads(many, [](Communicator& world) {
    expect_the_plan<Key>(world, deep(2, 20));
    expect_the_plan<SimilarityKey>(world, deep(2, 20));
  });
}

TEST(DistributedDeal, SamplesEvenly) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed, 0);
    std::vector<std::size_t> sizes(1 + random.below(50));
    for (std::size_t& size : sizes) size = 1 + random.below(seed % 5 == 0 ? 5000 : 20);
    const PoolSample sample(sizes);
    const std::size_t everyone = std::reduce(sizes.begin(), sizes.end());
    EXPECT_LE(sample.members().size(), everyone);
    EXPECT_GE(sample.members().size(), std::min(sizes.size(), everyone));
    EXPECT_LE(sample.members().size(), 8 * sizes.size());
    std::vector<std::size_t> counts(sizes.size());
    const std::size_t distance = everyone / sample.members().size();
    for (std::size_t i = 0; i < sample.members().size(); ++i) {
      const auto [island, slot] = sample.members()[i];
      ASSERT_LT(slot, sizes.at(island));
      ++counts[island];
      if (i == 0) continue;
      const auto before = sample.members()[i - 1];
      EXPECT_TRUE(before.island < island || (before.island == island && before.slot < slot));
    }
    for (std::size_t island = 0; island < sizes.size(); ++island) {
      EXPECT_LE(counts[island], sizes[island] / distance + 2);
    }
    EXPECT_TRUE(std::ranges::equal(counts, sample.counts()));
  }
}

TEST(DistributedExchange, LeavesTheIslandsThatGatherLeavesOnManyThreads) {
  on_many_threads(many, [](Communicator& world) {
    for (std::uint64_t seed = 700; seed < 702; ++seed) {
      const auto before = random_individuals(seed, world.rank(), false);
      for (const MigrationSettings& settings : all_moves(3)) {
        MigrationSettings gathering = settings;
        gathering.transport = Transport::gather;
        EXPECT_EQ(migrated(world, settings, seed % 2 == 0 ? 0 : 16, before, 2),
                  migrated(world, gathering, seed % 2 == 0 ? 0 : 16, before, 2))
            << name_of(settings);
      }
    }
  });
}

/// Returns the cost of a second migration of `individuals` of 400 bytes an island with that many nodes.
std::uint64_t busiest_bytes(std::size_t islands, std::uint32_t individuals) {
  std::vector<std::uint64_t> bytes(islands);
  on_many_threads(islands, [&](Communicator& threads) {
    CollectiveCosts costs;
    CountingCommunicator world(threads, costs);
    Random random(1, static_cast<std::uint32_t>(world.rank()));
    std::vector<FakeIndividual> mine;
    for (std::uint32_t i = 0; i < individuals; ++i) mine.push_back({i, {0, random.uniform()}});
    FakeIsland island(400, mine);
    const auto exchange = make_exchange(world, island, {}, 1);
    costs = {};
    exchange->migrate(island, 0);
    bytes[world.rank()] = costs.total().sent_bytes + costs.total().received_bytes;
  });
  return std::ranges::max(bytes);
}

TEST(DistributedExchange, KeepsTheBytesOfTheBusiestRankNearlyFlat) {
  for (const std::uint32_t individuals : {100U, 1000U}) {
    EXPECT_LE(5 * busiest_bytes(many, individuals), 6 * busiest_bytes(8, individuals)) << individuals;
  }
}

TEST(DistributedExchange, IsChosenForManyIslandsThatAreNotTiny) {
  using Sizes = std::vector<std::size_t>;
  EXPECT_FALSE(prefers_distributed_deal(Sizes(8, 100000)));
  EXPECT_FALSE(prefers_distributed_deal(Sizes(23, 1000)));
  EXPECT_TRUE(prefers_distributed_deal(Sizes(24, 8)));
  EXPECT_FALSE(prefers_distributed_deal(Sizes(1000, 7)));
  EXPECT_TRUE(prefers_distributed_deal(Sizes(1000, 100)));
}

}  // namespace
}  // namespace skerry
