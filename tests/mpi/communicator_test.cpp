#include "engine/communication/communicator.hpp"

#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// Returns the values of a rank: rank r has the r + 1 values 100 r, 100 r + 1, ...
std::vector<std::uint64_t> values_of(std::size_t rank) {
  std::vector<std::uint64_t> values(rank + 1);
  std::iota(values.begin(), values.end(), 100 * rank);
  return values;
}

std::vector<std::size_t> sizes_of(std::size_t ranks) {
  std::vector<std::size_t> counts(ranks);
  std::iota(counts.begin(), counts.end(), std::size_t{1});
  return counts;
}

std::vector<std::uint64_t> values_of_all(std::size_t ranks) {
  std::vector<std::uint64_t> all;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const auto values = values_of(rank);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

TEST_ON_RANKS(Communicator, BroadcastsValuesTextsAndBytes) {
  const std::size_t root = world.size() - 1;
  const bool sender = world.rank() == root;
  double value = sender ? 2.5 : 0;
  world.broadcast(value, root);
  EXPECT_EQ(value, 2.5);
  std::string text = sender ? "a longer text\nof two lines" : "other";
  world.broadcast(text, root);
  EXPECT_EQ(text, "a longer text\nof two lines");
  std::vector<std::byte> bytes(sender ? 1000 : 3, std::byte{7});
  world.broadcast(bytes, root);
  EXPECT_EQ(bytes, std::vector(1000, std::byte{7}));
  text.clear();
  world.broadcast(text, root);
  EXPECT_EQ(text, "");
}

TEST_ON_RANKS(Communicator, AddsUpPlaceByPlace) {
  const auto ranks = static_cast<std::uint32_t>(world.size());
  std::vector<std::uint32_t> values{1, static_cast<std::uint32_t>(world.rank()), 0};
  world.add_up(values);
  EXPECT_EQ(values, (std::vector<std::uint32_t>{ranks, ranks * (ranks - 1) / 2, 0}));
}

TEST_ON_RANKS(Communicator, GathersInRankOrder) {
  const auto mine = values_of(world.rank());
  const auto counts = sizes_of(world.size());
  const auto expected = values_of_all(world.size());

  std::vector<std::uint64_t> all(expected.size());
  world.allgather(std::span<const std::uint64_t>(mine), counts, std::span(all));
  EXPECT_EQ(all, expected);

  std::vector<std::uint64_t> on_first(world.rank() == 0 ? expected.size() : 0);
  world.gather(std::span<const std::uint64_t>(mine), counts, std::span(on_first));
  EXPECT_EQ(on_first, world.rank() == 0 ? expected : std::vector<std::uint64_t>{});

  const auto by_rank = world.gather(std::span<const std::uint64_t>(mine));
  EXPECT_EQ(by_rank.size(), world.rank() == 0 ? world.size() : 0);
  for (std::size_t rank = 0; rank < by_rank.size(); ++rank) EXPECT_EQ(by_rank[rank], values_of(rank));

  std::vector<std::size_t> ranks(world.size());
  world.allgather(world.rank(), std::span(ranks));
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) EXPECT_EQ(ranks[rank], rank);
}

