#include "engine/communication/board.hpp"

#include "mpi/ranks.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

std::uint64_t value(std::size_t rank, std::uint64_t round, std::uint64_t i) {
  return 1'000'000 * rank + 1000 * round + i;
}

/// Every rank posts its rank + 1 values and reads those of all ranks, many times in a row.
void expect_all_read_all(Communicator& world, Board& board) {
  for (std::uint64_t round = 0; round < 200; ++round) {
    std::vector<std::uint64_t> mine(world.rank() + 1);
    for (std::uint64_t i = 0; i < mine.size(); ++i) mine[i] = value(world.rank(), round, i);
    board.post(mine.data());
    for (std::size_t rank = 0; rank < world.size(); ++rank) {
      const auto* found = reinterpret_cast<const std::uint64_t*>(board.records(rank));
      for (std::uint64_t i = 0; i <= rank; ++i)
        ASSERT_EQ(found[i], value(rank, round, i)) << "round " << round;
    }
  }
}

std::vector<std::size_t> counts_of(std::size_t ranks) {
  std::vector<std::size_t> counts(ranks);
  std::iota(counts.begin(), counts.end(), std::size_t{1});
  return counts;
}

TEST_ON_RANKS(Board, ShowsEveryPostToEveryRank) {
  Board board(world, counts_of(world.size()), sizeof(std::uint64_t));
  expect_all_read_all(world, board);
}

TEST_ON_RANKS(Board, SpansNodesWhateverRanksTheyHold) {
  const std::size_t rank = world.rank();
  for (const std::size_t node : {rank, rank % 2, rank / 2, (rank + 1) % world.size() / 3}) {
    Board board(world, counts_of(world.size()), sizeof(std::uint64_t), node);
    expect_all_read_all(world, board);
  }
}

}  // namespace
}  // namespace skerry
