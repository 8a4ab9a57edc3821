#include "skerry/detail/algorithms/nsga2_island.hpp"
#include "skerry/random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

using Number = std::uint64_t;

const std::vector<Objective> price_and_level{{.name = "price"},
                                             {.name = "level", .direction = Direction::maximise}};

/// Returns the objectives of a number, minimised: price and negated level.
std::array<double, 2> row_of(Number number) {
  return {static_cast<double>(number * 2654435761 % 97), -static_cast<double>(number * 40503 % 89)};
}

KeptFront<Number> filled(std::uint64_t seed, std::size_t shown) {
  KeptFront<Number> front(2);
  Random random(seed);
  for (std::size_t i = 0; i < shown; ++i) {
    const Number number = random.below(1000);
    front.insert(number, {0, static_cast<double>(number)}, row_of(number));
  }
  return front;
}

TEST(KeptFront, KeepsGenomesAndKeysWithTheirObjectives) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto front = filled(seed, 1 + seed * 5);
    const SolutionSet set = front.set(price_and_level);
    ASSERT_EQ(set.size(), front.size());
    for (std::size_t i = 0; i < set.size(); ++i) {
      std::span<const std::byte> packed = set.genome(i);
      const auto number = take_genome<Number>(packed);
      EXPECT_EQ(set.keys[i].cost, static_cast<double>(number));
      EXPECT_EQ(set.values[2 * i], row_of(number)[0]);
      EXPECT_EQ(set.values[2 * i + 1], -row_of(number)[1]) << "in its own direction";
      for (std::size_t other = 0; other < set.size(); ++other) {
        EXPECT_FALSE(other != i && set.values[2 * other] <= set.values[2 * i] &&
                     set.values[2 * other + 1] >= set.values[2 * i + 1]);
      }
    }
  }
}

TEST(KeptFront, IsTheSameAfterSavingAndLoading) {
  const auto whole = filled(7, 300);
  std::vector<std::byte> bytes;
  whole.save(bytes);
  KeptFront<Number> loaded = filled(8, 20);
  std::span<const std::byte> rest = bytes;
  std::size_t checked = 0;
  loaded.load(rest, [&](const Key&, Number) { ++checked; });
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(checked, whole.size());
  std::vector<std::byte> again;
  loaded.save(again);
  EXPECT_EQ(again, bytes);
  for (std::size_t size = 0; size < bytes.size(); size += 5) {
    rest = std::span(bytes).first(size);
    EXPECT_THROW(loaded.load(rest, [](const Key&, Number) {}), DataError) << size << " bytes";
  }
}

TEST(KeptFront, UsesTheSlotsOfTheRemovedAgain) {
  KeptFront<Number> front(2);
  for (Number number = 0; number < 1000; ++number) {
    const double value = -static_cast<double>(number);
    front.insert(number, {}, std::array{value, value});
    EXPECT_EQ(front.size(), 1U);
  }
  const SolutionSet set = front.set(price_and_level);
  std::span<const std::byte> packed = set.genome(0);
  EXPECT_EQ(take_genome<Number>(packed), 999U);
}

}  // namespace
}  // namespace skerry
