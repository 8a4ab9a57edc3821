#include "engine/similarity/similarity.hpp"

#include "engine/similarity/spectral_similarity.hpp"
#include "mpi/exchange_cases.hpp"
#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

using Numbers = std::map<std::uint64_t, double>;

/// Checks that a migration by this similarity deals the pool out in the order of these values, which
/// `values_of` returns by number for islands that are sorted, best first.
template <typename ValuesOf>
void expect_dealt(Communicator& world, Similarity similarity, std::uint64_t first_seed, ValuesOf values_of) {
  if (world.size() == 1) return;
  for (std::uint64_t seed = first_seed; seed < first_seed + 20; ++seed) {
    const auto before = random_individuals(seed, world.rank(), seed % 3 == 0);
    auto islands = collect(world, before);
    for (auto& island : islands) island = best_first(island);
    Numbers values = values_of(islands);
    auto pool = pooled(islands);
    std::ranges::stable_sort(pool, {}, [&](const FakeIndividual& individual) {
      return SimilarityKey{values.at(individual.number), individual.key};
    });
    auto next = pool.begin();
    for (std::size_t island = 0; island < world.rank(); ++island) {
      next += static_cast<std::ptrdiff_t>(islands[island].size());
    }
    const std::vector<FakeIndividual> expected(next, next + static_cast<std::ptrdiff_t>(before.size()));
    const auto after = migrated(world, {.similarity = similarity}, seed % 2 == 0 ? 0 : 16, before);
    EXPECT_EQ(by_number(after), by_number(expected)) << "seed " << seed;
  }
}

TEST_ON_RANKS(Similarity, ByGenotypeDealsOutByTheDistanceToTheBestOfAll) {
  expect_dealt(world, Similarity::genotype, 400, [](const FakeIslands& islands) {
    const auto pool = pooled(islands);
    const std::uint64_t best = std::ranges::min_element(pool, {}, &FakeIndividual::key)->number;
    Numbers values;
    for (const auto& [number, key] : pool) values[number] = FakeIsland::distance(number, best);
    return values;
  });
}

TEST_ON_RANKS(Similarity, ByEntropyDealsOutByHowRareGenesAreInThePool) {
  expect_dealt(world, Similarity::entropy, 500, [](const FakeIslands& islands) {
    const auto pool = pooled(islands);
    GeneTable genes(pool.size());
    for (const auto& [number, key] : pool) genes.count(FakeIsland::loci_of(number));
    genes.close();
    Numbers values;
    for (const auto& [number, key] : pool) values[number] = genes.information(FakeIsland::loci_of(number));
    return values;
  });
}

TEST_ON_RANKS(Similarity, SpectralDealsOutByTheOrderOfASample) {
  expect_dealt(world, Similarity::spectral, 600, [](const FakeIslands& islands) {
    std::vector<std::size_t> sizes;
    for (const auto& island : islands) sizes.push_back(island.size());
    const auto counts = sample_counts(sizes);
    std::vector<FakeIndividual> sample;
    for (std::size_t island = 0; island < islands.size(); ++island) {
      for (const std::size_t slot : sample_slots(sizes[island], counts[island])) {
        sample.push_back(islands[island][slot]);
      }
    }
    const auto distances_to = [&sample](const std::vector<FakeIndividual>& others) {
      std::vector<double> distances;
      for (const auto& member : sample) {
        for (const auto& other : others) {
          distances.push_back(FakeIsland::distance(member.number, other.number));
        }
      }
      return distances;
    };
    const auto best = std::ranges::min_element(sample, {}, &FakeIndividual::key) - sample.begin();
    const auto order = spectral_order(distances_to(sample), sample.size(), static_cast<std::size_t>(best));
    const auto pool = pooled(islands);
    std::vector<double> found(pool.size());
    extend(order, distances_to(pool), found);
    Numbers values;
    for (std::size_t i = 0; i < pool.size(); ++i) values[pool[i].number] = found[i];
    return values;
  });
}

