#include "puzzles/party/bound/lagrangian.hpp"

#include "designer/proof/prover.hpp"
#include "designer/proof/relaxation.hpp"
#include "puzzles/party/bound/kin_search.hpp"
#include "puzzles/party/generate/generate.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace lagrangian_test {

using Parties = std::set<std::vector<std::uint32_t>>;
const auto never = [] { return false; };

/// Returns multipliers as no linear program would give them, of the right signs and ranges.
Multipliers random_multipliers(const IntegerPuzzle& puzzle, Random& random) {
  const std::int64_t unit = price_fraction(puzzle);
  const auto number = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random.uniform() * static_cast<double>(most));
  };
  Multipliers multipliers = no_multipliers(puzzle);
  for (std::size_t r = 0; r < puzzle.linear.size(); ++r) {
    if (puzzle.linear[r].at_least) multipliers.linear[r][0] = number(unit);
    if (puzzle.linear[r].at_most) multipliers.linear[r][1] = number(unit);
  }
  for (std::size_t r = 0; r < puzzle.by_value.size(); ++r) {
    const ValueRule& rule = puzzle.by_value[r];
    Multipliers::OfValues& values = multipliers.by_value[r];
    if (rule.at_least && !rule.share) values.least = number(20 * unit);
    if (rule.at_most && !rule.share) values.most = number(20 * unit);
    for (std::uint32_t value = 0; value < rule.values; ++value) {
      if (rule.at_least && !rule.share) values.least_of.push_back(number(values.least + 1));
      if (rule.at_most)
        values.most_of.push_back(rule.share
                                     ? number(20 * unit)
                                     : number(values.most / static_cast<std::int64_t>(puzzle.nodes()) + 1));
    }
  }
  for (std::size_t hero = 0; hero < puzzle.heroes(); ++hero) multipliers.once.push_back(number(3 * unit));
  if (puzzle.edges.empty()) return multipliers;
  multipliers.synergy = number(5 * unit);
  for (auto& ends : multipliers.edge) {
    for (auto& end : ends) {
      for (std::size_t c = 0; c < puzzle.classes(); ++c) end.push_back(number(6 * unit) - 3 * unit);
    }
  }
  return multipliers;
}

TEST(Lagrangian, IsABoundWhateverTheMultipliers) {
  constexpr std::uint64_t seed = 3;
  Random random(seed);
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  for (int i = 0; i < skerry::test::random_cases(100); ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const Puzzle puzzle =
        test::random_puzzle(random, {.most_heroes = 4, .most_nodes = 4, .alike = i % 2 == 0});
    const IntegerPuzzle whole = integer_puzzle(puzzle);
    const Multipliers multipliers = random_multipliers(whole, random);
    ASSERT_TRUE(valid(multipliers, whole));
    const Lagrangian lagrangian(whole, multipliers, whole.candidates);
    const std::int64_t bound = bound_with_shared_values(whole, lagrangian, whole.candidates);
    ASSERT_GE(bound, lagrangian.bound());
    for (const auto& party : test::every_sound_party(puzzle)) {
      const std::int64_t cost = whole.cost(party);
      ASSERT_LE(bound, cost * price_fraction(whole));
      const Candidates left = filtered(whole, lagrangian, whole.candidates, cost);
      for (std::uint32_t node = 0; node < party.size(); ++node)
        ASSERT_TRUE(std::ranges::binary_search(left[node], party[node]))
            << "a candidate of a party was removed";
    }
  }
}

TEST(Relaxation, GivesStrongerBoundsTheMoreItSees) {
  Random random(9);
  for (int i = 0; i < skerry::test::random_cases(12); ++i) {
    const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 60, .most_nodes = 6});
    const IntegerPuzzle whole = integer_puzzle(puzzle);
    if (whole.edges.empty()) continue;
    std::int64_t before = std::numeric_limits<std::int64_t>::min() / 2;
    for (const Strength strength : {Strength::rules, Strength::edges, Strength::pairs}) {
      const auto multipliers = relax(whole, whole.candidates, strength, 60, 1'000'000);
      ASSERT_TRUE(multipliers.has_value());
      ASSERT_TRUE(valid(*multipliers, whole));
      const std::int64_t bound = Lagrangian(whole, *multipliers, whole.candidates).bound();
      EXPECT_GE(bound, before - price_fraction(whole) / 1000) << "puzzle " << i;
      before = bound;
    }
  }
}

TEST(Multipliers, AreRefusedWithAWrongSign) {
  Random random(4);
  int refused = 0;
  for (int i = 0; i < 50; ++i) {
    const IntegerPuzzle whole =
        integer_puzzle(test::random_puzzle(random, {.most_heroes = 4, .most_nodes = 4}));
    Multipliers multipliers = random_multipliers(whole, random);
    for (auto& [least, most] : multipliers.linear) least = -1;
    if (whole.linear.empty()) multipliers.once.front() = -1;
    refused += valid(multipliers, whole) ? 0 : 1;
  }
  EXPECT_EQ(refused, 50);
}

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

}  // namespace lagrangian_test
}  // namespace skerry::party
