#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/genomes/bits.hpp"
#include "skerry/genomes/composite.hpp"
#include "skerry/genomes/integers.hpp"
#include "skerry/genomes/permutation.hpp"
#include "skerry/genomes/reals.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

using FlatComposite = Composite<Reals<2>, Permutation<8>, Composite<BitString<5>, Integers<2>>>;
using Owning = Composite<Reals<>, Permutation<4>>;

/// The spaces in which the tests use genomes.
struct TestSpaces {
  static BitStrings<BitString<70>> of(const BitString<70>&) { return {}; }
  static BitStrings<Bits<2>> of(const Bits<2>&) { return BitStrings<Bits<2>>(100); }
  static BitStrings<Bits<>> of(const Bits<>&) { return BitStrings<Bits<>>(130); }
  static IntegerBox<5> of(const Integers<5>&) { return {{0, 1}, {-3, 3}, {2, 2}, {0, 100}, {-1, 0}}; }
  static IntegerBox<> of(const Integers<>&) { return IntegerBox<>(9, 0, 4); }
  static Box<6> of(const Reals<6>&) { return Box<6>(-2, 3); }
  static Box<> of(const Reals<>&) { return {{0, 1}, {5, 5}, {-1e6, 1e6}}; }
  static Box<4> of(const SelfAdaptiveReals<4>&) { return Box<4>(0, 1); }
  static Box<> of(const SelfAdaptiveReals<>&) { return Box<>(3, 0, 1); }
  static Permutations<9> of(const Permutation<9>&) { return {}; }
  static Permutations<> of(const Permutation<>&) { return Permutations<>(12); }
  static Spaces<FlatComposite> of(const FlatComposite&) {
    return Spaces<FlatComposite>(
        Box<2>(0, 1), Permutations<8>(),
        Spaces<Composite<BitString<5>, Integers<2>>>(BitStrings<BitString<5>>(), IntegerBox<2>(0, 9)));
  }
  static Spaces<Owning> of(const Owning&) { return Spaces<Owning>(Box<>(3, -1, 1), Permutations<4>()); }
};

template <typename G>
auto test_space() {
  return TestSpaces::of(G{});
}

template <typename G>
class StockGenomes : public testing::Test {};
using AllGenomes = testing::Types<BitString<70>, Bits<2>, Bits<>, Integers<5>, Integers<>, Reals<6>, Reals<>,
                                  SelfAdaptiveReals<4>, SelfAdaptiveReals<>, Permutation<9>, Permutation<>,
                                  FlatComposite, Owning>;
TYPED_TEST_SUITE(StockGenomes, AllGenomes);

static_assert(std::is_trivially_copyable_v<BitString<70>> && std::is_trivially_copyable_v<Integers<5>> &&
              std::is_trivially_copyable_v<Reals<6>> && std::is_trivially_copyable_v<SelfAdaptiveReals<4>> &&
              std::is_trivially_copyable_v<Permutation<9>> && std::is_trivially_copyable_v<FlatComposite>);

template <typename G>
G sampled(Random& random) {
  G genome{};
  Stock<G>::sample(test_space<G>(), genome, random);
  return genome;
}

TYPED_TEST(StockGenomes, EveryOperatorKeepsGenomesSound) {
  using S = Stock<TypeParam>;
  const auto space = test_space<TypeParam>();
  for (const std::string_view crossover : S::crossovers) {
    for (const std::string_view mutation : S::mutations) {
      SCOPED_TRACE(testing::Message() << crossover << ", " << mutation << ", seed 1");
      Random random(1);
      typename S::Variation variation(
          space, {.crossover = std::string(crossover), .mutation = std::string(mutation), .gene_rate = 0.3});
      TypeParam a = sampled<TypeParam>(random), b = sampled<TypeParam>(random), child{};
      bool changed = false;
      for (int round = 0; round < 500; ++round) {
        variation.cross(space, a, b, child, random);
        ASSERT_EQ(S::fault(space, child), "");
        variation.mutate(space, child, random);
        ASSERT_EQ(S::fault(space, child), "");
        changed = changed || !(child == a || child == b);
        (round % 2 == 0 ? a : b) = child;
        if (round % 50 == 0) a = sampled<TypeParam>(random);
      }
      EXPECT_TRUE(changed);
    }
  }
}

