#include "skerry/detail/population/genome_buffer.hpp"

#include "support/testing.hpp"

#include <unordered_map>

#include <boost/serialization/map.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/unordered_map.hpp>
#include <boost/serialization/vector.hpp>

namespace skerry {
namespace {

struct Recipe {
  std::vector<std::vector<double>> rows;
  std::vector<bool> flags;
  std::map<std::string, std::uint32_t> parts;
  std::wstring name;
  bool cooked = false;

  template <typename Archive>
  void serialize(Archive& archive, unsigned /*version*/) {
    archive& rows& flags& parts& name& cooked;
  }
  friend bool operator==(const Recipe&, const Recipe&) = default;
};

const Recipe soup{{{1.5, 2}, {}, {3}}, {true, false, true}, {{"leek", 2}, {"", 0}}, L"soup", true};

template <typename Genome>
std::vector<std::byte> packed(const Genome& genome) {
  std::vector<std::byte> bytes;
  pack_genome(genome, bytes);
  return bytes;
}

/// Returns a record whose archive consists of these words.
std::vector<std::byte> record_of(std::vector<std::uint64_t> words) {
  words.insert(words.begin(), words.size() * sizeof(words[0]));
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

TEST(GenomeBuffer, GenomesComeBack) {
  EXPECT_EQ(unpack_genome<Recipe>(packed(soup)), soup);
  const std::array<int, 3> flat = {1, 2, 3};
  EXPECT_EQ((unpack_genome<std::array<int, 3>>(packed(flat))), flat);
  std::unordered_map<std::string, int> roomy = {{"a", 1}};
  roomy.reserve(5000);
  EXPECT_EQ((unpack_genome<std::unordered_map<std::string, int>>(packed(roomy))), roomy);

  auto two = packed(std::string("first"));
  pack_genome(std::string("second"), two);
  std::span<const std::byte> rest = two;
  EXPECT_EQ(take_genome<std::string>(rest), "first");
  EXPECT_EQ(take_genome<std::string>(rest), "second");
  EXPECT_TRUE(rest.empty());
}

TEST(GenomeBuffer, APartOfARecordIsRefused) {
  const auto whole = packed(soup);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(unpack_genome<Recipe>(std::span(whole).first(size)), DataError) << size << " bytes";
    // The buffer is cut short within the record, and its size states so.
    if (size < sizeof(std::uint64_t)) continue;
    std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    const std::uint64_t inside = size - sizeof(inside);
    std::memcpy(cut.data(), &inside, sizeof(inside));
    EXPECT_THROW(unpack_genome<Recipe>(cut), DataError) << inside << " bytes of archive";
  }
}

TEST(GenomeBuffer, DamageEndsInAnErrorOrAnotherGenome) {
  Random random(1);
  const auto whole = packed(soup);
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    auto damaged = whole;
    for (std::uint32_t flips = 1 + random.below(3); flips > 0; --flips) {
      const auto bit = random.below(static_cast<std::uint32_t>(8 * damaged.size()));
      damaged[bit / 8] ^= std::byte{1} << (bit % 8);
    }
    try {
      unpack_genome<Recipe>(damaged);
    } catch (const DataError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

// Each of these claims a size for which memory was once requested, or which exceeds all memory.
TEST(GenomeBuffer, SizesAreNotBelievedBeyondTheBytesThereAre) {
  for (const std::uint64_t claim : {std::uint64_t{1} << 62, std::uint64_t{1} << 36, ~std::uint64_t{0}}) {
    EXPECT_THROW(unpack_genome<std::string>(record_of({claim, 0})), DataError) << claim;
    EXPECT_THROW(unpack_genome<std::wstring>(record_of({claim, 0})), DataError) << claim;
    EXPECT_THROW(unpack_genome<std::vector<double>>(record_of({claim, 0, 0})), DataError) << claim;
    EXPECT_THROW((unpack_genome<std::map<std::string, int>>(record_of({0, claim, 0, 0}))), DataError)
        << claim;
    auto record = record_of({0});
    std::memcpy(record.data(), &claim, sizeof(claim));
    EXPECT_THROW(unpack_genome<std::string>(record), DataError) << claim;
  }
}

TEST(GenomeBuffer, ARecordLongerThanItsGenomeIsRefused) {
  EXPECT_THAT(message_of<DataError>([] {
                unpack_genome<std::string>(record_of({0, 0}));
              }),
              HasSubstr("longer than the genome"));
}

TEST(GenomeBuffer, ABitIsZeroOrOne) {
  auto bytes = packed(soup);
  bytes.back() = std::byte{2};
  EXPECT_THROW(unpack_genome<Recipe>(bytes), DataError);
}

std::uint64_t hash_of_text(std::string_view text) {
  return hash_of_bytes(std::as_bytes(std::span(text)));
}

TEST(GenomeBuffer, TheHashOfBytesIsFnv1a) {
  EXPECT_EQ(hash_of_text(""), 0xcbf29ce484222325U);
  EXPECT_EQ(hash_of_text("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(hash_of_text("foobar"), 0x85944171f73967e8U);
}

TEST(GenomeBuffer, AGenomeHasTheHashOfItsRecordWithoutTheHighestBit) {
  std::vector<std::byte> room;
  const auto low_bits = [](std::uint64_t hash) { return hash & (~std::uint64_t{0} >> 1); };
  EXPECT_EQ(hash_of_record(soup, room), low_bits(hash_of_bytes(packed(soup))));
  for (std::uint64_t genome = 0; genome < 20; ++genome) {
    EXPECT_EQ(hash_of_record(genome, room), low_bits(hash_of_bytes(packed(genome)))) << genome;
  }
}

}  // namespace
}  // namespace skerry
