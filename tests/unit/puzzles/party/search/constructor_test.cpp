#include "puzzles/party/search/constructor.hpp"

#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace {

std::vector<std::uint32_t> heroes_on(const Board& board) {
  return {board.heroes().begin(), board.heroes().end()};
}

/// With the same random numbers, the index and the plain scan build the same parties, and fail for the same
/// reasons.
TEST(Constructor, TheIndexChoosesWhatTheScanChooses) {
  std::map<bool, int> outcomes;
  for (auto&& [seed, random] : seeds_from_1(skerry::test::random_cases(600U))) {
    const bool graded = seed % 3 == 0;
    const Roster roster(test::random_puzzle(
        random, {.whole_weights = seed % 2 == 0, .graded = graded, .alike = seed % 4 == 0}));
    EXPECT_EQ(roster.levels().exact, seed % 2 == 0 && !graded);
    for (const bool guided : {true, false}) {
      const std::uint32_t cheapest_of = 1 + random.below(3);
      Constructor scan(roster, {.indexed = false, .guided = guided, .cheapest_of = cheapest_of});
      Constructor index(roster, {.indexed = true, .guided = guided, .cheapest_of = cheapest_of});
      Board first(roster);
      Board second(roster);
      Random stream(seed, 1);
      Random same(seed, 1);
      for (int attempt = 0; attempt < 5; ++attempt) {
        first.clear();
        second.clear();
        const std::size_t cause = scan.attempt(first, stream);
        ASSERT_EQ(index.attempt(second, same), cause);
        ASSERT_EQ(heroes_on(first), heroes_on(second));
        ++outcomes[cause == Cause::none];
      }
    }
  }
  EXPECT_GT(outcomes[true], skerry::test::random_cases(300));
  EXPECT_GT(outcomes[false], skerry::test::random_cases(300));
}

/// With different random numbers, their first choices have the same distribution.
TEST(Constructor, TheIndexChoosesWithTheProbabilitiesOfTheScan) {
  Random random(42);
  const Roster roster(
      test::random_puzzle(random, {.most_heroes = 60, .most_nodes = 4, .whole_weights = true}));
  constexpr int attempts = skerry::test::random_cases(40000);
  std::map<std::uint32_t, std::array<double, 2>> chosen;
  for (const bool indexed : {false, true}) {
    Constructor constructor(roster, {.indexed = indexed});
    Board board(roster);
    Random stream(indexed ? 7 : 8);
    for (int attempt = 0; attempt < attempts; ++attempt) {
      board.clear();
      constructor.attempt(board, stream);
      ++chosen[board.hero(0)][indexed];
    }
  }
  double chi_square = 0;
  double degrees = -1;
  for (const auto& [hero, counts] : chosen) {
    if (counts[0] + counts[1] < 10) continue;
    chi_square += (counts[0] - counts[1]) * (counts[0] - counts[1]) / (counts[0] + counts[1]);
    ++degrees;
  }
  ASSERT_GT(degrees, 5);
  EXPECT_LT(chi_square, degrees + 4 * std::sqrt(2 * degrees));
}

TEST(Constructor, WhatItCallsFeasibleTheRefereeDoes) {
  for (auto&& [seed, random] : seeds_from_1(skerry::test::random_cases(300U))) {
    const Roster roster(test::random_puzzle(random, {.graded = seed % 2 == 0, .alike = seed % 3 == 0}));
    Constructor constructor(roster, {});
    Board board(roster);
    for (int round = 0; round < 5; ++round) {
      board.clear();
      const std::size_t cause = constructor.construct(board, random);
      if (cause != Cause::none) {
        EXPECT_FALSE(name_of(roster.puzzle(), cause).empty());
        continue;
      }
      std::vector<std::uint32_t> party;
      for (const std::uint32_t hero : board.heroes()) party.push_back(roster.pool_index(hero));
      EXPECT_EQ(score(roster.puzzle(), party).violation, 0);
    }
  }
}

