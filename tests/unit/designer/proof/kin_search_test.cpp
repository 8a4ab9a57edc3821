#include "puzzles/party/bound/kin_search.hpp"

#include "skerry/random.hpp"

#include "designer/proof/prover.hpp"
#include "puzzles/party/bound/lagrangian.hpp"
#include "puzzles/party/generate/generate.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"
#include "unit/random_cases.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::party {
namespace kin_search_test {

using Parties = std::set<std::vector<std::uint32_t>>;
const auto never = [] { return false; };

Puzzle market_puzzle(int type, std::uint32_t heroes, std::uint64_t seed) {
  const Generated made = generate(
      {.heroes = heroes, .type = type, .planted = false, .seed = seed, .market = market_named("fashion")});
  Files files;
  files.replace({{"puzzle.toml", made.puzzle_toml}, {"pool.csv", made.pool_csv}});
  return read_puzzle("puzzle.toml", files);
}

Parties found_by_kins(const Puzzle& puzzle, const IntegerPuzzle& whole, const Multipliers& multipliers,
                      std::int64_t most) {
  Parties found;
  KinSearch search(whole, *KinSearch::kin_of(whole), multipliers, whole.candidates);
  EXPECT_TRUE(search.run(
      most,
      [&](std::span<const std::uint32_t> party) {
        if (score(puzzle, party).violation == 0) found.emplace(party.begin(), party.end());
        return most;
      },
      never));
  return found;
}

TEST(KinSearch, FindsEveryPartyOfRandomPuzzles) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    Random random(seed);
    int with_kin = 0;
    for (int i = 0; with_kin < skerry::test::random_cases(8); ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", puzzle " << i);
      const Puzzle puzzle = test::random_puzzle(
          random, {.most_heroes = 5, .most_nodes = 4, .whole_weights = i % 4 != 0, .alike = i % 2 == 0});
      const IntegerPuzzle whole = integer_puzzle(puzzle);
      if (!KinSearch::kin_of(whole)) continue;
      ++with_kin;
      const auto parties = test::every_sound_party(puzzle);
      std::int64_t most = whole.dearest();
      if (!parties.empty())
        most = whole.cost(parties[random.below(static_cast<std::uint32_t>(parties.size()))]);
      Parties expected;
      for (const auto& party : parties) {
        if (whole.cost(party) <= most) expected.insert(party);
      }
      EXPECT_EQ(found_by_kins(puzzle, whole, no_multipliers(whole), most), expected);
      EXPECT_EQ(found_by_kins(puzzle, whole, rule_multipliers(whole), most), expected);
    }
  }
}

TEST(KinSearch, AppliesWhereAllFullEdgesShareATrait) {
  const Puzzle puzzle = market_puzzle(1, 300, 1);
  const auto kin = KinSearch::kin_of(integer_puzzle(puzzle));
  ASSERT_TRUE(kin);  // two of race, nation and hometown: the hometown tells the nation
  EXPECT_EQ(puzzle.pool.categorical[puzzle.synergy.columns[*kin]].name, "nation");
}

// All nodes are alike, and the synergy costs something: linear programs over nodes and edges prove little.
TEST(KinSearch, ProvesAPuzzleWhoseSynergyCosts) {
  const Puzzle puzzle = market_puzzle(3, 1500, 7);
  Prover prover(puzzle);
  const IntegerPuzzle& whole = prover.whole();
  const Listing cheapest = prover.list(32'550 * whole.price_units, 1, never);
  ASSERT_EQ(cheapest.parties.size(), 1U);
  const Findings findings = prover.prove(cheapest.parties.front(), never);
  ASSERT_TRUE(findings.complete && findings.by_kins);
  EXPECT_EQ(findings.best_cost, 32'550 * whole.price_units);
  const ProofVerdict verdict =
      verify_proof(puzzle, certificate_text(puzzle, whole, findings), "mine.proof.json");
  EXPECT_TRUE(verdict.holds) << verdict.text;
  Findings wrong = findings;
  *wrong.bound += whole.price_step;
  EXPECT_FALSE(verify_proof(puzzle, certificate_text(puzzle, whole, wrong), "wrong").holds);
}

TEST(KinSearch, StopsWhenItIsAsked) {
  const Puzzle puzzle = market_puzzle(1, 2000, 1);
  const IntegerPuzzle whole = integer_puzzle(puzzle);
  KinSearch search(whole, *KinSearch::kin_of(whole), rule_multipliers(whole), whole.candidates);
  int asked = 0;
  EXPECT_FALSE(search.run(
      whole.dearest(), [&](std::span<const std::uint32_t>) { return whole.dearest(); },
      [&] { return ++asked > 10; }));
}

}  // namespace kin_search_test
}  // namespace skerry::party