TYPED_TEST(StockGenomes, DistancesLieBetweenZeroAndOne) {
  using S = Stock<TypeParam>;
  const auto space = test_space<TypeParam>();
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const TypeParam a = sampled<TypeParam>(random), b = sampled<TypeParam>(random);
    const double distance = S::distance(space, a, b);
    ASSERT_TRUE(distance >= 0 && distance <= 1);
    ASSERT_EQ(distance, S::distance(space, b, a));
    ASSERT_EQ(S::distance(space, a, a), 0);
    if (a == b) continue;
    ASSERT_GT(distance, 0);
  }
}

TYPED_TEST(StockGenomes, HaveALocusForEachGene) {
  using S = Stock<TypeParam>;
  const auto space = test_space<TypeParam>();
  Random random(3);
  std::set<std::vector<std::uint64_t>> different;
  for (int round = 0; round < 50; ++round) {
    const auto genome = sampled<TypeParam>(random);
    Loci loci;
    S::loci(space, genome, loci);
    ASSERT_EQ(loci.values().size(), S::size(space));
    different.emplace(loci.values().begin(), loci.values().end());
  }
  EXPECT_GT(different.size(), 20U);
}

TEST(StockGenome, LociHoldTheGenes) {
  const auto values = []<typename G>(const auto& space, const G& genome) {
    Loci loci;
    Stock<G>::loci(space, genome, loci);
    return std::vector(loci.values().begin(), loci.values().end());
  };
  using Values = std::vector<std::uint64_t>;
  EXPECT_EQ(values(Permutations<4>(), Permutation<4>{2, 0, 3, 1}), (Values{2, 0, 3, 1}));
  EXPECT_EQ(values(IntegerBox<2>(-3, 3), Integers<2>{-1, 3}), (Values{~std::uint64_t{0}, 3}));
  Bits<2> bits;
  bits.flip(1);
  EXPECT_EQ(values(BitStrings<Bits<2>>(3), bits), (Values{0, 1, 0}));
  const Box<5> box{{0, 1}, {-1, 1}, {-1, 1}, {5, 5}, {0, 32}};
  EXPECT_EQ(values(box, Reals<5>{0, 1, 0, 5, 6.99}), (Values{0, 31, 16, 0, 6}));
}

TYPED_TEST(StockGenomes, NeighboursAreNear) {
  using S = Stock<TypeParam>;
  const auto space = test_space<TypeParam>();
  Random random(3);
  int moved = 0;
  for (int round = 0; round < 500; ++round) {
    const TypeParam genome = sampled<TypeParam>(random);
    TypeParam neighbour = genome;
    S::neighbour(space, neighbour, random);
    ASSERT_EQ(S::fault(space, neighbour), "");
    moved += !(neighbour == genome);
  }
  EXPECT_GT(moved, 250);
}

TYPED_TEST(StockGenomes, ReadBackTheirText) {
  using S = Stock<TypeParam>;
  const auto space = test_space<TypeParam>();
  Random random(4);
  for (int round = 0; round < 50; ++round) {
    const TypeParam genome = sampled<TypeParam>(random);
    std::string written;
    S::describe(space, genome, written);
    TypeParam read{};
    GenomeText text(written, "genome.txt");
    S::parse(space, text, read);
    text.expect_end();
    std::string again;
    S::describe(space, read, again);
    ASSERT_EQ(again, written);
    ASSERT_EQ(S::distance(space, genome, read), 0);
    GenomeText shorter(std::string_view(written).substr(0, written.size() / 2), "half.txt");
    TypeParam half{};
    ASSERT_THROW(S::parse(space, shorter, half), DataError);
  }
}

TYPED_TEST(StockGenomes, TravelAsBytes) {
  Random random(5);
  const auto genome = sampled<TypeParam>(random);
  std::vector<std::byte> buffer;
  pack_genome(genome, buffer);
  EXPECT_EQ(unpack_genome<TypeParam>(buffer), genome);
}

template <typename G>
std::string fault(const G& genome) {
  return Stock<G>::fault(test_space<G>(), genome);
}

