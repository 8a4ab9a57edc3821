#include "skerry/detail/population/population_island.hpp"

#include "skerry/detail/algorithms/genetic_island.hpp"

#include "support/testing.hpp"

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
    std::vector<double> distances(island.size());
    island.measure_distances(std::as_bytes(std::span(&reference, 1)), distances);
    const auto keys = island.sort_by(distances);
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
      EXPECT_EQ(std::isinf(keys[slot].value), unknown);
      if (unknown) continue;
      EXPECT_EQ(keys[slot].value, Line{}.distance(expected[slot], reference));
    }
  }
}

TEST(PopulationIsland, SavesIndividualsThatCanBeReadWithoutIt) {
  GeneticIsland<Line> island(Line{}, Genetic{.population = 7, .offspring = 5}, 3, 0);
  island.initialise();
  island.evolve(4);
  const std::vector<std::byte> state = island.save();
  const SolutionSet saved = saved_individuals<Line::Genome>(state);
  ASSERT_EQ(saved.size(), 8U);
  for (std::size_t slot = 0; slot < 7; ++slot) {
    EXPECT_EQ(saved.keys[slot], island.population().keys[slot]);
    EXPECT_EQ(unpack_genome<Line::Genome>(saved.genome(slot)), island.population().genomes[slot]);
  }
  EXPECT_EQ(saved.keys.back(), island.best_key());
  EXPECT_EQ(unpack_genome<Line::Genome>(saved.genome(7)), unpack_genome<Line::Genome>(island.best_genome()));
  for (std::size_t size = 0; size < state.size(); ++size)
    EXPECT_THROW(saved_individuals<Line::Genome>(std::span(state).first(size)), DataError) << size;
}

/// A problem whose genome is a range of integers.
struct Pair {
  using Genome = std::array<std::int16_t, 2>;

  Direction direction() const { return Direction::minimise; }
  Genome sample(Random& random) { return {static_cast<std::int16_t>(random.below(9)), 3}; }
  Score evaluate(const Genome& genome) { return {0, static_cast<double>(genome[0])}; }
  Genome crossover(const Genome& a, const Genome&, Random&) { return a; }
  void mutate(Genome&, double, Random&) {}
};

/// A problem that names its loci.
struct Odd : Line {
  void loci(Genome genome, Loci& loci) const { loci.add(genome % 2); }
};

TEST(PopulationIsland, KnowsTheLociThatTheProblemNamesOrTheElementsOfAGenome) {
  GeneticIsland<Line> line(Line{}, {}, 1, 0);
  line.initialise();
  EXPECT_FALSE(line.knows_loci());
  EXPECT_TRUE(line.loci(0).empty());

  GeneticIsland<Odd> odd(Odd{}, {}, 1, 0);
  odd.initialise();
  EXPECT_TRUE(odd.knows_loci());
  for (std::size_t slot = 0; slot < odd.size(); ++slot) {
    EXPECT_THAT(odd.loci(slot), ElementsAre(odd.population().genomes[slot] % 2));
  }

  GeneticIsland<Pair> pair(Pair{}, {}, 1, 0);
  pair.initialise();
  EXPECT_TRUE(pair.knows_loci());
  EXPECT_THAT(pair.loci(4), ElementsAre(pair.population().genomes[4][0], 3));
}

}  // namespace
}  // namespace skerry
