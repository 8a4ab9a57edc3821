#include "skerry/detail/algorithms/breeder.hpp"

#include "skerry/detail/operators/operators.hpp"
#include "skerry/genomes.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

/// A problem of bits whose children come in pairs: each bit goes to one child or to the other.
struct Paired {
  using Genome = Bits<1>;
  Direction direction() const { return Direction::maximise; }
  Genome sample(Random&) { return {{sampled}}; }
  Score evaluate(const Genome& genome) { return {0, static_cast<double>(genome.count())}; }
  Genome crossover(const Genome& a, const Genome&, Random&) { return a; }
  void crossover_pair(const Genome& a, const Genome& b, Genome& first, Genome& second, Random& random) {
    uniform_crossover_into(a, b, first, random);
    second.words[0] = a.words[0] ^ b.words[0] ^ first.words[0];
  }
  void mutate(Genome&, double, Random&) {}

  static constexpr std::uint64_t sampled = 0xABCD;
};
static_assert(Problem<Paired> && CrossesInPairs<Paired>);

Population<Bits<1>> parents() {
  Population<Bits<1>> population;
  for (const std::uint64_t word : {std::uint64_t{0}, ~std::uint64_t{0}}) {
    population.genomes.push_back({{word}});
    population.keys.push_back({0, -static_cast<double>(std::popcount(word))});
  }
  return population;
}

Population<Bits<1>> children_of(const Genetic& settings, Evaluator<Paired>& evaluator) {
  Population<Bits<1>> children;
  children.resize(settings.offspring);
  Random random(3);
  Breeder<Paired>(evaluator, settings).breed(parents(), children, random);
  return children;
}

TEST(Breeder, TwoChildrenOfAPairHaveAllThatTheirParentsHad) {
  for (const std::uint64_t offspring : {1U, 2U, 7U, 40U}) {
    Genetic settings;
    settings.selection_pressure = 1;
    settings.crossover_rate = 1;
    settings.offspring = offspring;
    Evaluator<Paired> evaluator({});
    const Population<Bits<1>> children = children_of(settings, evaluator);
    int of_both = 0;
    for (std::size_t pair = 0; pair + 1 < offspring; pair += 2) {
      const std::uint64_t first = children.genomes[pair].words[0];
      const std::uint64_t second = children.genomes[pair + 1].words[0];
      const bool same = first == second && (first == 0 || ~first == 0);
      of_both += first == ~second ? 1 : 0;
      EXPECT_TRUE(same || first == ~second) << "pair " << pair;
    }
    EXPECT_TRUE(offspring < 40 || of_both > 0);
    for (std::size_t child = 0; child < offspring; ++child) {
      EXPECT_EQ(children.keys[child].cost, -static_cast<double>(children.genomes[child].count()));
    }
    EXPECT_EQ(evaluator.evaluations(), offspring);
  }
}

TEST(Breeder, ChildrenWithoutCrossoverAreClonesOrRandomImmigrants) {
  Genetic settings;
  settings.crossover_rate = 0;
  settings.offspring = 20;
  Evaluator<Paired> evaluator({});
  for (const Bits<1>& child : children_of(settings, evaluator).genomes) {
    EXPECT_TRUE(child.words[0] == 0 || ~child.words[0] == 0);
  }
  settings.without_crossover = WithoutCrossover::random_immigrant;
  for (const Bits<1>& child : children_of(settings, evaluator).genomes) {
    EXPECT_EQ(child.words[0], Paired::sampled);
  }
}

/// A problem of numbers; a child states both its parents as 100 a + b.
struct Named {
  using Genome = int;
  Direction direction() const { return Direction::maximise; }
  Genome sample(Random&) { return 0; }
  Score evaluate(const Genome& genome) { return {0, static_cast<double>(genome)}; }
  Genome crossover(const Genome& a, const Genome& b, Random&) { return 100 * a + b; }
  void mutate(Genome&, double, Random&) {}
};

TEST(Breeder, InARoundEachSurvivorMeetsTheNextOne) {
  Population<int> population;
  for (int genome = 1; genome <= 30; ++genome) {
    population.genomes.push_back(genome);
    population.keys.push_back({0, -static_cast<double>(genome)});
  }
  Genetic settings;
  settings.mating = MatingKind::round_robin;
  settings.selection = "tournament";
  settings.tournament_size = 1;
  settings.crossover_rate = 1;
  for (const std::size_t offspring : {1U, 2U, 30U}) {
    Population<int> children;
    children.resize(offspring);
    Random random(offspring);
    Evaluator<Named> evaluator({});
    Breeder<Named>(evaluator, settings).breed(population, children, random);
    for (std::size_t slot = 0; slot < offspring; ++slot) {
      EXPECT_EQ(children.genomes[slot] % 100, children.genomes[(slot + 1) % offspring] / 100) << slot;
    }
    const std::set<int> different(children.genomes.begin(), children.genomes.end());
    EXPECT_TRUE(offspring < 30 || different.size() > 10) << "survivors are drawn";
  }
}

/// Counts how often it is asked to mutate, and notes the rate.
struct Asked {
  using Genome = int;
  int* times;
  double* rate;
  Direction direction() const { return Direction::maximise; }
  Genome sample(Random&) { return 0; }
  Score evaluate(const Genome&) { return {0, 0}; }
  Genome crossover(const Genome& a, const Genome&, Random&) { return a; }
  void mutate(Genome&, double gene_rate, Random&) { ++*times, *rate = gene_rate; }
  double gene_rate() const { return 0.07; }
};
/// A stock genome; a child whose entries are not in order has mutated.
struct Ordered {
  using Genome = Permutation<12>;
  double evaluate(const Genome&) const { return 0; }
};

TEST(Breeder, MutatesAShareOfTheChildren) {
  for (const double share : {0.0, 0.3, 1.0}) {
    Genetic settings{
        .offspring = 5000, .crossover_rate = 0, .mutation_rate = share, .operators = {.gene_rate = 0.2}};
    int times = 0;
    double rate = 0;
    Evaluator<Asked> asked({&times, &rate});
    Population<int> one{.genomes = {0}, .keys = {{0, 0}}};
    Population<int> children;
    children.resize(settings.offspring);
    Random random(2);
    Breeder<Asked>(asked, settings).breed(one, children, random);
    EXPECT_NEAR(times / 5000.0, share, share == 0.3 ? 0.03 : 0);
    if (share > 0) EXPECT_EQ(rate, 0.2);
    settings.operators.gene_rate = 0;
    Breeder<Asked>(asked, settings).breed(one, children, random);
    if (share > 0) EXPECT_EQ(rate, 0.07) << "the problem's own";

    Evaluator<Complete<Ordered>> stock(completed(Ordered{}));
    Population<Permutation<12>> parent;
    parent.resize(1);
    std::iota(parent.genomes[0].begin(), parent.genomes[0].end(), 0U);
    Population<Permutation<12>> orders;
    orders.resize(settings.offspring);
    Breeder<Complete<Ordered>>(stock, settings).breed(parent, orders, random);
    const auto mutated = std::ranges::count_if(
        orders.genomes, [&](const auto& order) { return !(order == parent.genomes[0]); });
    EXPECT_NEAR(static_cast<double>(mutated) / 5000, share, share == 0.3 ? 0.03 : 0);
  }
}

}  // namespace
}  // namespace skerry
