#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "puzzles/party/search/problem.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"
#include "unit/random_cases.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

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
  constexpr std::string_view puzzle =
      "[pool]\nfile = \"heroes.csv\"\n[formation]\nnodes = 4\n[[formation.locked]]\nnode = 1\nhero = \"b\"\n"
      "[objective]\nproperty = \"price\"\n";
  const auto roster =
      std::make_shared<const Roster>(read_texts(puzzle, "id,price\na,1\nb,2\nc,3\nd,4\ne,5\n"));
  PartyProblem problem(roster, {}, {.mutated_return = false});
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
  constexpr std::string_view puzzle =
      "[pool]\nfile = \"heroes.csv\"\n[formation]\nnodes = 4\n[objective]\nproperty = \"price\"\n";
  const auto roster = std::make_shared<const Roster>(read_texts(puzzle, "id,price\na,1\nb,2\nc,3\nd,4\n"));
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

}  // namespace
}  // namespace skerry::party
