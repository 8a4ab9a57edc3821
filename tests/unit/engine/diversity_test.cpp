#include "skerry/detail/problem/diversity.hpp"

#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

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

TEST(DistinctCounter, AgreesWithASetWhateverTheNumberOfDuplicates) {
  DistinctCounter<OneMax::Genome> counter;
  Random random(3);
  for (std::uint32_t size = 0; size < 300; ++size) {
    std::vector<OneMax::Genome> genomes(size);
    std::set<std::array<std::uint64_t, 16>> different;
    const std::uint32_t bits = 1 + random.below(200);
    for (OneMax::Genome& genome : genomes) {
      // Neighbours of one genome differ in a bit or two.
      genome.flip(5 * random.below(bits));
      genome.flip(5 * random.below(bits));
      different.insert(genome.words);
    }
    ASSERT_EQ(counter.count(genomes), different.size()) << size;
  }
}

/// Expects that records which differ in one bit, or in the order of their bytes, have different hashes.
void expect_hashes_of_records(std::size_t size_bytes) {
  const std::size_t count = 8 * size_bytes + 1;
  std::vector<std::byte> records(count * size_bytes);
  for (std::size_t i = 0; i < size_bytes; ++i) records[i] = static_cast<std::byte>(37 * i);
  for (std::size_t bit = 0; bit + 1 < count; ++bit) {
    const auto record = std::span(records).subspan((bit + 1) * size_bytes, size_bytes);
    std::copy_n(records.begin(), size_bytes, record.begin());
    record[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
  }
  std::vector<std::uint64_t> hashes(count);
  if (!hash_records(records.data(), size_bytes, hashes)) return;  // this machine has no vectors for it
  EXPECT_EQ(std::set(hashes.begin(), hashes.end()).size(), count) << size_bytes;
  for (std::size_t some = 0; some < 6; ++some) {
    std::vector<std::uint64_t> fewer(some);
    hash_records(records.data(), size_bytes, fewer);
    EXPECT_TRUE(std::ranges::equal(fewer, std::span(hashes).first(some))) << size_bytes;
  }
}

TEST(HashRecords, SeeEveryBitAndNotTheOtherRecords) {
  for (const std::size_t size_bytes : {32U, 33U, 47U, 48U, 64U, 81U, 128U, 333U})
    expect_hashes_of_records(size_bytes);
}

template <std::size_t size>
std::uint64_t plain_hash(const std::array<unsigned char, size>& bytes) {
  const auto fold = [](std::uint64_t a, std::uint64_t b) {
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  };
  std::uint64_t even = 0x9e3779b97f4a7c15U;
  std::uint64_t odd = 0xc2b2ae3d27d4eb4fU;
  for (std::size_t at = 0; at < size; at += 16) {
    std::uint64_t words[2] = {0, 0};
    for (std::size_t i = at; i < std::min(at + 16, size); ++i)
      words[(i - at) / 8] |= std::uint64_t{bytes[i]} << 8 * (i % 8);
    even = fold(even ^ words[0], 0xa0761d6478bd642fU);
    odd = fold(odd ^ words[1], 0xe7037ed1a0b428dbU);
  }
  return fold(even ^ std::rotl(odd, 32), 0x8ebc6af09c88c6e3U);
}

template <std::size_t size>
void expect_plain_hash() {
  std::array<unsigned char, size> bytes;
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(37 * i + 11);
  EXPECT_EQ(hash_of(bytes), plain_hash(bytes)) << size;
}

TEST(HashOf, IsThatOfItsBytesSixteenAtATime) {
  expect_plain_hash<1>();
  expect_plain_hash<8>();
  expect_plain_hash<15>();
  expect_plain_hash<16>();
  expect_plain_hash<17>();
  expect_plain_hash<81>();
  expect_plain_hash<128>();
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
