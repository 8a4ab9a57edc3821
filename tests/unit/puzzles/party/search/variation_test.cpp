#include "skerry/app/settings.hpp"

#include "puzzles/party/search/problem.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace {

using Genome = PartyProblem::Genome;

std::uint64_t failed_attempts(const PartyProblem& problem) {
  const Constructor::Failures& failures = problem.failures();
  return std::accumulate(failures.requirement.begin(), failures.requirement.end(),
                         failures.node + failures.synergy);
}

/// Returns the heroes of the nodes on which the genomes differ, those of the first genome.
std::vector<std::uint32_t> replaced_heroes(const PartyProblem& problem, const Genome& before,
                                           const Genome& after) {
  std::vector<std::uint32_t> heroes;
  for (std::uint32_t node = 0; node < problem.roster().nodes(); ++node) {
    if (before[node] != after[node]) heroes.push_back(before[node]);
  }
  return heroes;
}

bool any_of_them_in(const Genome& genome, const std::vector<std::uint32_t>& heroes) {
  return std::ranges::any_of(
      heroes, [&](std::uint32_t hero) { return std::ranges::find(genome, hero) != genome.end(); });
}

/// How often a hero that a mutation replaced was in the child again.
struct Returns {
  int by_draw = 0;
  int by_repair = 0;
  int repaired = 0;  // by Algorithm 1, which did not give up
};

/// Mutates random parties of a random puzzle, and repairs those that are not feasible.
void count_returns(std::uint64_t seed, const VariationSettings& variation, bool by_neighbour,
                   Returns& returns) {
  Random random(seed);
  PartyProblem problem(test::random_roster(random, {.most_heroes = 20}), {}, variation);
  Genome parent = problem.sample(random);
  for (int round = 0; round < 20; ++round) {
    Genome child = parent;
    if (by_neighbour) {
      problem.neighbour(child, random);
    } else {
      problem.mutate(child, 0.3, random);
    }
    const auto replaced = replaced_heroes(problem, parent, child);
    returns.by_draw += any_of_them_in(child, replaced);
    if (problem.evaluate(child).violation > 0) {
      const std::uint64_t failed_before = failed_attempts(problem);
      problem.repair(child, random);
      ASSERT_TRUE(problem.valid(child));
      // Where the repair gave up, the party was built from the whole pool.
      if (!replaced.empty() && failed_attempts(problem) - failed_before < problem.construction().attempts) {
        ++returns.repaired;
        returns.by_repair += any_of_them_in(child, replaced);
        ASSERT_EQ(problem.evaluate(child).violation, 0);
      }
    }
    parent = child;
  }
}

TEST(PartyVariation, AReplacedHeroComesBackOnlyIfAsked) {
  for (const bool mutated_return : {false, true}) {
    for (const bool by_neighbour : {false, true}) {
      Returns returns;
      for (std::uint64_t seed = 1; seed <= skerry::test::random_cases(150U); ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", neighbour " << by_neighbour);
        count_returns(seed, {.mutated_return = mutated_return}, by_neighbour, returns);
        if (!mutated_return) {
          ASSERT_EQ(returns.by_draw + returns.by_repair, 0);
        }
      }
      EXPECT_GT(returns.repaired, skerry::test::random_cases(100));
      if (!mutated_return) continue;
      EXPECT_GT(returns.by_repair, skerry::test::random_cases(10));
      // A single hero can't take its own place.
      EXPECT_EQ(returns.by_draw > skerry::test::random_cases(10), !by_neighbour);
    }
  }
}

/// With the same random numbers, the index and the plain scan make the same children.
TEST(PartyVariation, TheIndexKeepsOutWhomTheScanKeepsOut) {
  int repaired = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    for (const bool guided : {true, false}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", guided " << guided);
      Random random(seed);
      const auto roster = test::random_roster(random, {.most_heroes = 40, .whole_weights = seed % 2 == 0});
      const VariationSettings variation{.mutated_return = false};
      PartyProblem scan(roster, {.indexed = false, .guided = guided}, variation);
      PartyProblem index(roster, {.indexed = true, .guided = guided}, variation);
      Random stream(seed, 1);
      Random same(seed, 1);
      Genome first = scan.sample(stream);
      Genome second = index.sample(same);
      for (int round = 0; round < 5; ++round) {
        scan.mutate(first, 0.4, stream);
        index.mutate(second, 0.4, same);
        ASSERT_EQ(first, second);
        if (scan.evaluate(first).violation == 0) continue;
        scan.repair(first, stream);
        index.repair(second, same);
        ASSERT_EQ(first, second);
        ++repaired;
      }
    }
  }
  EXPECT_GT(repaired, 200);
}