TEST(Constructor, KeepsWhatStandsOnTheBoard) {
  Random random(9);
  Puzzle puzzle = test::random_puzzle(random);
  puzzle.requirements.clear();
  puzzle.synergy.at_least = 0;
  const Roster roster(puzzle);
  Board board(roster);
  board.clear();
  const std::uint32_t node = board.open(0) ? 0 : 1;
  const std::uint32_t hero = board.has(5) ? 6 : 5;
  board.place(node, hero);
  ASSERT_EQ(Constructor(roster, {}).construct(board, random), Cause::none);
  EXPECT_EQ(board.hero(node), hero);
  EXPECT_EQ(board.open_nodes(), 0U);
}

TEST(Constructor, NamesTheRequirementThatEmptiesThePool) {
  Random random(3);
  const Puzzle puzzle = test::too_high_a_level(random);
  const Roster roster(puzzle);
  Board board(roster);
  const std::size_t cause = Constructor(roster, {}).construct(board, random);
  EXPECT_EQ(name_of(puzzle, cause), "average level at least 61");
  EXPECT_EQ(board.open_nodes(), roster.nodes());
}

std::vector<std::string> fields(const std::string& row) {
  std::istringstream stream(row.substr(0, row.find('\n')));
  std::vector<std::string> fields;
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  if (row.ends_with(",\n")) fields.emplace_back();
  return fields;
}

TEST(Construction, ARowHasTheColumnsOfTheHeader) {
  const Roster roster(read_texts(small_puzzle));
  Construction construction(roster, {}, 1);
  const std::size_t columns = fields(std::string(construction_header)).size();
  int feasible = 0;
  for (std::uint64_t attempt = 1; attempt <= 50; ++attempt) {
    const std::string row = construction.attempt(attempt);
    const auto values = fields(row);
    ASSERT_EQ(values.size(), columns) << row;
    EXPECT_EQ(values[0], std::to_string(attempt));
    EXPECT_EQ(values[1], "guided");
    EXPECT_EQ(values[3] == "1", values[6].empty()) << row;
    if (values[3] == "1") {
      ++feasible;
      EXPECT_GE(std::stod(values[2]), 0.5) << row;
      EXPECT_GT(std::stod(values[4]), 0) << row;
    }
  }
  EXPECT_GT(feasible, 0);
  EXPECT_THAT(construction.summary(),
              StartsWith("50 guided attempts, " + std::to_string(feasible) + " feasible"));
  EXPECT_THAT(construction.summary(), HasSubstr("objective of feasible ones: least "));
}

TEST(Construction, NamesWhatFailed) {
  // The two elves that can be chosen and any third hero give a synergy of at most a half.
  const auto puzzle = with(small_puzzle, "at_least = 0.5", "at_least = 1");
  const Roster roster(read_texts(puzzle));
  Construction construction(roster, {.guided = false}, 1);
  for (std::uint64_t attempt = 1; attempt <= 20; ++attempt) {
    const auto values = fields(construction.attempt(attempt));
    EXPECT_EQ(values[1], "unguided");
    EXPECT_EQ(values[3], "0");
    EXPECT_FALSE(values[6].empty());
  }
  EXPECT_THAT(construction.summary(), StartsWith("20 unguided attempts, 0 feasible (0 %)"));
  EXPECT_THAT(construction.summary(), HasSubstr("times on synergy at least 1\n"));
}

TEST(Construction, TheSameSeedBuildsTheSame) {
  const Roster roster(read_texts(small_puzzle));
  Construction first(roster, {}, 5);
  Construction second(roster, {}, 5);
  for (std::uint64_t attempt = 1; attempt <= 20; ++attempt) {
    auto a = fields(first.attempt(attempt));
    auto b = fields(second.attempt(attempt));
    a[5].clear();  // seconds
    b[5].clear();
    EXPECT_EQ(a, b);
  }
}

}  // namespace
}  // namespace skerry::party
