#include "skerry/detail/algorithms/genetic_island.hpp"
#include "skerry/detail/algorithms/local_search_island.hpp"

#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

#include <boost/serialization/vector.hpp>

namespace skerry {
namespace {

using Hashes = std::set<std::uint64_t>;

/// A genome of variable size; a child is longer than its parents.
struct GrowingText {
  using Genome = std::vector<std::uint8_t>;
  Direction direction() const { return Direction::maximise; }
  Genome sample(Random& random) { return {static_cast<std::uint8_t>(random.below(200))}; }
  Score evaluate(const Genome& genome) { return {0, static_cast<double>(genome.size())}; }
  Genome crossover(const Genome& a, const Genome& b, Random&) {
    Genome child = a;
    child.push_back(b.front());
    return child;
  }
  void mutate(Genome& genome, double, Random& random) {
    genome.front() = static_cast<std::uint8_t>(random.below(200));
  }
};

template <typename Genome>
std::uint64_t hash_of_one(const Genome& genome) {
  std::vector<std::byte> room;
  return hash_of_record(genome, room);
}

template <Problem P>
Hashes hashes_of(const GeneticIsland<P>& island) {
  Hashes hashes;
  for (const auto& genome : island.population().genomes) hashes.insert(hash_of_one(genome));
  return hashes;
}

/// Expects that the births of one generation tell how its population came from the one before.
void expect_births_explain(std::span<const Birth> births, std::uint64_t generation, const Hashes& before,
                           const Hashes& after) {
  Hashes known = before;
  for (const Birth& birth : births) {
    EXPECT_EQ(birth.generation, generation);
    EXPECT_EQ(birth.island, 3U);
    EXPECT_EQ(birth.mother == 0, birth.father == 0);
    EXPECT_TRUE(birth.mother == 0 || (before.contains(birth.mother) && before.contains(birth.father)));
    EXPECT_EQ(birth.survived, after.contains(birth.child) ? 1U : 0U);
    known.insert(birth.child);
  }
  EXPECT_TRUE(std::ranges::includes(known, after));
}

template <Problem P>
void expect_births_of(P problem, const Genetic& settings) {
  GeneticIsland<P> island(problem, settings, 5, 3);
  GeneticIsland<P> silent(problem, settings, 5, 3);
  island.record({.births = true});
  island.initialise();
  silent.initialise();
  EXPECT_EQ(island.births().size(), settings.population);
  expect_births_explain(island.births(), 0, {}, hashes_of(island));
  for (std::uint64_t generation = 1; generation <= 30; ++generation) {
    const Hashes before = hashes_of(island);
    island.forget();
    EXPECT_TRUE(island.births().empty());
    island.evolve(1);
    silent.evolve(1);
    EXPECT_GE(island.births().size(), settings.offspring);
    expect_births_explain(island.births(), generation, before, hashes_of(island));
  }
  EXPECT_EQ(island.save(), silent.save());
  EXPECT_TRUE(silent.births().empty());
}

TEST(GeneticBirths, TellHowEachPopulationCameFromTheOneBefore) {
  Genetic plus{.population = 12, .offspring = 20, .operators = {.gene_rate = 0.02}};
  plus.immigrants_below = 0.05;
  plus.restart_after = 7;
  Genetic generational = plus;
  generational.replacement = "generational";
  generational.without_crossover = WithoutCrossover::random_immigrant;
  Genetic few = generational;
  few.offspring = 9;
  few.elites = 3;
  few.mating = MatingKind::round_robin;
  for (const Genetic& settings : {plus, generational, few}) {
    expect_births_of(OneMax(70), settings);
    expect_births_of(GrowingText(), settings);
  }
}

TEST(GeneticBirths, NoOtherAlgorithmRecordsThem) {
  LocalSearchIsland<OneMax> island(OneMax(20), {}, 1, 0);
  EXPECT_THROW(island.record({.births = true}), UsageError);
}

/// The genome of a child of two parents names both.
struct ChildNaming {
  using Genome = int;
  Direction direction() const { return Direction::maximise; }
  Genome sample(Random&) { return -1; }
  Score evaluate(const Genome& genome) { return {0, static_cast<double>(genome)}; }
  Genome crossover(const Genome& a, const Genome& b, Random&) { return 100 + 10 * a + b; }
  void mutate(Genome&, double, Random&) {}
};
struct PairNaming : ChildNaming {
  void crossover_pair(const Genome& a, const Genome& b, Genome& first, Genome& second, Random& random) {
    first = crossover(a, b, random);
    second = first;
  }
};

template <Problem P>
void expect_parents(const Genetic& settings) {
  Population<int> parents;
  Population<int> children;
  for (int slot = 0; slot < 10; ++slot) {
    parents.genomes.push_back(slot);
    parents.keys.push_back({0, -static_cast<double>(slot)});
  }
  children.resize(41);
  Evaluator<P> evaluator({});
  Breeder<P> breeder(evaluator, settings);
  Random random(2);
  breeder.keep_parents();
  breeder.breed(parents, children, random);
  ASSERT_EQ(breeder.parents().size(), children.size());
  std::set<bool> crossed;
  for (std::size_t child = 0; child < children.size(); ++child) {
    const auto [mother, father] = breeder.parents()[child];
    const int genome = children.genomes[child];
    crossed.insert(genome >= 100);
    if (genome == -1) {
      EXPECT_TRUE(mother == ParentSlots::none && father == ParentSlots::none);
    } else if (genome < 100) {
      EXPECT_TRUE(mother == father && mother == static_cast<std::uint32_t>(genome));
    } else {
      EXPECT_EQ(100 + 10 * static_cast<int>(mother) + static_cast<int>(father), genome);
    }
  }
  EXPECT_EQ(crossed.size(), 2U);
}

TEST(GeneticBirths, TheBreederNamesTheParentsOfEachChild) {
  for (const MatingKind mating : {MatingKind::random, MatingKind::round_robin}) {
    for (const WithoutCrossover without : {WithoutCrossover::clone, WithoutCrossover::random_immigrant}) {
      Genetic settings;
      settings.mating = mating;
      settings.without_crossover = without;
      expect_parents<ChildNaming>(settings);
      expect_parents<PairNaming>(settings);
    }
  }
}

}  // namespace
}  // namespace skerry
