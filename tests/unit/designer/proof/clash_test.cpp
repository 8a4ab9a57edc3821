#include "designer/proof/clash.hpp"

#include "designer/proof/clash_program.hpp"
#include "puzzles/party/bound/integer_puzzle.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace {

using Kind = ClashRule::Kind;
const auto never = [] { return false; };

/// Returns a puzzle of a random mixture of rules that are rather hard to meet together.
Puzzle random_hard_puzzle(Random& random) {
  Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 5,
                                               .most_nodes = 4,
                                               .whole_weights = random.chance(0.5),
                                               .graded = random.chance(0.4),
                                               .alike = random.chance(0.4)});
  puzzle.synergy.at_least = 0.1 * random.below(11);
  for (Requirement& requirement : puzzle.requirements) {
    const bool sum =
        requirement.kind == RequirementKind::total || requirement.kind == RequirementKind::average;
    const double more = sum ? random.below(40) : random.below(3);
    if (requirement.at_least) *requirement.at_least += more;
    if (requirement.at_most)
      *requirement.at_most =
          std::max(sum ? -1000.0 : 1.0, *requirement.at_most - (requirement.at_least ? 0 : more));
    if (requirement.at_least && requirement.at_most && *requirement.at_least > *requirement.at_most)
      requirement.at_most.reset();
  }
  return puzzle;
}

std::vector<ClashRule> rules_named(const Puzzle& puzzle, const IntegerPuzzle& whole, const Clash& clash) {
  std::vector<ClashRule> named;
  for (const ClashRule& rule : clash_rules(puzzle, whole)) {
    if (std::ranges::find(clash.rules, rule.text) != clash.rules.end()) named.push_back(rule);
  }
  return named;
}

/// Returns the rules that a clash names, with one of them a bit tighter than its relaxation, as a puzzle.
Puzzle with_tighter(const Puzzle& puzzle, const IntegerPuzzle& whole, std::vector<ClashRule> rules,
                    std::size_t r, double bound) {
  ClashRule rule = rules[r];
  const double step = rule.kind == Kind::linear || rule.kind == Kind::synergy ? 1e-6 : 1;
  const double tighter = rule.at_most ? bound - step : bound + step;
  if (rule.kind == Kind::restriction || rule.kind == Kind::locked) return only_with(rules, puzzle, whole);
  rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(r));
  Puzzle changed = only_with(rules, puzzle, whole);
  if (rule.kind == Kind::synergy) {
    changed.synergy.at_least = tighter;
    return changed;
  }
  Requirement requirement = only_with(std::span(&rule, 1), puzzle, whole).requirements.front();
  (rule.at_most ? requirement.at_most : requirement.at_least) = tighter;
  changed.requirements.push_back(requirement);
  return changed;
}

/// Checks a clash against all parties. Without one of its rules the others must not clash.
void check(const Puzzle& puzzle, const Clash& clash, const auto& clashes) {
  const IntegerPuzzle whole = integer_puzzle(puzzle);
  const std::vector<ClashRule> named = rules_named(puzzle, whole, clash);
  ASSERT_GE(named.size(), clash.rules.size());
  EXPECT_TRUE(test::every_sound_party(only_with(named, puzzle, whole)).empty());
  EXPECT_TRUE(clash.irreducible);
  for (std::size_t r = 0; r < named.size(); ++r) {
    std::vector<ClashRule> others = named;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(r));
    const bool two_sided = named.size() > clash.rules.size();
    EXPECT_FALSE(!two_sided && clashes(only_with(others, puzzle, whole)));
  }
  for (const auto& [r, bound, text] : clash.relaxations) {
    ASSERT_LT(r, clash.rules.size());
    EXPECT_FALSE(text.empty());
    if (named.size() != clash.rules.size()) continue;  // both sides of a requirement
    const auto rule = std::ranges::find(named, clash.rules[r], &ClashRule::text);
    const auto place = static_cast<std::size_t>(rule - named.begin());
    EXPECT_TRUE(test::every_sound_party(with_tighter(puzzle, whole, named, place, bound)).empty())
        << "rule '" << rule->text << "' as '" << text << "'";
  }
}

