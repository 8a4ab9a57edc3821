#include "designer/answers/answer_text.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace comparison_test {

/// The small puzzle, with answers made up: the party stands on the nodes in the order of the formation.
Validated solved(double price, const std::vector<std::uint32_t>& party) {
  Validated validated{"small", "small.toml", read_texts(small_puzzle), {}, {}};
  validated.puzzle->unit = "coins";
  Validation& validation = validated.validation;
  validation.answer = {true, price, price, true};
  validation.findings.best = party;
  validation.solutions = Solutions{2, 3, true};
  for (const std::uint32_t hero : party) validation.heroes.push_back({hero, 0.5});
  validation.rule_prices = {{"cheap", {true, price - 10, price - 10, true}, {}, {}},
                            {"dear", {true, price - 50, price - 50, true}, {}, {}}};
  validation.player = PlayerAnswer{1000, 0.5, 0.25, 4};
  return validated;
}

Validated impossible() {
  Validated validated{"none", "none.toml", {}, "no party can meet it (none.toml:3:1)", {}};
  validated.validation.answer = {false, {}, {}, true};
  validated.validation.clash = Clash{{"average level at least 99"}, {}, true};
  return validated;
}

TEST(Comparison, SaysWhatChangedAndWhatItDid) {
  Validated after = solved(1300, {1, 0, 3});
  after.puzzle = read_texts(with(small_puzzle, "at_least = 70", "at_least = 75"));
  after.puzzle->unit = "coins";
  after.validation.solutions = Solutions{1, 1, false};
  after.validation.player = PlayerAnswer{1000, 0.5, 0.1, 10};
  const Comparison comparison = compare(solved(1200, {1, 0, 4}), after);
  EXPECT_EQ(comparison.file, "small.toml");
  EXPECT_EQ(text_of(comparison),
            "compared with small (small.toml)\n"
            "rules      'average level at least 70' is now 'average level at least 75', which is tighter\n"
            "what that did to the answers\n"
            "solvable   as before: yes\n"
            "cheapest   1300 coins, proven; before: 1200 coins, proven (+100 coins)\n"
            "party      with Di (d); before: with Ed (e)\n"
            "solutions  at least 1 team in 1 placement; before: 2 teams in 3 placements\n"
            "leans on   Bo (b) in 50 %, Ada (a) in 50 %, Di (d) in 50 %; before: Bo (b) in 50 %, Ada (a) in "
            "50 %, Ed (e) "
            "in 50 %\n"
            "dearest    dear, without it 1250 coins; before: dear, without it 1150 coins\n"
            "player     10 % of 1000 constructions meet every rule; before: 25 % of 1000 constructions meet "
            "every rule "
            "(+6 attempts)\n");
  const auto json = json_of(comparison);
  EXPECT_EQ(json["changes"][0]["part"], "rules");
  EXPECT_EQ(json["answers"][1]["answer"], "cheapest");
  EXPECT_EQ(json["answers"][1]["difference"], 100);
  EXPECT_TRUE(json["answers"][3]["difference"].is_null()) << "the list was cut";
}

TEST(Comparison, OfTheSamePuzzleSaysThatNothingChanged) {
  const std::string text = text_of(compare(solved(1200, {1, 0, 4}), solved(1200, {1, 0, 4})));
  EXPECT_THAT(text, HasSubstr("changes    none\n"));
  EXPECT_THAT(text, HasSubstr("party      as before: the same heroes\n"));
  EXPECT_THAT(text, Not(HasSubstr("before:  ")));
}

TEST(Comparison, WithAnImpossiblePuzzleComparesTheAnswersAlone) {
  const Comparison comparison = compare(solved(1200, {1, 0, 4}), impossible());
  EXPECT_FALSE(comparison.changes);
  const std::string text = text_of(comparison);
  EXPECT_THAT(text, HasSubstr("changes    are not told"));
  EXPECT_THAT(text,
              HasSubstr("solvable   no: this rule can't be met: average level at least 99; before: yes\n"));
  EXPECT_THAT(text, HasSubstr("cheapest   impossible; before: 1200 coins, proven\n"));
  EXPECT_THAT(text, HasSubstr("solutions  not answered; before: 2 teams in 3 placements\n"));
  EXPECT_TRUE(json_of(comparison)["changes"].is_null());
}

TEST(Overview, HasARowForEachPuzzle) {
  const Validated found = solved(1200, {1, 0, 4});
  EXPECT_THAT(overview_row(found).cells,
              ElementsAre("yes", "1200 coins", "proven", "2 teams", "Bo 50 %", "25 %", "dear"));
  EXPECT_THAT(overview_row(impossible()).cells,
              ElementsAre("no", "-", "proven", "-", "-", "-", "clash: average level at least 99"));
  Validated open = found;
  open.name = "r\u00f6d";
  open.validation = Validation{};
  open.validation.answer.bound = 900;
  EXPECT_THAT(overview_row(open).cells, ElementsAre("open", "-", "open", "-", "-", "-", "-"));
  open.validation.answer.best = 1000;
  EXPECT_EQ(overview_text({overview_row(found), overview_row(open)}),
            "puzzle  solvable  price       sure       solutions  leans on  player  dearest rule\n"
            "small   yes       1200 coins  proven     2 teams    Bo 50 %   25 %    dear\n"
            "r\u00f6d     open      1000 coins  bound 900  -          -         -       -\n");
}

TEST(Overview, TellsPuzzlesOfOneNameApartByFile) {
  const Validated first = solved(1200, {1, 0, 4});
  Validated second = first;
  second.file = "new/small.toml";
  const std::string text = overview_text({overview_row(first), overview_row(second)});
  EXPECT_THAT(text, HasSubstr("\nsmall (small.toml)      yes"));
  EXPECT_THAT(text, HasSubstr("\nsmall (new/small.toml)  yes"));
}

}  // namespace comparison_test
}  // namespace skerry::party
