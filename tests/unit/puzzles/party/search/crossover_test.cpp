#include "puzzles/party/search/problem.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

using Genome = PartyProblem::Genome;

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
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
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
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
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
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
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
  constexpr std::string_view puzzle =
      "[pool]\nfile = \"heroes.csv\"\n[formation]\nnodes = 1\n[objective]\nproperty = \"price\"\n";
  const auto roster = std::make_shared<const Roster>(read_texts(puzzle, "id,price\na,1\nb,2\nc,3\n"));
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
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      Random random(seed);
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