class ClashOnRandomPuzzles : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ClashOnRandomPuzzles, IsNamedOnlyWhereNoPartyMeetsTheRules) {
  Random random(GetParam());
  SCOPED_TRACE(testing::Message() << "seed " << GetParam());
  int impossible = 0, proven = 0;
  for (int i = 0; i < skerry::test::random_cases(20); ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const Puzzle puzzle = random_hard_puzzle(random);
    const bool possible = !test::every_sound_party(puzzle).empty();
    const auto clash = find_clash(puzzle, never);
    const auto searched = search_clash(puzzle, never);
    ASSERT_FALSE(possible && clash);
    ASSERT_EQ(searched.has_value(), !possible);
    impossible += possible ? 0 : 1;
    proven += clash ? 1 : 0;
    if (clash) check(puzzle, *clash, [](const Puzzle& rest) { return find_clash(rest, never).has_value(); });
    if (searched)
      check(puzzle, *searched, [](const Puzzle& rest) { return test::every_sound_party(rest).empty(); });
    if (HasFailure()) return;
  }
  constexpr int few = 3;  // of which nothing is expected
  EXPECT_TRUE(2 * proven >= impossible || impossible <= few) << "programs without placement prove most";
}

INSTANTIATE_TEST_SUITE_P(Seeds, ClashOnRandomPuzzles, testing::Values(1, 2, 3));

/// Returns the small puzzle with other rules beside it.
Puzzle small_with(std::string_view rules) {
  return read_texts(with(small_puzzle, "[objective]", fmt::format("{}\n[objective]", rules)));
}

std::vector<std::string> relaxations(const Clash& clash) {
  std::vector<std::string> texts;
  for (const auto& relaxation : clash.relaxations)
    texts.push_back(fmt::format("{}: {}", clash.rules[relaxation.rule], relaxation.text));
  return texts;
}

TEST(Clash, NamesRulesAndWhatEachWouldHaveToGive) {
  const Puzzle puzzle = small_with("[[requirement]]\nkind = \"total\"\nproperty = \"price\"\nat_most = 850");
  const auto clash = find_clash(puzzle, never);
  ASSERT_TRUE(clash.has_value());
  EXPECT_TRUE(clash->irreducible);
  EXPECT_THAT(clash->rules,
              UnorderedElementsAre("at least 2 heroes with race elf", "total price at most 850"));
  EXPECT_THAT(relaxations(*clash),
              UnorderedElementsAre("at least 2 heroes with race elf: at least 1 heroes with race elf",
                                   "total price at most 850: total price at most 900"));
}

TEST(Clash, NamesRestrictionsAndLockedHeroes) {
  const auto tanks =
      find_clash(small_with("[[formation.restriction]]\nnodes = [1, 2]\nproperty = \"roles\"\nvalue = "
                            "\"tank\""),
                 never);
  ASSERT_TRUE(tanks.has_value());
  EXPECT_THAT(tanks->rules,
              UnorderedElementsAre("at least 2 heroes with race elf", "roles tank on front, middle, back"));
  EXPECT_THAT(relaxations(*tanks),
              testing::Contains("roles tank on front, middle, back: 2 of these 3 nodes with roles tank on "
                                "front, middle, back"));

  const auto locked =
      find_clash(small_with("[[formation.locked]]\nnode = 2\nhero = \"d\"\n[[requirement]]\nkind = "
                            "\"total\"\nproperty = \"price\"\nat_most = 1300"),
                 never);
  ASSERT_TRUE(locked.has_value());
  EXPECT_THAT(locked->rules, testing::Contains("hero d locked on back"));
}

TEST(Clash, NamesTheSynergyThatManyValuesLeaveNoRoomFor) {
  const Puzzle puzzle = read_texts(with(small_puzzle, "at_least = 0.5", "at_least = 0.8"));
  const auto clash = find_clash(puzzle, never);
  ASSERT_TRUE(clash.has_value());
  EXPECT_THAT(clash->rules, ElementsAre("synergy at least 0.8"));
  EXPECT_THAT(relaxations(*clash), ElementsAre("synergy at least 0.8: synergy at least 0.75"));
}

TEST(Clash, StopsWithoutAnAnswer) {
  const Puzzle puzzle = read_texts(with(small_puzzle, "at_least = 0.5", "at_least = 0.8"));
  const auto always = [] { return true; };
  EXPECT_FALSE(find_clash(puzzle, always).has_value());
  EXPECT_FALSE(search_clash(puzzle, always).has_value());
}

