#include "puzzles/external/genome.hpp"

#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/genomes/bits.hpp"
#include "skerry/genomes/composite.hpp"

#include "puzzles/external/protocol.hpp"
#include "support/testing.hpp"

namespace skerry::external {
namespace {

using Declared = Stock<Genome>;
/// The same parts as a type, whose operators are the engine's.
using Typed = Composite<Reals<>, Integers<>, Bits<2>, Permutation<>>;

constexpr std::size_t reals = 5;
constexpr std::size_t integers = 4;
constexpr std::size_t bits = 100;
constexpr std::size_t entries = 7;

Space declared_space() {
  return {{"x", Box<>(reals, -5.12, 5.12)},
          {"n", IntegerBox<>(integers, -3, 1000)},
          {"used", BitStrings<Bits<>>(bits)},
          {"order", Permutations<>(entries)}};
}

Spaces<Typed> typed_space() {
  return Spaces<Typed>(Box<>(reals, -5.12, 5.12), IntegerBox<>(integers, -3, 1000), BitStrings<Bits<2>>(bits),
                       Permutations<>(entries));
}

Genome declared(const Typed& typed) {
  const auto& [x, n, used, order] = typed;
  return {{x, n, Bits<>{{used.words.begin(), used.words.end()}}, order}};
}

OperatorSettings with_operators(const std::string& crossover, const std::string& mutation) {
  OperatorSettings settings;
  settings.crossover = crossover;
  settings.mutation = mutation;
  settings.gene_rate = 0.3;
  return settings;
}

/// Both draw the same numbers for the same children, so whatever holds for the engine's operators holds here.
TEST(ExternalGenome, VariesAsACompositeOfTheSamePartsDoes) {
  const Space space = declared_space();
  const auto typed = typed_space();
  const std::vector<OperatorSettings> settings = {
      {},
      with_operators("blx_alpha, two_point, ox", "gaussian, creep, inversion"),
      with_operators("uniform,cx", "scramble"),
      with_operators("blx_alpha,uniform,one_point,erx", ",creep,,swap"),
      with_operators("one_point,uniform , sbx", ""),
      with_operators("sbx, erx", "insertion")};
  for (const OperatorSettings& chosen : settings) {
    Declared::Variation own(space, chosen);
    Stock<Typed>::Variation engine(typed, chosen);
    Random first(7);
    Random second(7);
    for (int i = 0; i < test::random_cases(300); ++i) {
      Genome a;
      Genome b;
      Genome child;
      Typed typed_a;
      Typed typed_b;
      Typed typed_child;
      Declared::sample(space, a, first);
      Declared::sample(space, b, first);
      Stock<Typed>::sample(typed, typed_a, second);
      Stock<Typed>::sample(typed, typed_b, second);
      own.cross(space, a, b, child, first);
      own.mutate(space, child, first);
      Declared::neighbour(space, child, first);
      engine.cross(typed, typed_a, typed_b, typed_child, second);
      engine.mutate(typed, typed_child, second);
      Stock<Typed>::neighbour(typed, typed_child, second);
      ASSERT_EQ(child, declared(typed_child));
      ASSERT_EQ(Declared::fault(space, child), "");
      ASSERT_EQ(Declared::distance(space, a, child), Stock<Typed>::distance(typed, typed_a, typed_child));
      ASSERT_EQ(Declared::distance(space, child, child), 0);
      Loci loci;
      Loci typed_loci;
      Declared::loci(space, child, loci);
      Stock<Typed>::loci(typed, typed_child, typed_loci);
      ASSERT_TRUE(std::ranges::equal(loci.values(), typed_loci.values()));
    }
  }
}

TEST(ExternalGenome, TextAndBytesGiveBackTheSameGenomeToTheLastBit) {
  const Space space = declared_space();
  Random random(11);
  for (int i = 0; i < test::random_cases(500); ++i) {
    Genome genome;
    Declared::sample(space, genome, random);
    std::string text;
    append_json(space, genome, text);
    Genome again;
    ASSERT_EQ(read_json(space, text, again), "") << text;
    ASSERT_EQ(again, genome) << text;
    ASSERT_EQ(again.hash(), genome.hash());
    std::vector<std::byte> bytes;
    pack_genome(genome, bytes);
    ASSERT_EQ(unpack_genome<Genome>(bytes), genome);
  }
}

TEST(ExternalGenome, RealsAreDecimalsThatReadBackAsTheSameNumber) {
  const Space space = {{"x", Box<>(1, -1e300, 1e300)}};
  Random random(5);
  const auto text_of = [&](double value) {
    std::string text;
    append_json(space, Genome{{Reals<>{value}}}, text);
    return text;
  };
  EXPECT_EQ(text_of(1), R"({"x": [1.0]})");
  EXPECT_EQ(text_of(-0.0), R"({"x": [-0.0]})");
  EXPECT_EQ(text_of(0.1), R"({"x": [0.1]})");
  EXPECT_EQ(text_of(1e22), R"({"x": [1e+22]})");
  for (int i = 0; i < test::random_cases(2000); ++i) {
    const auto value = std::bit_cast<double>(random.bits64());
    if (!std::isfinite(value)) continue;
    Genome again;
    ASSERT_EQ(read_json(space, text_of(value), again), "");
    const double read = std::get<Reals<>>(again.parts[0])[0];
    ASSERT_EQ(std::bit_cast<std::uint64_t>(read), std::bit_cast<std::uint64_t>(value));
  }
}

TEST(ExternalGenome, DamagedBytesAreRefusedOrReadAsSomeGenome) {
  const Space space = declared_space();
  Random random(13);
  int refused = 0;
  for (int i = 0; i < test::random_cases(2000); ++i) {
    Genome genome;
    Declared::sample(space, genome, random);
    std::vector<std::byte> bytes;
    pack_genome(genome, bytes);
    const std::size_t place = random.below(static_cast<std::uint32_t>(bytes.size()));
    bytes[place] ^= static_cast<std::byte>(1 + random.below(255));
    try {
      const auto read = unpack_genome<Genome>(bytes);
      if (!Declared::fault(space, read).empty()) ++refused;
    } catch (const DataError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

TEST(ExternalGenome, SaysWhatIsWrongWithATextOrAGenome) {
  const Space space = declared_space();
  Genome genome;
  const auto mistake = [&](const std::string& text) { return read_json(space, text, genome); };
  EXPECT_THAT(mistake("[1]"), HasSubstr("no JSON object"));
  EXPECT_THAT(mistake("{"), HasSubstr("no JSON object"));
  EXPECT_THAT(mistake(R"({"x": [1]})"), HasSubstr("4 are declared"));
  EXPECT_THAT(mistake(R"({"x": [1], "n": [], "used": [], "order": []})"), HasSubstr("x is not a list of 5"));
  EXPECT_THAT(mistake(R"({"x": [1, 2, 3, 4, "5"], "n": [], "used": [], "order": []})"),
              HasSubstr("value 4 of part x is \"5\", no real"));
  EXPECT_THAT(mistake(R"({"x": [1, 2, 3, 4, 5], "n": [1, 2, 3, 99999999999], "used": [], "order": []})"),
              HasSubstr("no integer"));
  EXPECT_THAT(mistake(R"({"x": [1, 2, 3, 4, 5], "n": [1, 2, 3, 0.5], "used": [], "order": []})"),
              HasSubstr("no integer"));
  EXPECT_THAT(mistake(R"({"x": [1, 2, 3, 4, 5], "m": [], "used": [], "order": []})"),
              HasSubstr("part n is missing"));
  Random random(1);
  Declared::sample(space, genome, random);
  std::get<Reals<>>(genome.parts[0])[1] = 6;
  EXPECT_THAT(Declared::fault(space, genome), HasSubstr("in part x"));
  std::get<Reals<>>(genome.parts[0]).resize(2);
  EXPECT_THAT(Declared::fault(space, genome), HasSubstr("2 values"));
  genome.parts[0] = Bits<>{};
  EXPECT_THAT(Declared::fault(space, genome), HasSubstr("another kind"));
}

TEST(ExternalGenome, RefusesOperatorsOfPartsThatAreNotDeclared) {
  const Space space = {{"x", Box<>(3, 0, 1)}};
  EXPECT_THAT([&] { Declared::Variation(space, with_operators("pmx", "")); },
              ThrowsMessage<UsageError>(HasSubstr("pmx")));
  EXPECT_THAT([&] { Declared::Variation(space, with_operators("", "bit_flip")); },
              ThrowsMessage<UsageError>(HasSubstr("bit_flip")));
  EXPECT_NO_THROW(Declared::Variation(space, with_operators("sbx", "gaussian")));
}

TEST(ExternalGenome, IsMadeOfTheNumbersOfATable) {
  const Space space = {{"x", Box<>(2, -1, 1)}, {"b", BitStrings<Bits<>>(3)}, {"order", Permutations<>(2)}};
  const std::vector<std::string_view> numbers = {".5", "-1e-3", "1", "0", "01", "1", "0"};
  const std::string text = Declared::text_of_genes(space, numbers);
  EXPECT_EQ(text, R"({"x": [0.5, -0.001], "b": [1, 0, 1], "order": [1, 0]})");
  Genome genome;
  EXPECT_EQ(read_json(space, text, genome), "");
  const std::vector<std::string_view> broken = {"0.5", "0", "0.5", "0", "1", "1", "0"};
  EXPECT_THAT(read_json(space, Declared::text_of_genes(space, broken), genome),
              HasSubstr("value 0 of part b is 0.5, no bit"));
}

TEST(ExternalGenome, DeclaresItsPartsInTheFirstLine) {
  std::string text;
  append_json(declared_space(), text);
  EXPECT_EQ(text, R"([{"name": "x", "kind": "real", "size": 5, "low": -5.12, "high": 5.12}, )"
                  R"({"name": "n", "kind": "integer", "size": 4, "low": -3, "high": 1000}, )"
                  R"({"name": "used", "kind": "bit", "size": 100}, )"
                  R"({"name": "order", "kind": "permutation", "size": 7}])");
}

TEST(ExternalRealGenome, CountsThroughItsParts) {
  const Space parts = {{"x", Box<>(2, -1, 1)}, {"y", Box<>(1, 0, 3)}, {"z", Box<>(3, 5, 6)}};
  ASSERT_TRUE(is_real(parts));
  EXPECT_FALSE(is_real(declared_space()));
  const RealSpace space(parts);
  RealGenome genome;
  Random random(4);
  Stock<RealGenome>::sample(space, genome, random);
  ASSERT_EQ(genome.size(), 6U);
  for (std::size_t gene = 0; gene < genome.size(); ++gene) {
    EXPECT_LE(space.lower(gene), std::as_const(genome)[gene]);
    EXPECT_GE(space.upper(gene), std::as_const(genome)[gene]);
    genome[gene] = static_cast<double>(gene);
  }
  EXPECT_EQ(std::vector({space.upper(0), space.upper(2), space.lower(3), space.upper(5)}),
            std::vector<double>({1, 3, 5, 6}));
  EXPECT_EQ(genome, (RealGenome{{{Reals<>{0, 1}, Reals<>{2}, Reals<>{3, 4, 5}}}}));
}

TEST(ExternalMeasures, GoWithTheirGenome) {
  Measured<RealGenome> genome{{{{Reals<>{0.5, 1}}}}};
  const RealGenome bare = genome;
  genome.measures = {3, 0.1};
  std::vector<std::byte> bytes;
  pack_genome(genome, bytes);
  EXPECT_EQ(unpack_genome<Measured<RealGenome>>(bytes).measures, genome.measures);

  const Measured<RealGenome> other{bare};
  EXPECT_EQ(other, genome) << "they are no part of what it is";
  EXPECT_EQ(other.hash(), genome.hash());
}

TEST(ExternalMeasures, AreNoneInTheRecordOfAGenomeWithoutAny) {
  const Genome plain{{Reals<>{0.5, 1}}};
  std::vector<std::byte> bytes;
  pack_genome(plain, bytes);
  std::vector<std::byte> bytes_of_reals;
  pack_genome(RealGenome{plain}, bytes_of_reals);
  EXPECT_EQ(bytes_of_reals, bytes) << "records of genomes without measures are those of earlier versions";
  const auto read = unpack_genome<Measured<RealGenome>>(bytes);
  EXPECT_EQ(static_cast<const Genome&>(read), plain);
  EXPECT_TRUE(read.measures.empty());
}

}  // namespace
}  // namespace skerry::external
