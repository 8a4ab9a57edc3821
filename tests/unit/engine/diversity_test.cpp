#include "skerry/diversity.hpp"

#include "puzzles/onemax/onemax.hpp"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

TEST(CoefficientOfVariation, IsTheSpreadOverTheMeanUpToOne) {
  EXPECT_DOUBLE_EQ(coefficient_of_variation(10, 2), 0.2);
  EXPECT_DOUBLE_EQ(coefficient_of_variation(-10, 2), 0.2);
  EXPECT_DOUBLE_EQ(coefficient_of_variation(0, 2), 1);
  EXPECT_DOUBLE_EQ(coefficient_of_variation(1e-300, 2), 1);
  EXPECT_DOUBLE_EQ(coefficient_of_variation(0, 0), 0);
  EXPECT_DOUBLE_EQ(coefficient_of_variation(5, 0), 0);
}

TEST(DistinctCounter, CountsByHashAndByComparison) {
  const std::vector<int> hashed{3, 1, 3, 0, 1, 3};
  EXPECT_EQ(DistinctCounter<int>().count(hashed), 3U);
  const std::vector<std::string> compared{"b", "a", "b", ""};
  EXPECT_EQ(DistinctCounter<std::string>().count(compared), 3U);
}

TEST(HashOf, SeesEveryByte) {
  std::set<std::uint64_t> hashes;
  Bits<16> bits;
  hashes.insert(hash_of(bits));
  for (std::size_t bit = 0; bit < 1024; ++bit) {
    bits = {};
    bits.flip(bit);
    hashes.insert(hash_of(bits));
  }
  EXPECT_EQ(hashes.size(), 1025U);
}

TEST(GenotypeDiversity, IsExactForSmallPopulations) {
  OneMax problem(4);
  Random random(1);
  std::vector<OneMax::Genome> genomes(3);
  genomes[1].flip(0);
  genomes[2].flip(0);
  genomes[2].flip(1);
  EXPECT_DOUBLE_EQ(genotype_diversity(problem, std::span<const OneMax::Genome>(genomes), random),
                   (0.25 + 0.5 + 0.25) / 3);
}

TEST(GenotypeDiversity, IsEstimatedForLargeOnes) {
  OneMax problem(1000);
  Random random(2);
  std::vector<OneMax::Genome> genomes(200);
  for (OneMax::Genome& genome : genomes) genome = problem.sample(random);
  EXPECT_NEAR(genotype_diversity(problem, std::span<const OneMax::Genome>(genomes), random), 0.5, 0.02);
}

}  // namespace
}  // namespace skerry