TEST(Clash, IsReducedAsFarAsTimeAllows) {
  const Puzzle puzzle = small_with("[[requirement]]\nkind = \"total\"\nproperty = \"price\"\nat_most = 850");
  int reduced = 0, unreduced = 0;
  for (int most = 1; reduced == 0; most *= 2) {
    int asked = 0;
    const auto clash = find_clash(puzzle, [&] { return ++asked > most; });
    if (!clash) continue;
    EXPECT_THAT(clash->rules, testing::Contains("total price at most 850"));
    ++(clash->irreducible ? reduced : unreduced);
    EXPECT_TRUE(clash->irreducible || clash->relaxations.size() < 2);
  }
  EXPECT_GT(unreduced, 0);
}

std::int64_t sum_over_edges(const Puzzle& puzzle, const WholeSynergy& whole,
                            const std::vector<std::uint32_t>& party) {
  std::vector<std::vector<std::uint32_t>> codes;
  for (std::size_t trait = 0; trait < puzzle.synergy.columns.size(); ++trait)
    codes.push_back(trait_codes(puzzle, trait));
  std::int64_t sum = 0;
  for (std::size_t e = 0; e < puzzle.edges.size(); ++e) {
    const auto& [first, second] = puzzle.edges[e];
    std::size_t mask = 0;
    for (std::size_t trait = 0; trait < codes.size(); ++trait)
      mask |= std::size_t{codes[trait][party[first]] == codes[trait][party[second]]} << trait;
    sum += whole.edge_weight[e] * whole.weight_of_mask[mask];
  }
  return sum;
}

TEST(WholeSynergy, BoundsThatOfEveryParty) {
  constexpr std::uint64_t seed = 8;
  Random random(seed);
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  for (int i = 0; i < 100; ++i) {
    const bool graded = i % 2 == 0;
    Puzzle puzzle = test::random_puzzle(
        random, {.most_heroes = 20, .whole_weights = random.chance(0.5), .graded = graded});
    for (int trial = 0; trial < 20; ++trial) {
      const auto party = test::random_party(puzzle, random);
      const double exact = synergy(puzzle, party);
      puzzle.synergy.at_least = exact;
      const WholeSynergy whole = whole_synergy(puzzle);
      const std::int64_t sum = sum_over_edges(puzzle, whole, party);
      EXPECT_GE(sum, whole.at_least) << "puzzle " << i;
      EXPECT_GE(static_cast<double>(sum) * whole.unit, exact - 1e-9);
      EXPECT_LE(static_cast<double>(sum) * whole.unit, graded ? 1e9 : exact + 1e-5);
    }
  }
}

TEST(WholeSynergy, KnowsTraitsThatTellOthers) {
  const std::vector<std::uint32_t> nation = {0, 1, 0, 1}, league = {0, 0, 1, 1}, club = {5, 5, 6, 7};
  EXPECT_EQ(possible_masks({nation, league, club}),
            (std::vector<unsigned>{0b000, 0b001, 0b010, 0b011, 0b110, 0b111}));
}

TEST(DenseSubgraph, KnowsHowManyEdgesAFewNodesCanHave) {
  const std::vector<std::array<std::uint32_t, 2>> edges = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}};
  EXPECT_EQ(most_weight_within(5, edges, std::vector<std::int64_t>(5, 1)),
            (std::vector<std::int64_t>{0, 0, 1, 3, 4, 5}));
  EXPECT_EQ(most_weight_within(5, edges, std::vector<std::int64_t>{1, 1, 1, 1, 9}),
            (std::vector<std::int64_t>{0, 0, 9, 10, 11, 13}));
}

TEST(DenseSubgraph, BoundsLargeGraphs) {
  Random random(2);
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<std::int64_t> weights;
  for (std::uint32_t b = 1; b < 18; ++b) {
    for (std::uint32_t a = 0; a < b; ++a) {
      if (!random.chance(0.3)) continue;
      edges.push_back({a, b});
      weights.push_back(1 + random.below(4));
    }
  }
  const auto exact = most_weight_within(18, edges, weights);
  const auto bound = most_weight_within(30, edges, weights);  // with twelve nodes that have no edge
  for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_GE(bound[k], exact[k]) << k << " nodes";
  EXPECT_EQ(bound[0], 0);
  EXPECT_EQ(bound[1], 0);
  EXPECT_EQ(bound[2], exact[2]);
  EXPECT_EQ(bound[30], exact[18]);
}

}  // namespace
}  // namespace skerry::party