TEST_ON_RANKS(Communicator, GathersShortAndLongParts) {
  Random random(11, 0);
  for (const std::size_t longest : {1UL, 3UL, 1000UL, 40'000UL}) {
    std::vector<std::size_t> counts(world.size());
    for (std::size_t& count : counts) count = random.below(static_cast<std::uint32_t>(longest) + 1);
    std::vector<std::uint32_t> expected;
    for (std::size_t rank = 0; rank < world.size(); ++rank)
      expected.insert(expected.end(), counts[rank], static_cast<std::uint32_t>(rank + 7 * longest));
    const std::vector<std::uint32_t> mine(counts[world.rank()],
                                          static_cast<std::uint32_t>(world.rank() + 7 * longest));
    std::vector<std::uint32_t> all(world.rank() == 0 ? expected.size() : 0);
    world.gather(std::span<const std::uint32_t>(mine), counts, std::span(all));
    if (world.rank() == 0) {
      EXPECT_EQ(all, expected) << longest;
    }
  }
}

TEST_ON_RANKS(Communicator, ScattersWhatItGathers) {
  const auto all = values_of_all(world.size());
  std::vector<std::uint64_t> mine(world.rank() + 1);
  world.scatter(std::span<const std::uint64_t>(all), sizes_of(world.size()), std::span(mine));
  EXPECT_EQ(mine, values_of(world.rank()));
}

TEST_ON_RANKS(Communicator, ExchangesRangesOfRecords) {
  const std::size_t ranks = world.size();
  // Rank s sends t + 1 records (s, t) to each rank t, from a buffer that has them in descending order of t.
  struct Record {
    std::uint32_t source, target, filling;
  };
  std::vector<Record> outgoing;
  std::vector<BufferRange> sends(ranks);
  for (std::size_t target = ranks; target-- > 0;) {
    sends[target] = {outgoing.size(), target + 1};
    outgoing.insert(outgoing.end(), target + 1,
                    {static_cast<std::uint32_t>(world.rank()), static_cast<std::uint32_t>(target), 9});
  }
  std::vector<BufferRange> receives(ranks);
  for (std::size_t source = 0; source < ranks; ++source) {
    receives[source] = {source * (world.rank() + 1), world.rank() + 1};
  }
  std::vector<Record> incoming(ranks * (world.rank() + 1));
  world.alltoall_records(std::as_bytes(std::span(outgoing)).data(), sends,
                         std::as_writable_bytes(std::span(incoming)).data(), receives, sizeof(Record));
  for (std::size_t i = 0; i < incoming.size(); ++i) {
    EXPECT_EQ(incoming[i].source, i / (world.rank() + 1));
    EXPECT_EQ(incoming[i].target, world.rank());
  }

  std::vector<std::size_t> to(ranks), from(ranks);
  for (std::size_t target = 0; target < ranks; ++target) to[target] = 1000 * world.rank() + target;
  world.alltoall(std::span<const std::size_t>(to), std::span(from));
  for (std::size_t source = 0; source < ranks; ++source) {
    EXPECT_EQ(from[source], 1000 * source + world.rank());
  }
}

TEST(Communicator, ExchangesSparselyWhatItExchangesOtherwise) {
  MpiCommunicator usual;
  MpiCommunicator sparse(MPI_COMM_WORLD, 1);
  const std::size_t ranks = usual.size();
  for (const std::size_t record_size : {std::size_t{1}, std::size_t{24}, std::size_t{4000}}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", records of " << record_size);
      Random random(seed);
      std::vector<std::size_t> counts(ranks * ranks);  // [source][target], on every rank the same
      for (std::size_t& count : counts) count = random.chance(0.6) ? 0 : random.below(20);
      std::vector<BufferRange> sends, receives;
      std::size_t leaving = 0;
      std::size_t arriving = 0;
      for (std::size_t other = 0; other < ranks; ++other) {
        sends.push_back({leaving, counts[usual.rank() * ranks + other]});
        leaving += sends.back().count;
        receives.push_back({arriving, counts[other * ranks + usual.rank()]});
        arriving += receives.back().count;
      }
      std::vector<std::byte> outgoing(leaving * record_size + 1);
      Random own(seed, static_cast<std::uint32_t>(usual.rank()));
      for (std::byte& byte : outgoing) byte = static_cast<std::byte>(own.below(256));
      std::vector<std::byte> expected(arriving * record_size + 1), incoming(expected);
      usual.alltoall_records(outgoing.data(), sends, expected.data(), receives, record_size);
      sparse.alltoall_records(outgoing.data(), sends, incoming.data(), receives, record_size);
      EXPECT_EQ(incoming, expected);
    }
  }
}

TEST_ON_RANKS(Communicator, NamesEachHost) {
  const auto names = world.host_names();
  ASSERT_EQ(names.size(), world.size());
  for (const auto& name : names) EXPECT_FALSE(name.empty());
}

TEST(Communicator, RefusesCountsBeyondMpis) {
  MpiCommunicator world;
  const std::vector<std::size_t> counts(world.size(), std::size_t{1} << 32);
  const std::span<const char> nothing;
  EXPECT_THAT([&] { world.allgather(nothing, counts, std::span<char>()); },
              ThrowsMessage<Error>(HasSubstr("4294967296")));
}

TEST(Communicator, AnErrorOfMpiIsAnException) {
  MpiCommunicator world;
  int value = 0;
  EXPECT_THROW(world.broadcast(value, world.size() + 5), Error);
}

}  // namespace
}  // namespace skerry
