#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/detail/fronts/crowded_order.hpp"
#include "skerry/genomes/reals.hpp"

#include "engine/exchange/exchange.hpp"
#include "engine/similarity/similarity.hpp"
#include "mpi/exchange_cases.hpp"
#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// Two objectives that take few values, so that many individuals are alike, and some that are infeasible.
struct TwoAims {
  using Genome = Reals<3>;
  Box<3> bounds() const { return Box<3>(0, 1); }
  Score evaluate(const Genome& x) const { return {x[2] > 0.7 ? x[2] : 0, x[0]}; }
  std::vector<Objective> objectives() const { return {{.name = "first"}, {.name = "second"}}; }
  void objectives(const Genome& x, std::span<double> values) const {
    values[0] = std::floor(8 * x[0]);
    values[1] = std::floor(8 * (1 - x[0] + x[1]));
  }
};

using AimsIsland = PopulationIsland<Complete<TwoAims>>;

std::unique_ptr<AimsIsland> island_of_two_aims(std::size_t rank, std::uint64_t seed) {
  auto island = make_island(TwoAims{}, Nsga2{.population = 4 + (seed + 3 * rank) % 9, .offspring = 10}, seed,
                            static_cast<std::uint32_t>(rank));
  island->initialise();
  island->evolve(seed % 3);
  return island;
}

/// Returns how many values an individual has in values_of_all(): its genes, violation and objectives.
constexpr std::size_t values_each = 6;

/// Returns the individuals of all islands on every rank, in the order of islands and slots.
std::vector<double> values_of_all(Communicator& world, const AimsIsland& island) {
  std::vector<double> own;
  for (std::size_t slot = 0; slot < island.size(); ++slot) {
    const auto& genome = island.population().genomes[slot];
    own.insert(own.end(), genome.begin(), genome.end());
    own.push_back(island.population().keys[slot].violation);
    const auto row = island.objectives().subspan(2 * slot, 2);
    own.insert(own.end(), row.begin(), row.end());
  }
  std::vector<double> all;
  for (const auto& values : collect(world, own)) all.insert(all.end(), values.begin(), values.end());
  return all;
}

std::vector<std::vector<double>> individuals_in(const std::vector<double>& all) {
  std::vector<std::vector<double>> individuals;
  for (std::size_t at = 0; at < all.size(); at += values_each)
    individuals.emplace_back(&all[at], &all[at] + values_each);
  return individuals;
}

void migrate_by_front(Communicator& world, AimsIsland& island) {
  make_exchange(world, island, {.similarity = Similarity::front}, 5)->migrate(island, 0);
}

TEST_ON_RANKS(FrontSimilarity, LosesAndDoublesNobody) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto island = island_of_two_aims(world.rank(), seed);
    const std::size_t size = island->size();
    auto before = individuals_in(values_of_all(world, *island));
    migrate_by_front(world, *island);
    EXPECT_EQ(island->size(), size);
    auto after = individuals_in(values_of_all(world, *island));
    std::ranges::sort(before);
    std::ranges::sort(after);
    EXPECT_EQ(after, before) << "seed " << seed;
  }
}

TEST_ON_RANKS(FrontSimilarity, DealsOutTheFrontsInOrder) {
  if (world.size() == 1) return;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto island = island_of_two_aims(world.rank(), seed);
    migrate_by_front(world, *island);
    const auto individuals = individuals_in(values_of_all(world, *island));
    std::vector<double> rows;
    std::vector<double> violations;
    for (const auto& individual : individuals) {
      violations.push_back(individual[3]);
      rows.insert(rows.end(), individual.begin() + 4, individual.end());
    }
    std::vector<std::uint32_t> fronts(individuals.size());
    NonDominatedSort().sort({rows, 2}, violations, fronts);
    // No island holds an individual of a better front than one of an island before it.
    std::vector<std::size_t> sizes(world.size());
    world.allgather(island->size(), std::span(sizes));
    std::uint32_t worst_before = 0;
    auto next = fronts.begin();
    for (const std::size_t size : sizes) {
      const auto end = next + static_cast<std::ptrdiff_t>(size);
      EXPECT_GE(*std::min_element(next, end), worst_before) << "seed " << seed;
      worst_before = *std::max_element(next, end);
      next = end;
    }
  }
}

/// Of all individuals of a migration the values are the places 0, 1, 2 ..., so that no two are alike.
TEST_ON_RANKS(FrontSimilarity, GivesEachIndividualAPlaceOfItsOwn) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto island = island_of_two_aims(world.rank(), seed);
    std::vector<std::size_t> sizes(world.size());
    world.allgather(island->size(), std::span(sizes));
    const auto measure = make_similarity(Similarity::front, world, *island, sizes, 0);
    const auto ranking = island->sort();
    const auto values = measure->measure(*island, ranking, 0);
    std::vector<double> all(std::reduce(sizes.begin(), sizes.end()));
    world.allgather(values, sizes, std::span(all));
    std::ranges::sort(all);
    for (std::size_t place = 0; place < all.size(); ++place)
      ASSERT_EQ(all[place], static_cast<double>(place)) << "seed " << seed;
  }
}

TEST_ON_RANKS(FrontSimilarity, RefusesIslandsWithoutObjectives) {
  class Aimless final : public FakeIsland {
   public:
    using FakeIsland::FakeIsland;
    std::size_t objective_count() const override { return 0; }
  };
  const Aimless island(16, random_individuals(1, world.rank(), true));
  std::vector<std::size_t> sizes(world.size(), 20);
  EXPECT_THROW(make_similarity(Similarity::front, world, island, sizes, 0), UsageError);
}

TEST_ON_RANKS(FrontSimilarity, RefusesAPoolThatNoRankShouldSort) {
  const auto island = island_of_two_aims(world.rank(), 1);
  const std::vector<std::size_t> most(world.size(), 65'536 / world.size());
  EXPECT_NO_THROW(make_similarity(Similarity::front, world, *island, most, 0));
  const std::vector<std::size_t> more(world.size(), 65'536 / world.size() + 1);
  if (world.size() == 1) {
    EXPECT_NO_THROW(make_similarity(Similarity::front, world, *island, more, 0)) << "one island has no pool";
  } else {
    EXPECT_THROW(make_similarity(Similarity::front, world, *island, more, 0), UsageError);
  }
}

}  // namespace
}  // namespace skerry
