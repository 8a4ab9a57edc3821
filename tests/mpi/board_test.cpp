#include "engine/communication/board.hpp"

#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

std::uint64_t value(std::size_t rank, std::uint64_t round, std::uint64_t i) {
  return 1'000'000 * rank + 1000 * round + i;
}

std::vector<std::uint64_t> values_of(std::size_t rank, std::uint64_t round) {
  std::vector<std::uint64_t> values(rank + 1);
  for (std::uint64_t i = 0; i < values.size(); ++i) values[i] = value(rank, round, i);
  return values;
}

/// Every rank posts its rank + 1 values and reads those of all ranks and the sum that the summary holds, many
/// times in a row. The values are their own attachments, if the board has any.
void expect_all_read_all(Communicator& world, Board& board) {
  for (std::uint64_t round = 0; round < 200; ++round) {
    const auto found = [&](std::size_t rank) {
      return std::span(reinterpret_cast<const std::uint64_t*>(board.records(rank)), rank + 1);
    };
    const auto summary = [&]() -> std::uint64_t& {
      return *reinterpret_cast<std::uint64_t*>(board.summary());
    };
    const std::vector<std::uint64_t> values = values_of(world.rank(), round);
    board.post(values.data(), values.data(), [&] {
      summary() = 0;
      for (std::size_t rank = 0; rank < world.size(); ++rank)
        for (const std::uint64_t one : found(rank)) summary() += one;
    });
    std::uint64_t sum = 0;
    for (std::size_t rank = 0; rank < world.size(); ++rank) {
      const std::vector<std::uint64_t> expected = values_of(rank, round);
      ASSERT_TRUE(std::ranges::equal(found(rank), expected)) << "round " << round;
      if (board.attaches()) {
        const auto* attached = reinterpret_cast<const std::uint64_t*>(board.attachments(rank));
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), attached)) << "round " << round;
      }
      sum = std::accumulate(expected.begin(), expected.end(), sum);
    }
    ASSERT_EQ(summary(), sum) << "round " << round;
  }
}

constexpr BoardSizes record_and_sum{.record = sizeof(std::uint64_t), .summary = sizeof(std::uint64_t)};

std::vector<std::size_t> counts_of(std::size_t ranks) {
  std::vector<std::size_t> counts(ranks);
  std::iota(counts.begin(), counts.end(), std::size_t{1});
  return counts;
}

TEST_ON_RANKS(Board, ShowsEveryPostToEveryRank) {
  Board board(world, counts_of(world.size()), record_and_sum);
  EXPECT_FALSE(board.attaches());
  expect_all_read_all(world, board);
}

TEST_ON_RANKS(Board, HasAttachmentsWhereAllRanksOfANodeAskForThem) {
  BoardSizes sizes_bytes = record_and_sum;
  sizes_bytes.attachment = sizeof(std::uint64_t);
  {
    Board board(world, counts_of(world.size()), sizes_bytes);
    EXPECT_EQ(board.attaches(), world.processes() == world.size() || world.processes() == 1);
    expect_all_read_all(world, board);
  }
  if (world.rank() == 0) sizes_bytes.attachment = 0;
  Board board(world, counts_of(world.size()), sizes_bytes);
  EXPECT_FALSE(board.attaches());
  expect_all_read_all(world, board);
}

TEST_ON_RANKS(Board, SpansNodesWhateverRanksTheyHold) {
  const std::size_t rank = world.rank();
  // Threads share memory with those of their own process alone.
  const bool threads_of_several = world.processes() > 1 && world.processes() < world.size();
  const std::size_t process = threads_of_several ? world.node() : 0;
  for (const std::size_t part : {rank, rank % 2, rank / 2, (rank + 1) % world.size() / 3}) {
    const std::size_t node = part * world.size() + process;
    Board board(world, counts_of(world.size()), record_and_sum, node);
    expect_all_read_all(world, board);
  }
}

}  // namespace
}  // namespace skerry
