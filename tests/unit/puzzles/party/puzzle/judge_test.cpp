#include "puzzles/party/puzzle/judge.hpp"

#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace judge_test {

using Party = std::vector<std::uint32_t>;

// The heroes of small_pool by their index: a elf sun 80 500, b elf moon 70 300, c orc sun 60 200, d orc moon
// 90 700, e elf sun 75 400, f gnome sea 65 250. The front takes tanks: b, c, f.
constexpr std::uint32_t a = 0, b = 1, c = 2, d = 3, e = 4, f = 5;

std::string text_of(const std::vector<Verdict>& verdicts) {
  std::string text;
  for (const Verdict& verdict : verdicts) {
    text += verdict.rule + ": " + verdict.found + (verdict.met ? " met\n" : " broken\n");
  }
  return text;
}

TEST(Judge, AFeasibleParty) {
  const Puzzle puzzle = read_texts(small_puzzle);
  const Party party = {b, a, e};
  EXPECT_EQ(score(puzzle, party), (Score{0, 1200}));
  EXPECT_DOUBLE_EQ(synergy(puzzle, party), 0.75);  // b-a agree in race, a-e in race and faith
  EXPECT_EQ(text_of(judge(puzzle, party)),
            "no hero stands twice: so it is met\n"
            "each hero may stand on its node: so it is met\n"
            "average level at least 70: 75 met\n"
            "at least 2 heroes with race elf: 3 met\n"
            "synergy at least 0.5: 0.75 met\n");
}

TEST(Judge, EveryBrokenRuleAddsItsPart) {
  const Puzzle puzzle = read_texts(small_puzzle);
  const Party party = {d, c, c};  // c twice; d in front; levels 210; no elf of 2; one edge of half, one full
  EXPECT_DOUBLE_EQ(score(puzzle, party).violation, 1 / 3.0 + 1 / 3.0 + 1);
  EXPECT_THAT(text_of(judge(puzzle, party)),
              HasSubstr("no hero stands twice: c broken\n"
                        "each hero may stand on its node: d on front broken\n"));
  const Party low = {c, f, b};  // levels 195 of 210; one elf of 2; no edge agrees
  EXPECT_DOUBLE_EQ(score(puzzle, low).violation, 15 / 210.0 + 0.5 + 1);
}

TEST(Judge, DistinctShareTotalAndLocks) {
  const Puzzle puzzle = read_texts(
      with(small_puzzle, "[objective]", "[[formation.locked]]\nnode = 1\nhero = \"a\"\n[objective]") +
      "[[requirement]]\nkind = \"distinct\"\nproperty = \"race\"\nat_least = 2\n"
      "[[requirement]]\nkind = \"share\"\nproperty = \"faith\"\nat_most = 1\n"
      "[[requirement]]\nkind = \"total\"\nproperty = \"price\"\nat_most = 1000\n");
  EXPECT_DOUBLE_EQ(score(puzzle, Party{b, a, e}).violation, 0.5 + 1 + 0.2);
  const std::string verdicts = text_of(judge(puzzle, Party{b, e, a}));
  EXPECT_THAT(verdicts, HasSubstr("locked heroes stand on their nodes: a is not on middle broken\n"));
  EXPECT_THAT(verdicts, HasSubstr("at least 2 different values of race: 1 broken\n"));
  EXPECT_THAT(verdicts, HasSubstr("at most 1 heroes with the same faith: 2 broken\n"));
  EXPECT_THAT(verdicts, HasSubstr("total price at most 1000: 1200 broken\n"));
}