/// One hero is outside the party: where two leave, one of them has to come back.
TEST(PartyVariation, HeroesComeBackWhereThePoolHasTooFewOthers) {
  PartyProblem problem(test::free_roster(4, 5, true), {}, {.mutated_return = false});
  Random random(8);
  std::array<int, 4> rounds_of{};  // [heroes that left]
  Genome parent = problem.sample(random);
  for (int round = 0; round < 500; ++round) {
    Genome child = parent;
    problem.mutate(child, 0.5, random);
    ASSERT_TRUE(problem.valid(child));
    const auto replaced = replaced_heroes(problem, parent, child);
    ++rounds_of[replaced.size()];
    if (replaced.size() < 2) {
      ASSERT_FALSE(any_of_them_in(child, replaced));
    }
    problem.repair(child, random);
    ASSERT_TRUE(problem.valid(child));
    parent = child;
  }
  for (const int rounds : rounds_of) EXPECT_GT(rounds, 20);
}

TEST(PartyVariation, WhereEveryHeroHasANodeTheSettingChangesNothing) {
  const auto roster = test::free_roster(4, 4);
  PartyProblem returning(roster, {}, {.mutated_return = true});
  PartyProblem leaving(roster, {}, {.mutated_return = false});
  Random stream(3);
  Random same(3);
  Genome first = returning.sample(stream);
  Genome second = leaving.sample(same);
  for (int round = 0; round < 100; ++round) {
    returning.mutate(first, 0.5, stream);
    leaving.mutate(second, 0.5, same);
    returning.repair(first, stream);
    leaving.repair(second, same);
    returning.neighbour(first, stream);
    leaving.neighbour(second, same);
    ASSERT_EQ(first, second);
  }
}

TEST(PartyVariation, TheProblemTableSetsIt) {
  Files files;
  files.replace({{"puzzle.toml", std::string(small_puzzle)}, {"heroes.csv", std::string(small_pool)}});
  const auto variation = [&](std::string_view keys) {
    const std::string text = "instance = \"puzzle.toml\"\n" + std::string(keys);
    return PartyProblem(Settings::parse(text, "a.toml", Settings::Kind::configuration), files).variation();
  };
  EXPECT_TRUE(variation("").mutated_return);
  EXPECT_EQ(variation("").crossover, CrossoverKind::uniform);
  EXPECT_FALSE(variation("mutated_return = false").mutated_return);
  EXPECT_EQ(variation("crossover = \"uniform\"").crossover, CrossoverKind::uniform);
  EXPECT_EQ(variation("crossover = \"one_point\"").crossover, CrossoverKind::one_point);
  EXPECT_EQ(variation("crossover = \"two_point\"").crossover, CrossoverKind::two_point);
  EXPECT_THROW(variation("crossover = \"three_point\""), UsageError);
}

constexpr std::array crossover_kinds = {CrossoverKind::uniform, CrossoverKind::one_point,
                                        CrossoverKind::two_point};

/// Returns two parents without a common hero.
std::pair<Genome, Genome> strangers(const Roster& roster) {
  Genome a;
  Genome b;
  a.fill(nobody);
  b.fill(nobody);
  for (std::uint32_t node = 0; node < roster.nodes(); ++node) {
    a[node] = node;
    b[node] = roster.nodes() + node;
  }
  return {a, b};
}

/// Returns a bit for each node whose hero is that of the second parent, and checks that the others are those
/// of the first.
std::uint64_t nodes_from_second(const PartyProblem& problem, const Genome& child) {
  const std::uint32_t nodes = problem.roster().nodes();
  std::uint64_t from_second = 0;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (child[node] == nodes + node) from_second |= std::uint64_t{1} << node;
    EXPECT_TRUE(child[node] == node || child[node] == nodes + node);
  }
  return from_second;
}

