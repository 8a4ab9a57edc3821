#include "skerry/record.hpp"

#include "skerry/migration/settings.hpp"
#include "skerry/population.hpp"
#include "skerry/statistics.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

struct Inner {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

struct Outer {
  double real = 0;
  Inner inner;
  std::uint64_t seconds = 0;
};

}  // namespace

// The tables have another order than the structs, so that a test can tell which order is used.
template <>
inline constexpr auto members_of<Inner> = std::tuple{Member{"second", "byte", "the second", &Inner::second},
                                                     Member{"first", "1", "the first", &Inner::first}};

template <>
inline constexpr auto members_of<Outer> = std::tuple{Member{"inner", "1", "another record", &Outer::inner},
                                                     Member{"real", fitness_unit, "a fitness", &Outer::real},
                                                     Member{"elapsed_s", "s", "a time", &Outer::seconds}};
static_assert(describes_whole<Outer>);

static_assert(!Record<double>);

namespace {

TEST(Record, IsPackedInTheOrderOfItsTable) {
  std::vector<std::byte> bytes;
  append_record(bytes, Outer{.real = 1.5, .inner = {.first = 7, .second = 9}, .seconds = 3});
  ASSERT_EQ(bytes.size(), 24U);
  EXPECT_EQ(bytes[0], std::byte{9});
  EXPECT_EQ(bytes[4], std::byte{7});
  EXPECT_EQ(bytes[16], std::byte{3});

  Outer read;
  std::span<const std::byte> rest = bytes;
  ASSERT_TRUE(take_record(rest, read));
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(read.real, 1.5);
  EXPECT_EQ(read.inner.first, 7U);
  EXPECT_EQ(read.inner.second, 9U);
  EXPECT_EQ(read.seconds, 3U);
}

TEST(Record, IsNotTakenFromTooFewBytes) {
  const std::vector<std::byte> bytes(23);
  std::span<const std::byte> rest = bytes;
  Outer read{.real = 4, .inner = {}, .seconds = 0};
  EXPECT_FALSE(take_record(rest, read));
  EXPECT_EQ(rest.size(), 23U);
  EXPECT_EQ(read.real, 4);
}

TEST(Record, TimesAndBytesAreMeasured) {
  std::vector<bool> measured;
  for_each_member<Outer>([&](const auto& member) { measured.push_back(member.measured()); });
  EXPECT_EQ(measured, (std::vector{false, false, true}));
  measured.clear();
  for_each_member<Inner>([&](const auto& member) { measured.push_back(member.measured()); });
  EXPECT_EQ(measured, (std::vector{true, false}));
}

template <Record R>
void expect_clear() {
  std::set<std::string> names;
  for_each_member<R>([&](const auto& member) {
    EXPECT_TRUE(names.insert(member.name).second) << member.name << " stands twice";
    EXPECT_NE(std::string_view(member.long_name), "") << member.name;
    const bool time = member.unit != fitness_unit && std::string_view(member.unit) == "s";
    EXPECT_EQ(std::string_view(member.name).ends_with("_s"), time) << member.name;
  });
}

TEST(Record, NamesAreOfOneMemberAndTellTimes) {
  expect_clear<Statistics>();
  expect_clear<Improvement>();
  expect_clear<MigrationCost>();
  expect_clear<IslandCounters>();
}

}  // namespace
}  // namespace skerry