TEST(Fault, SaysWhatIsWrongInOneSentence) {
  EXPECT_EQ(fault(Permutation<9>{0, 1, 2, 3, 4, 5, 6, 7, 3}),
            "entry 3 stands at the places 3 and 8; a permutation has each of 0 to 8 once");
  EXPECT_EQ(fault(Permutation<9>{0, 1, 2, 9, 4, 5, 6, 7, 8}),
            "the entry at place 3 is 9; a permutation has each of 0 to 8 once");
  EXPECT_EQ(fault(Permutation<>{0, 1}),
            "the genome has 2 entries, where there are 12; a permutation has each of 0 to 11 once");
  EXPECT_EQ(fault(Reals<6>{0, 0, 7.5, 0, 0, 0}), "gene 2 is 7.5; it lies in [-2, 3]");
  EXPECT_EQ(fault(Reals<6>{0, std::nan(""), 0, 0, 0, 0}), "gene 1 is nan; it lies in [-2, 3]");
  EXPECT_EQ(fault(Reals<>{0.5}), "the genome has 1 genes, where the bounds are of 3");
  EXPECT_EQ(fault(Integers<5>{0, 4, 2, 0, 0}), "gene 1 is 4; it lies in [-3, 3]");
  Bits<2> bits;
  bits.flip(120);
  EXPECT_EQ(fault(bits), "bit 120 is set; the bit string has 100 bits, counted from 0");
  EXPECT_EQ(fault(Bits<>{}), "the bit string has 0 words of 64 bits; it has 3");
  FlatComposite flat;
  EXPECT_THAT(fault(flat), HasSubstr("in part 1, entry 0 stands at the places 0 and 1;"));
}

TEST(Genes, AreMadeFromOneValueEach) {
  EXPECT_THAT(([] {
                Reals<3>{1, 2};
              }),
              ThrowsMessage<UsageError>(
                  "a genome of 3 genes is made from 2 values; it takes one value for each gene"));
  EXPECT_EQ((Reals<3>{1, 2, 3}[2]), 3);
}

TEST(Genes, OfEqualValueHaveEqualHashes) {
  EXPECT_EQ((Reals<2>{0.0, 1}.hash()), (Reals<2>{-0.0, 1}.hash()));
  EXPECT_NE((Reals<2>{0, 1}.hash()), (Reals<2>{1, 0}.hash()));
  EXPECT_NE((Permutation<3>{0, 1, 2}.hash()), (Permutation<3>{0, 2, 1}.hash()));
}

TEST(Composite, IsTakenApartByStructuredBindings) {
  Composite<Reals<2>, Permutation<3>> composite(Reals<2>{1, 2}, Permutation<3>{2, 0, 1});
  const auto& [reals, order] = composite;
  EXPECT_EQ(reals[1], 2);
  EXPECT_EQ(order[0], 2U);
  get<0>(composite)[0] = 7;
  EXPECT_EQ(reals[0], 7);
}

TEST(Composite, TakesOperatorsForItsPartsFromOneList) {
  const auto space = test_space<FlatComposite>();
  using Variation = Stock<FlatComposite>::Variation;
  EXPECT_NO_THROW(Variation(space, {.crossover = "blx_alpha, ox", .mutation = "gaussian, creep"}));
  EXPECT_NO_THROW(Variation(space, {.crossover = "sbx,ox,uniform,uniform", .mutation = "gaussian,,, creep"}));
  EXPECT_THAT(
      [&] { Variation(space, {.crossover = "spx"}); },
      ThrowsMessage<UsageError>(HasSubstr("crossover is \"spx\", which does not belong to any part of the "
                                          "genome; those that do: sbx, blx_alpha, uniform, line, pmx")));
}