/// Existing traces rest on this order of random numbers.
TEST(PartyCrossover, UniformCrossoverTakesABitOfANumberForEachNode) {
  int large = 0;
  for (auto&& [seed, random] : seeds_from_1(60)) {
    PartyProblem problem(test::random_roster(random, {.most_nodes = 64}), {});
    const std::uint32_t nodes = problem.roster().nodes();
    large += nodes > 32;
    const auto [a, b] = strangers(problem.roster());
    Random same = random;
    const std::uint64_t from_second = nodes_from_second(problem, problem.crossover(a, b, random));
    std::uint32_t coins = 0;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (node % 32 == 0) coins = same();
      ASSERT_EQ(from_second >> node & 1, 1 - (coins >> (node % 32) & 1)) << node;
    }
    ASSERT_EQ(random.state(), same.state());
  }
  EXPECT_GT(large, 10);
}

/// Counts the nodes that come from the second parent in many children of strangers.
std::map<std::uint64_t, int> inheritances(PartyProblem& problem, int children, Random& random) {
  const auto [a, b] = strangers(problem.roster());
  std::map<std::uint64_t, int> counts;
  for (int child = 0; child < children; ++child)
    ++counts[nodes_from_second(problem, problem.crossover(a, b, random))];
  return counts;
}

TEST(PartyCrossover, OnePointCrossoverCutsBetweenAnyTwoNodes) {
  for (auto&& [seed, random] : seeds_from_1(5)) {
    PartyProblem problem(test::random_roster(random), {}, {.crossover = CrossoverKind::one_point});
    const std::uint32_t nodes = problem.roster().nodes();
    const auto counts = inheritances(problem, 1000 * static_cast<int>(nodes - 1), random);
    EXPECT_EQ(counts.size(), nodes - 1);
    for (std::uint32_t cut = 1; cut < nodes; ++cut) {
      const std::uint64_t behind = ((std::uint64_t{1} << nodes) - 1) & ~((std::uint64_t{1} << cut) - 1);
      ASSERT_TRUE(counts.contains(behind)) << cut;
      EXPECT_NEAR(counts.at(behind), 1000, 160) << cut;
    }
  }
}

TEST(PartyCrossover, TwoPointCrossoverTakesASegmentFromTheSecondParent) {
  for (auto&& [seed, random] : seeds_from_1(5)) {
    PartyProblem problem(test::random_roster(random, {.most_nodes = 5}), {},
                         {.crossover = CrossoverKind::two_point});
    const std::uint32_t nodes = problem.roster().nodes();
    const auto counts = inheritances(problem, 1000 * static_cast<int>(nodes * nodes), random);
    EXPECT_EQ(counts.size(), nodes * (nodes + 1) / 2);
    for (const auto& [segment, count] : counts) {
      const std::uint64_t moved = segment >> std::countr_zero(segment);
      EXPECT_EQ(moved & (moved + 1), 0U) << "the nodes stand together";
      EXPECT_NEAR(count, moved == 1 ? 1000 : 2000, 250) << segment;
    }
  }
}

TEST(PartyCrossover, EveryCrossoverServesPartiesOfOneNode) {
  const auto roster = test::free_roster(1, 3);
  for (const CrossoverKind kind : crossover_kinds) {
    PartyProblem problem(roster, {}, {.crossover = kind});
    Random random(1);
    const auto [a, b] = strangers(*roster);
    for (int round = 0; round < 20; ++round) EXPECT_TRUE(problem.valid(problem.crossover(a, b, random)));
  }
}

/// Where both heroes of a node are in the child already, the node gets another one.
TEST(PartyCrossover, NoCrossoverRepeatsAHero) {
  for (const CrossoverKind kind : crossover_kinds) {
    int fresh = 0;
    for (auto&& [seed, random] : seeds_from_1(100)) {
      PartyProblem problem(test::random_roster(random, {.most_heroes = 10}), {}, {.crossover = kind});
      const Genome a = problem.sample(random);
      Genome b = a;
      std::vector<std::uint32_t> free;
      for (std::uint32_t node = 0; node < problem.roster().nodes(); ++node) {
        if (!problem.puzzle().nodes[node].locked) free.push_back(node);
      }
      auto order = free;
      random.shuffle(std::span(order));
      for (std::size_t i = 0; i < free.size(); ++i) b[free[i]] = a[order[i]];
      for (int round = 0; round < 20; ++round) {
        const Genome child = problem.crossover(a, b, random);
        ASSERT_TRUE(problem.valid(child));
        for (std::uint32_t node = 0; node < problem.roster().nodes(); ++node)
          fresh += std::ranges::find(a, child[node]) == a.end();
      }
    }
    EXPECT_GT(fresh, 100);
  }
}

}  // namespace
}  // namespace skerry::party