TEST(Judge, HeroesOfOneValueWhicheverItIs) {
  const auto with_share = [](const std::string& bounds) {
    return read_texts(std::string(small_puzzle) +
                      "[[requirement]]\nkind = \"share\"\nproperty = \"faith\"\n" + bounds);
  };
  const Puzzle three = with_share("at_least = 3\n");
  EXPECT_DOUBLE_EQ(score(three, Party{b, a, e}).violation, 1 / 3.0);
  EXPECT_THAT(text_of(judge(three, Party{b, a, e})),
              HasSubstr("at least 3 heroes with the same faith: 2 broken\n"));
  EXPECT_THAT(text_of(judge(three, Party{c, a, e})),
              HasSubstr("at least 3 heroes with the same faith: 3 met\n"));
  const Puzzle two = with_share("exactly = 2\n");
  EXPECT_DOUBLE_EQ(score(two, Party{b, a, e}).violation, 0);
  EXPECT_DOUBLE_EQ(score(two, Party{c, a, e}).violation, 0.5);
  EXPECT_THAT(text_of(judge(two, Party{c, a, e})),
              HasSubstr("exactly 2 heroes with the same faith: 3 broken\n"));
}

TEST(Judge, ACountLooksAtEveryValueOfAHero) {
  const Puzzle puzzle = read_texts(std::string(small_puzzle) +
                                   "[[requirement]]\nkind = \"count\"\nproperty = \"roles\"\n"
                                   "values = [\"healer\", \"scout\"]\nexactly = 2\n");
  // a is mage and healer, e healer.
  EXPECT_THAT(text_of(judge(puzzle, Party{b, a, e})),
              HasSubstr("exactly 2 heroes with roles healer or scout: 2 met\n"));
  EXPECT_DOUBLE_EQ(score(puzzle, Party{b, a, e}).violation, 0);
  EXPECT_THAT(text_of(judge(puzzle, Party{b, a, c})), HasSubstr("healer or scout: 1 broken\n"));
}

TEST(Judge, ViolationIsPositiveExactlyWhereARuleIsBroken) {
  const Puzzle puzzle = read_texts(small_puzzle);
  int feasible = 0;
  for (auto&& [seed, random] : seeds(500)) {
    const Party party = {random.below(6), random.below(6), random.below(6)};
    const auto verdicts = judge(puzzle, party);
    const bool met = std::ranges::all_of(verdicts, &Verdict::met);
    EXPECT_EQ(score(puzzle, party).violation == 0, met);
    feasible += met ? 1 : 0;
  }
  EXPECT_GT(feasible, 0);
}

TEST(PartyText, IsReadBack) {
  const Puzzle puzzle = read_texts(small_puzzle);
  const Party party = {f, d, a};
  const std::string text = describe(puzzle, party);
  EXPECT_THAT(text, StartsWith("front: f (Fi), "));
  EXPECT_THAT(text, HasSubstr("roles tank or mage"));
  EXPECT_EQ(parse_party(puzzle, text, "party.txt"), party);
  EXPECT_EQ(parse_party(puzzle, "# my party\n\n  back : a\nfront: f whoever\r\nmiddle:d", "party.txt"),
            party);
}

TEST(PartyText, IdsMayHoldBlanks) {
  const std::string pool = with(with(small_pool, "\na,", "\nlong id,"), "\nb,", "\nlong,");
  const Puzzle puzzle = read_texts(small_puzzle, pool);
  EXPECT_THAT(parse_party(puzzle, "front: long (x)\nmiddle: long id (y)\nback: e", "t"),
              ElementsAre(b, a, e));
}

TEST(PartyText, ACommentMakesNoOtherHeroOfAnId) {
  const Puzzle puzzle = read_texts(small_puzzle, with(small_pool, "\nb,", "\na (Ada),"));
  const Party party = {f, d, a};
  const std::string text = describe(puzzle, party);
  EXPECT_THAT(text, testing::EndsWith("\nback: a\n"));
  EXPECT_EQ(parse_party(puzzle, text, "party.txt"), party);
}

TEST(PartyText, AHeroStandsInOneLine) {
  const Puzzle puzzle = read_texts(small_puzzle, with(small_pool, "Ada", "\"A\nd\x1B[1ma\""));
  EXPECT_THAT(describe(puzzle, Party{f, d, a}), HasSubstr("back: a (A d [1ma)"));
}

