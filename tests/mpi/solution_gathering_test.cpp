#include "skerry/detail/population/genome_buffer.hpp"

#include "engine/archipelago/gathering.hpp"
#include "mpi/fake_island.hpp"
#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// An island that keeps a set, in which a genome is a number.
class KeepingIsland final : public FakeIsland {
 public:
  KeepingIsland(SetKind kind, SolutionSet set) : FakeIsland(8, {}), kind_(kind), set_(std::move(set)) {}

  SetDescription set_description() const override {
    return {.kind = kind_,
            .objectives = {{.name = "a"}, {.name = "b"}},
            .features = {{.name = "c"}},
            .cells = 100};
  }
  SolutionSet solution_set() const override { return set_; }

 private:
  SetKind kind_;
  SolutionSet set_;
};

void add(SolutionSet& set, std::uint64_t genome, Key key, std::vector<double> values) {
  set.keys.push_back(key);
  set.values.insert(set.values.end(), values.begin(), values.end());
  pack_genome(genome, set.genomes);
  set.ends.push_back(set.genomes.size());
}

TEST_ON_RANKS(SolutionGathering, TheFirstRankHasTheBestOfEachCell) {
  // Every island fills cell 3, the last one best, and a cell of its own.
  const std::uint64_t rank = world.rank();
  SolutionSet set;
  add(set, rank, {0, static_cast<double>(100 - rank)}, {3.0});
  add(set, 1000 + rank, {0, 1}, {static_cast<double>(10 + rank)});
  set.cells = {3, 10 + rank};
  const KeepingIsland island(SetKind::map, std::move(set));
  const SolutionSet all = SolutionGathering(world, island).gather(island);
  if (rank != 0) {
    EXPECT_EQ(all.size(), 0U);
    return;
  }
  ASSERT_EQ(all.size(), 1 + world.size());
  EXPECT_EQ(unpack_genome<std::uint64_t>(all.genome(0)), world.size() - 1);
  for (std::size_t i = 0; i < world.size(); ++i) {
    EXPECT_EQ(all.cells[i + 1], 10 + i);
    EXPECT_EQ(all.values[i + 1], static_cast<double>(10 + i));
    EXPECT_EQ(unpack_genome<std::uint64_t>(all.genome(i + 1)), 1000 + i);
  }
}

TEST_ON_RANKS(SolutionGathering, TheFirstRankHasTheFrontOfAll) {
  const std::uint64_t rank = world.rank();
  SolutionSet set;
  add(set, rank, {0, 0}, {static_cast<double>(rank), -static_cast<double>(rank)});
  add(set, 1000 + rank, {0, 0}, {static_cast<double>(rank), 50.0});
  const KeepingIsland island(SetKind::front, std::move(set));
  const SolutionSet all = SolutionGathering(world, island).gather(island);
  if (rank != 0) return;
  ASSERT_EQ(all.size(), world.size());
  for (std::size_t i = 0; i < world.size(); ++i) EXPECT_EQ(unpack_genome<std::uint64_t>(all.genome(i)), i);
}

TEST_ON_RANKS(SolutionGathering, IslandsThatKeepNothingGiveNothing) {
  const FakeIsland island(8, {});
  EXPECT_EQ(SolutionGathering(world, island).gather(island).size(), 0U);
}

TEST_ON_RANKS(SolutionGathering, MapsAndFrontsDoNotMix) {
  if (world.size() == 1) return;
  const KeepingIsland island(world.rank() == 0 ? SetKind::map : SetKind::front, {});
  EXPECT_THROW(SolutionGathering(world, island), UsageError);
}

TEST_ON_RANKS(SolutionGathering, TheFirstIslandKeepsIfAnyDoes) {
  if (world.size() == 1) return;
  const KeepingIsland island(world.rank() == 0 ? SetKind::none : SetKind::front, {});
  EXPECT_THROW(SolutionGathering(world, island), UsageError);
}

}  // namespace
}  // namespace skerry
