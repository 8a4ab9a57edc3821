#include "engine/similarity/similarity.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

using Genome = std::vector<std::uint64_t>;

std::vector<double> informations(const std::vector<Genome>& pool) {
  GeneTable table(pool.size());
  for (const Genome& genome : pool) table.count(genome);
  table.close();
  std::vector<double> found;
  for (const Genome& genome : pool) found.push_back(table.information(genome));
  return found;
}

std::vector<Genome> random_pool(Random& random, std::uint32_t individuals, std::uint32_t loci,
                                std::uint32_t values) {
  std::vector<Genome> pool(individuals, Genome(loci));
  for (Genome& genome : pool) {
    for (std::uint64_t& value : genome) value = random.below(values);
  }
  return pool;
}

TEST(GeneTable, TakesLogarithmsInFixedPoint) {
  for (std::uint32_t power = 0; power < 32; ++power) {
    EXPECT_EQ(fixed_log2(std::uint32_t{1} << power), std::uint64_t{power} << 24);
  }
  for (const std::uint32_t number : {3U, 5U, 7U, 10U, 1000U, 65'537U, 4'000'000'000U, ~0U}) {
    EXPECT_NEAR(static_cast<double>(fixed_log2(number)) / (1 << 24), std::log2(number), 1.0 / (1 << 23));
    EXPECT_GE(fixed_log2(number), fixed_log2(number - 1));
  }
}

TEST(GeneTable, SaysHowRareTheGenesOfAnIndividualAre) {
  // Locus 0 holds 7 three times and 1 once; locus 1 holds four different values.
  const auto found = informations({{7, 0}, {7, 1}, {7, 7}, {1, 3}});
  const double common = std::log2(4.0 / 3) + 2;
  EXPECT_NEAR(found[0], common, 1e-6);
  EXPECT_EQ(found[1], found[0]);
  EXPECT_EQ(found[2], found[0]);
  EXPECT_EQ(found[3], 4);
}

TEST(GeneTable, AValueAtAnotherLocusIsAnotherGene) {
  EXPECT_EQ(informations({{5, 7}, {7, 5}}), (std::vector<double>{2, 2}));
}

TEST(GeneTable, EqualIndividualsHoldNoInformation) {
  EXPECT_EQ(informations({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(informations({{1, 2, 3}}), std::vector<double>{0});
  EXPECT_EQ(informations({{}, {}}), (std::vector<double>{0, 0}));
}

TEST(GeneTable, TheMeanIsTheEntropyOfTheLoci) {
  for (auto&& [seed, random] : seeds(20)) {
    const auto pool = random_pool(random, 2 + random.below(100), 3, 2 + random.below(3));
    std::map<std::pair<std::size_t, std::uint64_t>, double> counts;
    for (const Genome& genome : pool) {
      for (std::size_t locus = 0; locus < genome.size(); ++locus) ++counts[{locus, genome[locus]}];
    }
    const auto size = static_cast<double>(pool.size());
    double entropy = 0;
    for (const auto& [gene, count] : counts) entropy -= count / size * std::log2(count / size);
    double mean = 0;
    for (const double information : informations(pool)) mean += information / size;
    EXPECT_NEAR(mean, entropy, 1e-6) << "seed " << seed;
  }
}

TEST(GeneTable, TablesOfSeveralIslandsAddUp) {
  Random random(3);
  const auto pool = random_pool(random, 90, 20, 6);
  GeneTable whole(90);
  GeneTable parts[] = {GeneTable(90), GeneTable(90)};
  for (std::size_t i = 0; i < pool.size(); ++i) {
    whole.count(pool[i]);
    parts[i % 3 == 0].count(pool[i]);
  }
  for (std::size_t cell = 0; cell < whole.counts().size(); ++cell) {
    EXPECT_EQ(parts[0].counts()[cell] + parts[1].counts()[cell], whole.counts()[cell]);
  }
}

TEST(GeneTable, IsUsedAgain) {
  GeneTable table(2);
  const Genome first{1, 2}, second{3, 2};
  table.count(first);
  table.count(first);
  table.close();
  EXPECT_EQ(table.information(first), 0);
  table.clear();
  table.count(first);
  table.count(second);
  table.close();
  EXPECT_EQ(table.information(first), 1);
}

TEST(GeneTable, IsBoundedWhateverItCounts) {
  EXPECT_EQ(GeneTable(1).counts().size(), 1U << 12);
  EXPECT_EQ(GeneTable(65).counts().size(), 1U << 13);
  EXPECT_EQ(GeneTable(1'000'000'000).counts().size(), 1U << 16);
  // There are far more genes than cells here, so a cell's count may exceed the size of the pool.
  Random random(4);
  for (const double information : informations(random_pool(random, 10, 3000, 1000))) {
    EXPECT_GE(information, 0);
    EXPECT_LE(information, 3000 * std::log2(10));
  }
}

TEST(GeneTable, GenesSeldomShareACell) {
  Random random(5);
  const auto pool = random_pool(random, 200, 100, 9);
  GeneTable table(pool.size());
  for (const Genome& genome : pool) table.count(genome);
  std::size_t used = 0;
  for (const std::uint32_t count : table.counts()) used += count > 0;
  EXPECT_GT(used, 850U) << "of 900 genes";
}

}  // namespace
}  // namespace skerry