TEST(PartyText, MistakesNameThePlace) {
  const Puzzle puzzle = read_texts(small_puzzle);
  const auto failure = [&](std::string_view text) -> std::string {
    return message_of<DataError>([&] { parse_party(puzzle, text, "party.txt"); });
  };
  EXPECT_THAT(failure("front: f\nmidle: d\n"),
              HasSubstr("no node 'midle'; did you mean 'middle'? (party.txt:2:1)"));
  EXPECT_THAT(failure("front: zed (Ada)\n"), HasSubstr("no hero 'zed' (party.txt:1:8)"));
  EXPECT_THAT(failure("front: f\nfront: b\n"), HasSubstr("node 'front' stands there twice (party.txt:2:1)"));
  EXPECT_THAT(failure("front: f\nback: b\n"), HasSubstr("no line names the hero on 'middle' (party.txt)"));
  EXPECT_THAT(failure("front f\n"), HasSubstr("no line 'node: hero'"));
  EXPECT_THAT(failure("front:  \n"), HasSubstr("no hero stands on 'front'"));
}

std::string flaw(std::string_view from, std::string_view to) {
  const std::string text =
      with(with(small_puzzle, "[[requirement]]", std::string(lined_proof) + "[[requirement]]"), from, to);
  return message_of<DataError>([&] { read_texts(text, lined_pool); });
}

TEST(Certificate, AProofThatHolds) {
  const Puzzle puzzle = read_texts(std::string(small_puzzle) + std::string(lined_proof), lined_pool);
  EXPECT_EQ(verify_certificate(puzzle), "");
  EXPECT_EQ(puzzle.known_optimum, 1230);
  ASSERT_TRUE(puzzle.certificate);
  EXPECT_EQ(score(puzzle, puzzle.certificate->party), (Score{0, 1230}));
}

TEST(Certificate, AnOptimumMayBeStatedWithoutProof) {
  const Puzzle puzzle = read_texts(std::string(small_puzzle) + "[optimum]\nfitness = 7\n");
  EXPECT_EQ(puzzle.known_optimum, 7);
  EXPECT_FALSE(puzzle.certificate);
}

TEST(Certificate, AProofThatDoesNotHoldIsRefused) {
  EXPECT_EQ(flaw("base = -500", "base = -500"), "no error");
  EXPECT_THAT(flaw("fitness = 1230", "fitness = 1229"), HasSubstr("give a bound of 1230"));
  EXPECT_THAT(flaw("base = -500", "base = -499"), HasSubstr("give a bound of 1233"));
  EXPECT_THAT(flaw("[13, 0]", "[13]"), HasSubstr("1 multipliers for 2 requirements"));
  EXPECT_THAT(flaw("[13, 0]", "[-13, 0]"), HasSubstr("takes no multiplier of -13"));
  EXPECT_THAT(flaw("fitness = 1230\nbase = -500\nmultipliers = [13, 0]",
                   "fitness = 1260\nbase = -560\nmultipliers = [14, 0]"),
              HasSubstr("hero 'a' costs 540, less than the 560"));
  EXPECT_THAT(flaw("\"c\", \"b\", \"a\"", "\"c\", \"d\", \"a\""), HasSubstr("its party breaks"));
  EXPECT_THAT(flaw("\"c\", \"b\", \"a\"", "\"b\", \"a\", \"e\""), HasSubstr("its party has 1450, not 1230"));
  EXPECT_THAT(flaw("\"c\", \"b\", \"a\"", "\"c\", \"b\""), HasSubstr("2 heroes for 3 nodes"));
  EXPECT_THAT(flaw("property = \"price\"", "property = \"price\"\ndirection = \"maximise\""),
              HasSubstr("puzzles that minimise"));
}

}  // namespace judge_test
}  // namespace skerry::party