/// A part takes the operator that is named in its place: then it varies as it would alone.
TEST(Composite, GivesEachPartItsOwnOperator) {
  using Bits64 = BitString<64>;
  using Mixed = Composite<Composite<Reals<3>, Bits64>, Reals<3>>;
  const Box<3> box(-1, 1);
  const Spaces<Mixed> space(Spaces<Composite<Reals<3>, Bits64>>(box, {}), box);
  Stock<Mixed>::Variation mixed(space, {.crossover = "uniform, two_point, blx_alpha"});
  Stock<Reals<3>>::Variation first(box, {.crossover = "uniform"});
  Stock<Bits64>::Variation second({}, {.crossover = "two_point"});
  Stock<Reals<3>>::Variation third(box, {.crossover = "blx_alpha"});
  Random random(9);
  for (int i = 0; i < test::random_cases(100); ++i) {
    Mixed a;
    Mixed b;
    Mixed child;
    Mixed alone;
    Stock<Mixed>::sample(space, a, random);
    Stock<Mixed>::sample(space, b, random);
    Random same = random;
    mixed.cross(space, a, b, child, random);
    first.cross(box, get<0>(get<0>(a)), get<0>(get<0>(b)), get<0>(get<0>(alone)), same);
    second.cross({}, get<1>(get<0>(a)), get<1>(get<0>(b)), get<1>(get<0>(alone)), same);
    third.cross(box, get<1>(a), get<1>(b), get<1>(alone), same);
    ASSERT_EQ(child, alone);
  }
}

/// Genes whose bounds are equal stay what they are, whatever the operator.
TEST(FixedGenes, AreVariedByNoOperator) {
  using Fixed = Composite<Reals<3>, Integers<3>>;
  const Spaces<Fixed> space(Box<3>({{-1, 1}, {0.5, 0.5}, {0, 2}}), IntegerBox<3>({{7, 7}, {0, 9}, {-3, -3}}));
  const auto& reals = Stock<Reals<3>>::crossovers;
  for (const std::string_view crossover : reals) {
    for (const char* mutation : {"polynomial, random_reset", "gaussian, creep"}) {
      Stock<Fixed>::Variation variation(
          space, {.crossover = std::string(crossover) + ", uniform", .mutation = mutation, .gene_rate = 1});
      Random random(5);
      Loci loci;
      for (int i = 0; i < test::random_cases(50); ++i) {
        Fixed a;
        Fixed b;
        Fixed child;
        Stock<Fixed>::sample(space, a, random);
        Stock<Fixed>::sample(space, b, random);
        variation.cross(space, a, b, child, random);
        variation.mutate(space, child, random);
        Stock<Fixed>::neighbour(space, child, random);
        ASSERT_EQ(Stock<Fixed>::fault(space, child), "") << crossover << " " << mutation;
        ASSERT_EQ(get<0>(child)[1], 0.5);
        const double distance = Stock<Fixed>::distance(space, a, child);
        ASSERT_TRUE(distance >= 0 && distance <= 1);
        Stock<Fixed>::loci(space, child, loci);
      }
    }
  }
}

TEST(GeneParts, AreThoseOfATableWithAColumnForEachGene) {
  const auto text = [](const auto& space, std::vector<std::string_view> genes, auto genome) {
    return detail::text_of_stock_genes<Stock<decltype(genome)>>(space, genes);
  };
  EXPECT_EQ(text(Box<2>(0, 1), {"0.5", "1"}, Reals<2>()), "0.5 1");
  EXPECT_EQ(text(BitStrings<BitString<4>>(), {"0", "1", "1", "0"}, BitString<4>()), "0110");
  using Mixed = Composite<BitString<2>, Permutation<3>>;
  EXPECT_EQ(text(Spaces<Mixed>(), {"0", "1", "2", "0", "1"}, Mixed()), "01\n2 0 1");
  const auto parts = detail::gene_parts_of<Stock<Mixed>>(Spaces<Mixed>());
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].size, 2U);
  EXPECT_EQ(parts[1].size, 3U);
}

TEST(GenomeText, SaysWhereAMistakeIs) {
  Permutation<9> order;
  GenomeText text("0 1 2\n 3 x 5", "order.txt");
  EXPECT_THAT(([&] { Stock<Permutation<9>>::parse({}, text, order); }),
              ThrowsMessage<DataError>("'x' is not a number from 0 (order.txt:2:4)"));
  BitString<70> bits;
  GenomeText few("0110", "bits.txt");
  EXPECT_THAT(([&] { Stock<BitString<70>>::parse({}, few, bits); }),
              ThrowsMessage<DataError>("'0110' is not 70 bits; a bit is 0 or 1 (bits.txt:1:1)"));
  GenomeText more("1 2 3", "more.txt");
  double number = 0;
  more.read(number);
  EXPECT_THAT([&] { more.expect_end(); },
              ThrowsMessage<DataError>("the genome ends before this word (more.txt:1:3)"));
}

}  // namespace
}  // namespace skerry
