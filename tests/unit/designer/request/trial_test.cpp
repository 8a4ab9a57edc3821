#include "skerry/random.hpp"

#include "designer/request/request.hpp"
#include "unit/designer/request/requests.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"
#include "unit/random_cases.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace skerry::party {
namespace trial_test {

const auto never = [] { return false; };

TEST(Trial, SaysOnWhichSideThePriceIs) {
  const Puzzle puzzle = read_texts(small_puzzle);
  const double price = *try_puzzle(puzzle, {.lowest = 0, .highest = 1e6}, never).answer.best;
  const auto side = [&](double lowest, double highest) {
    return try_puzzle(puzzle, {.lowest = lowest, .highest = highest}, never).side;
  };
  EXPECT_EQ(side(price, price), PriceSide::wanted);
  EXPECT_EQ(side(price + 1, price + 9), PriceSide::cheap);
  EXPECT_EQ(side(0, price - 1), PriceSide::dear);
  EXPECT_EQ(try_puzzle(puzzle, {.lowest = price, .highest = price}, [] { return true; }).side,
            PriceSide::open);
}

TEST(Trial, AHigherFitnessIsCheaperWhereItIsMaximised) {
  const Puzzle puzzle = read_texts(
      with(small_puzzle, "property = \"price\"", "property = \"price\"\ndirection = \"maximise\""));
  const double best = *try_puzzle(puzzle, {.lowest = 0, .highest = 1e6}, never).answer.best;
  const auto side = [&](double lowest, double highest) {
    return try_puzzle(puzzle, {.lowest = lowest, .highest = highest}, never).side;
  };
  EXPECT_EQ(side(best, best), PriceSide::wanted);
  EXPECT_EQ(side(best + 1, best + 9), PriceSide::dear);
  EXPECT_EQ(side(0, best - 1), PriceSide::cheap);
}

TEST(Trial, BoundsThatContradictAreTooDear) {
  Puzzle puzzle = read_texts(small_puzzle);
  puzzle.requirements[0].at_most = 60;
  const Trial trial = try_puzzle(puzzle, {.lowest = 0, .highest = 1e6}, never);
  EXPECT_EQ(trial.side, PriceSide::dear);
  EXPECT_EQ(trial.answer.solvable, false);
}

TEST(Trial, CountsTheTeamsThatTryingEveryPartyFinds) {
  Random random(5);
  for (int i = 0; i < skerry::test::random_cases(40); ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 5, .most_nodes = 4});
    const double sign = puzzle.direction == Direction::minimise ? 1 : -1;
    const auto parties = test::every_sound_party(puzzle);
    const Trial trial = try_puzzle(puzzle, {.lowest = -1e6, .highest = 1e6, .within = 0.25}, never);
    if (parties.empty()) {
      EXPECT_EQ(trial.side, PriceSide::dear);
      continue;
    }
    const auto cost = [&](const auto& party) { return sign * score(puzzle, party).fitness; };
    const double least = cost(*std::ranges::min_element(parties, {}, cost));
    std::set<std::set<std::uint32_t>> teams;
    for (const auto& party : parties) {
      if (cost(party) <= least + 0.25 * std::abs(least)) teams.insert({party.begin(), party.end()});
    }
    ASSERT_EQ(trial.side, PriceSide::wanted);
    EXPECT_EQ(trial.answer.best, sign * least);
    EXPECT_TRUE(trial.solutions->complete);
    EXPECT_EQ(trial.solutions->teams, teams.size());
    EXPECT_TRUE(fulfils(trial, {.solutions = teams.size()}));
    EXPECT_FALSE(fulfils(trial, {.solutions = teams.size() + 1}));
  }
}

}  // namespace trial_test
}  // namespace skerry::party