/// Numbers of two kinds, the near and the far ones, stand in equal shares on every island. Afterwards an
/// island has one kind, apart from the island in the middle of an odd number.
TEST_ON_RANKS(Similarity, SpectralBringsAClusterToTheSameIslands) {
  if (world.size() == 1) return;
  std::vector<std::uint64_t> kinds[2];
  const std::size_t needed = 5 * world.size();
  for (std::uint64_t number = 0; std::min(kinds[0].size(), kinds[1].size()) < needed; ++number) {
    const double place = FakeIsland::distance(number, 0);
    if (place < 0.35 || place > 0.65) kinds[place > 0.5].push_back(number);
  }
  std::vector<FakeIndividual> mine;
  for (std::uint64_t i = 0; i < 10; ++i) {
    const std::uint64_t number = kinds[i % 2][5 * world.rank() + i / 2];
    mine.push_back({number, {0, static_cast<double>(number % 5)}});
  }
  const auto after = migrated(world, {.similarity = Similarity::spectral}, 16, mine);
  std::set<bool> found;
  for (const auto& individual : after) found.insert(FakeIsland::distance(individual.number, 0) > 0.5);
  const bool middle = world.size() % 2 == 1 && world.rank() == world.size() / 2;
  EXPECT_EQ(found.size(), middle ? 2U : 1U);
}

TEST_ON_RANKS(Similarity, CountsWhatItCarries) {
  if (world.size() == 1) return;
  constexpr std::size_t record_bytes = 40;
  const std::size_t others = world.size() - 1;
  const std::vector<std::size_t> sizes(world.size(), 10);
  const auto counts = sample_counts(sizes);
  const std::size_t sampled = std::reduce(counts.begin(), counts.end());
  const std::size_t mine = counts[world.rank()];
  const std::size_t row_bytes = sizeof(Key) + 8 * sampled;
  const bool first = world.rank() == 0;
  const std::map<Similarity, Traffic> expected = {
      {Similarity::entropy,
       {GeneTable(10 * world.size()).counts().size_bytes(),
        GeneTable(10 * world.size()).counts().size_bytes()}},
      {Similarity::spectral,
       {others * (8 + mine * record_bytes) + (first ? others * sizeof(SpectralOrder) : mine * row_bytes),
        others * 8 + (sampled - mine) * record_bytes +
            (first ? (sampled - mine) * row_bytes : sizeof(SpectralOrder))}}};
  for (const auto& [similarity, traffic] : expected) {
    SCOPED_TRACE(name_of(similarity));
    std::vector<FakeIndividual> individuals = random_individuals(1, world.rank(), true);
    individuals.resize(10);
    FakeIsland island(record_bytes, individuals);
    const MigrationCost cost =
        make_exchange(world, island, {.similarity = similarity}, 1)->migrate(island, 0);
    const std::size_t keys_bytes = others * 10 * sizeof(SimilarityKey);
    EXPECT_EQ(cost.bytes_sent, traffic.sent_bytes + keys_bytes + cost.individuals_sent * record_bytes);
    EXPECT_EQ(cost.bytes_received,
              traffic.received_bytes + keys_bytes + cost.individuals_sent * record_bytes);
  }
}

TEST_ON_RANKS(Similarity, RandomDealsOutAnewInEachEpochOfASeed) {
  if (world.size() == 1) return;
  const auto dealt = [&](std::uint64_t seed, std::uint64_t epoch) {
    FakeIsland island(16, random_individuals(700, world.rank(), true));
    make_exchange(world, island, {.similarity = Similarity::random}, seed)->migrate(island, epoch);
    return collect(world, island.individuals());
  };
  EXPECT_EQ(dealt(1, 3), dealt(1, 3));
  EXPECT_NE(dealt(1, 3), dealt(1, 4));
  EXPECT_NE(dealt(1, 3), dealt(2, 3));
}

TEST_ON_RANKS(Similarity, ByEntropyNeedsLoci) {
  FakeIsland island(8, random_individuals(1, world.rank(), true));
  island.forget_loci();
  const auto make = [&] { make_exchange(world, island, {.similarity = Similarity::entropy}, 1); };
  EXPECT_THAT(make, ThrowsMessage<UsageError>(HasSubstr("void loci(const Genome&, skerry::Loci&) const")));
  EXPECT_NO_THROW(make_exchange(world, island, {.similarity = Similarity::spectral}, 1));
}

}  // namespace
}  // namespace skerry
