#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/detail/algorithms/map_elites_island.hpp"

#include "engine/archipelago/gathering.hpp"
#include "engine/exchange/exchange.hpp"
#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// Points of a square with a grid over them. Genomes of a size that is known only at run time travel in
/// another way than those of a fixed size.
template <std::size_t N>
struct Plane {
  using Genome = Reals<N>;
  Box<N> bounds() const {
    if constexpr (N == run_time_size) {
      return Box<N>(2, 0, 1);
    } else {
      return Box<N>(0, 1);
    }
  }
  double evaluate(const Genome& x) const { return std::sin(30 * x[0]) * x[1]; }
  std::vector<Feature> features() const {
    return {{.name = "x", .cells = cells}, {.name = "y", .cells = cells}};
  }
  void features(const Genome& x, std::span<double> values) const {
    values[0] = x[0];
    values[1] = x[1];
  }
  std::uint64_t cells = 11;
};
using Plain = Plane<run_time_size>;
using FlatPlain = Plane<2>;

const MapElites few{.population = 10, .offspring = 12, .worst_fitness = 1.0};

template <typename P>
auto evolved_island(const Communicator& world, const P& problem, std::uint64_t seed) {
  auto island = make_island(problem, few, seed, static_cast<std::uint32_t>(world.rank()));
  island->initialise();
  island->evolve(seed % 3 * 4);
  return island;
}

void expect_equal(const SolutionSet& a, const SolutionSet& b) {
  EXPECT_EQ(a.keys, b.keys);
  EXPECT_EQ(a.cells, b.cells);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.genomes, b.genomes);
  EXPECT_EQ(a.ends, b.ends);
}

template <typename P>
void expect_all_at_home(Communicator& world, Transport transport) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    // With 2 x 2 cells most islands of eight own none.
    const auto island = evolved_island(world, P{.cells = seed % 2 == 0 ? 2U : 11U}, seed);
    SolutionGathering gathering(world, *island);
    const SolutionSet before = gathering.gather(*island);
    const std::size_t own_before = island->solution_set().size();
    const auto exchange =
        make_exchange(world, *island, {.transfer = Transfer::home, .transport = transport}, seed);
    const MigrationCost cost = exchange->migrate(*island, 0);
    expect_equal(gathering.gather(*island), before);
    const SolutionSet own = island->solution_set();
    for (const std::uint64_t cell : own.cells) EXPECT_EQ(cell % world.size(), world.rank());
    EXPECT_LE(cost.individuals_sent, own_before);
    EXPECT_EQ(cost.individuals_sent == 0, cost.bytes_sent == 0);
    for (const Key& key : island->population().keys) {
      if (own.size() > 0 && world.size() > 1) {
        EXPECT_THAT(own.keys, testing::Contains(key));
      }
    }
    island->evolve(3);
    exchange->migrate(*island, 1);
    for (const std::uint64_t cell : island->solution_set().cells)
      EXPECT_EQ(cell % world.size(), world.rank());
  }
}

TEST_ON_RANKS(Home, LosesNoBestOfACellAndLeavesEachIslandItsOwn) {
  expect_all_at_home<Plain>(world, Transport::direct);
  expect_all_at_home<Plain>(world, Transport::gather);
}

TEST_ON_RANKS(Home, DoesTheSameWithGenomesOfAFixedSize) {
  expect_all_at_home<FlatPlain>(world, Transport::direct);
}

TEST_ON_RANKS(Home, OtherExchangesShowMapsWhatComesAndTakeNothingFromThem) {
  for (const MigrationSettings& settings :
       {MigrationSettings{.similarity = Similarity::random},
        MigrationSettings{.topology = ring, .migrants = 3},
        MigrationSettings{.topology = ring, .migrants = 3, .transfer = Transfer::copy}}) {
    const auto island = evolved_island(world, Plain{}, 5);
    SolutionGathering gathering(world, *island);
    const SolutionSet before = gathering.gather(*island);
    const std::size_t own = island->solution_set().size();
    make_exchange(world, *island, settings, 5)->migrate(*island, 0);
    expect_equal(gathering.gather(*island), before);
    EXPECT_GE(island->solution_set().size(), own);
    for (std::size_t slot = 0; slot < island->size(); ++slot) {
      double values[2];
      Plain{}.features(island->population().genomes[slot], values);
      const auto cell = MapCells(Plain{}.features()).cell_of(values);
      const SolutionSet set = island->solution_set();
      const auto at = std::ranges::find(set.cells, *cell) - set.cells.begin();
      ASSERT_LT(at, static_cast<std::ptrdiff_t>(set.size())) << "an immigrant is in the map";
      EXPECT_FALSE(island->population().keys[slot] < set.keys[static_cast<std::size_t>(at)]);
    }
  }
}

TEST_ON_RANKS(Home, IsRefusedOnAllIslandsWhereOneHasNoMap) {
  std::unique_ptr<Island> island;
  if (world.rank() + 1 == world.size()) {
    island = make_island(Plain{}, Genetic{.population = 10}, 1, static_cast<std::uint32_t>(world.rank()));
  } else {
    island = make_island(Plain{}, few, 1, static_cast<std::uint32_t>(world.rank()));
  }
  EXPECT_THAT(message_of<UsageError>([&] { make_exchange(world, *island, {.transfer = Transfer::home}, 1); }),
              HasSubstr("map_elites"));
}

TEST_ON_RANKS(Home, MapsOfOtherCellsAreRefused) {
  if (world.size() == 1) return;
  const auto gathered = [&](const Plain& problem, const MapElites& settings) {
    const auto island = make_island(problem, settings, 1, static_cast<std::uint32_t>(world.rank()));
    return message_of<UsageError>([&] { SolutionGathering(world, *island); });
  };
  const bool other = world.rank() == 1;
  EXPECT_THAT(gathered({.cells = other ? 5U : 6U}, few),
              HasSubstr("has 36 cells of a grid and that of another 25 cells of a grid"));
  MapElites tessellated = few;
  tessellated.centroids = 36;
  tessellated.cells = other ? CellKind::centroidal : CellKind::grid;
  EXPECT_THAT(gathered({.cells = 6}, tessellated),
              HasSubstr("36 cells of a grid and that of another 36 centroidal cells"));
  EXPECT_EQ(gathered({.cells = 6}, few), "no error");
}

}  // namespace
}  // namespace skerry
