#include "skerry/population/population_island.hpp"

#include "skerry/algorithms/genetic_island.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

/// Genomes are numbers up to 99. Those that end in 7 are infeasible, and the distance of 50 to any other is
/// undefined.
struct Line {
  using Genome = std::uint32_t;

  Direction direction() const { return Direction::minimise; }
  Genome sample(Random& random) { return random.below(100); }
  Score evaluate(Genome genome) {
    return {genome % 10 == 7 ? 1.0 : 0.0, std::abs(static_cast<double>(genome) - 42)};
  }
  Genome crossover(Genome a, Genome, Random&) { return a; }
  void mutate(Genome& genome, double, Random& random) { genome = random.below(100); }
  double distance(Genome a, Genome b) {
    if (a == 50 || b == 50) return std::numeric_limits<double>::quiet_NaN();
    return std::abs(static_cast<double>(a) - static_cast<double>(b)) / 100;
  }
};

TEST(PopulationIsland, SortsByTheDistanceToAGenome) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    GeneticIsland<Line> island(Line{}, {}, seed, 0);
    island.initialise();
    const std::vector<std::uint32_t> before = island.population().genomes;

    const std::uint32_t reference = 40;
    const auto keys = island.sort_by_distance(std::as_bytes(std::span(&reference, 1)));
    auto expected = before;
    std::ranges::stable_sort(expected, {}, [](std::uint32_t genome) {
      const double distance = std::abs(static_cast<double>(genome) - 40) / 100;
      return std::tuple(genome % 10 == 7, genome == 50, distance, std::abs(static_cast<double>(genome) - 42));
    });
    EXPECT_EQ(island.population().genomes, expected);

    ASSERT_EQ(keys.size(), island.size());
    EXPECT_TRUE(std::ranges::is_sorted(keys));
    for (std::size_t slot = 0; slot < keys.size(); ++slot) {
      EXPECT_EQ(keys[slot].key, island.population().keys[slot]);
      EXPECT_EQ(keys[slot].key, key_of(Line{}.evaluate(expected[slot]), Direction::minimise));
      const bool unknown = expected[slot] == 50;
      EXPECT_EQ(std::isinf(keys[slot].distance), unknown);
      if (unknown) continue;
      EXPECT_EQ(keys[slot].distance, Line{}.distance(expected[slot], reference));
    }
  }
}

}  // namespace
}  // namespace skerry
