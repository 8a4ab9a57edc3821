#include "skerry/detail/algorithms/nsga2_island.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

using Number = std::uint64_t;

const std::vector<Objective> price_and_level{{.name = "price"},
                                             {.name = "level", .direction = Direction::maximise}};

/// Returns the objectives of a number, minimised: price and negated level.
std::array<double, 2> row_of(Number number) {
  return {static_cast<double>(number * 2654435761 % 97), -static_cast<double>(number * 40503 % 89)};
}

KeptFront<Number> filled(std::uint64_t seed, std::size_t shown, std::vector<double> sides = {}) {
  KeptFront<Number> front(2, std::move(sides));
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

TEST(KeptFront, KeepsOneSolutionInEachBoxThatNoOtherDominates) {
  KeptFront<Number> front(2, {10, 100});
  const auto shown = [&](Number number, double price, double level) {
    front.insert(number, {0, static_cast<double>(number)}, std::array{price, level});
    std::vector<double> kept;
    for (const Key& key : front.set(price_and_level).keys) kept.push_back(key.cost);
    return kept;
  };
  using Kept = std::vector<double>;
  EXPECT_EQ(shown(1, 15, 150), (Kept{1}));
  EXPECT_EQ(shown(2, 11, 199), (Kept{1})) << "neither dominates the other, and the first stays";
  EXPECT_EQ(shown(3, 15, 149), (Kept{3})) << "it dominates what its box has";
  EXPECT_EQ(shown(8, 15, 149), (Kept{3})) << "of equal ones the first stays";
  EXPECT_EQ(shown(4, 29, 101), (Kept{3})) << "its box is dominated";
  EXPECT_EQ(shown(5, 9, 250), (Kept{5, 3}));
  EXPECT_EQ(shown(6, -1, 199), (Kept{6})) << "its box dominates both";
  EXPECT_EQ(shown(7, 500, -1), (Kept{6, 7}));
}

TEST(KeptFront, OfBoxesIsBoundedAndNearTheWholeOne) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const SolutionSet whole = filled(seed, 500).set(price_and_level);
    const SolutionSet boxes = filled(seed, 500, {20}).set(price_and_level);
    EXPECT_LE(boxes.size(), 6U) << "one for each fifth of 97 prices, and no two of a level's";
    for (std::size_t i = 0; i < whole.size(); ++i) {
      bool near = false;
      for (std::size_t k = 0; k < boxes.size(); ++k) {
        near = near || (boxes.values[2 * k] < whole.values[2 * i] + 20 &&
                        boxes.values[2 * k + 1] > whole.values[2 * i + 1] - 20);
      }
      EXPECT_TRUE(near) << "seed " << seed;
    }
  }
}

class SavedFront : public testing::TestWithParam<std::vector<double>> {};
INSTANTIATE_TEST_SUITE_P(KeptFront, SavedFront,
                         testing::Values(std::vector<double>{}, std::vector<double>{10, 20}));

TEST_P(SavedFront, IsTheSameAfterSavingAndLoading) {
  const auto whole = filled(7, 300, GetParam());
  std::vector<std::byte> bytes;
  whole.save(bytes);
  KeptFront<Number> loaded = filled(8, 20, GetParam());
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
