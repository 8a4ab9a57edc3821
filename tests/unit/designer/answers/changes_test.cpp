#include "designer/answers/changes.hpp"

#include "puzzles/party/puzzle/formation.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace changes_test {

std::vector<std::string> told(const Puzzle& before, const Puzzle& after) {
  std::vector<std::string> texts;
  for (const auto& [part, text] : changes_between(before, after)) texts.push_back(part + ": " + text);
  return texts;
}

/// Returns what changes where a part of the small puzzle is replaced.
std::vector<std::string> told(std::string_view from, std::string_view to) {
  return told(read_texts(small_puzzle), read_texts(with(small_puzzle, from, to)));
}

void expect_told(std::string_view from, std::string_view to, const std::vector<std::string>& changes) {
  EXPECT_EQ(told(from, to), changes);
}

std::vector<std::string> told_of_pool(std::string_view from, std::string_view to) {
  return told(read_texts(small_puzzle), read_texts(small_puzzle, with(small_pool, from, to)));
}

TEST(Changes, OfAPuzzleToItselfThereAreNone) {
  EXPECT_THAT(told("name = \"small\"", "name = \"other\""), IsEmpty());
  // The order of nodes, edges, rules and heroes is none.
  EXPECT_THAT(told("edges = [[0, 1], [1, 2]]", "edges = [[2, 1], [1, 0]]"), IsEmpty());
  EXPECT_THAT(told_of_pool("c,Cy,orc,sun,tank,60,200\nd,Di,orc,moon,mage,90,700\n",
                           "d,Di,orc,moon,mage,90,700\nc,Cy,orc,sun,tank,60,200\n"),
              IsEmpty());
  EXPECT_THAT(told_of_pool("mage;healer", "healer;mage"), IsEmpty());
}

TEST(Changes, OfBoundsSayWhichWayTheyWent) {
  expect_told("at_least = 70", "at_least = 71",
              {"rules: 'average level at least 70' is now 'average level at least 71', which is tighter"});
  expect_told("at_least = 70", "at_least = 69.5",
              {"rules: 'average level at least 70' is now 'average level at least 69.5', which is looser"});
  expect_told("at_least = 70", "at_least = 69\nat_most = 80",
              {"rules: 'average level at least 70' is now 'average level at least 69 and at most 80'"});
  expect_told("at_least = 70", "at_least = 70\nat_most = 80",
              {"rules: 'average level at least 70' is now 'average level at least 70 and at most 80', "
               "which is tighter"});
}

TEST(Changes, OfRulesNameThem) {
  expect_told("kind = \"average\"", "kind = \"total\"",
              {"rules: 'average level at least 70' is gone", "rules: 'total level at least 70' is new"});
  expect_told("value = \"elf\"", "values = [\"orc\", \"elf\"]",
              {"rules: 'at least 2 heroes with race elf' is gone",
               "rules: 'at least 2 heroes with race orc or elf' is new"});
  const std::string both = with(small_puzzle, "value = \"elf\"", "values = [\"orc\", \"elf\"]");
  const std::string turned =
      with(small_puzzle, "value = \"elf\"\nat_least = 2", "values = [\"elf\", \"orc\"]\nat_least = 1");
  EXPECT_THAT(
      told(read_texts(both), read_texts(turned)),
      ElementsAre(
          "rules: 'at least 2 heroes with race orc or elf' is now 'at least 1 heroes with race elf or "
          "orc', which is looser"));
}

TEST(Changes, OfRulesThatBoundTheSameArePairedOff) {
  const std::string twice =
      std::string(small_puzzle) + "[[requirement]]\nkind = \"average\"\nproperty = \"level\"\nat_most = 90\n";
  EXPECT_THAT(told(read_texts(small_puzzle), read_texts(twice)),
              ElementsAre("rules: 'average level at most 90' is new"));
  EXPECT_THAT(
      told(read_texts(twice), read_texts(with(twice, "at_most = 90", "at_most = 80"))),
      ElementsAre("rules: 'average level at most 90' is now 'average level at most 80', which is tighter"));
}

TEST(Changes, OfTheObjective) {
  expect_told("[objective]\nproperty = \"price\"",
              "[objective]\nproperty = \"price\"\nunit = \"coins\"\ndirection = \"maximise\"",
              {"objective: it was the least price, and is now the most price in coins"});
}

TEST(Changes, OfTheSynergy) {
  expect_told("at_least = 0.5", "at_least = 0.75",
              {"synergy: 'synergy at least 0.5' is now 'synergy at least 0.75', which is tighter"});
  expect_told("at_least = 0.5\n", "", {"synergy: 'synergy at least 0.5' is gone"});
  expect_told("curve = [0, 0.5, 1]", "weights = [1, 0.5]\ncurve = [0, 1]",
              {"synergy: its traits were race, faith, and are now race, faith of weight 0.5",
               "synergy: its curve was 0, 0.5, 1, and is now 0, 1"});
}

TEST(Changes, OfHowMuchValuesMatch) {
  const auto affine = [](const char* match) {
    return read_texts(
        with(small_puzzle, "[[requirement]]",
             fmt::format("[[synergy.affinity]]\ntrait = \"race\"\nvalues = [\"orc\", \"elf\"]\nmatch = "
                         "{}\n[[requirement]]",
                         match)));
  };
  EXPECT_THAT(told(affine("0.3"), affine("0.4")),
              ElementsAre("synergy: 1 match of values changed: race elf with orc from 0.3 to 0.4"));
  EXPECT_THAT(told(read_texts(small_puzzle), affine("0.3")),
              ElementsAre("synergy: 1 match of values changed: race elf with orc from the default to 0.3"));
}

TEST(Changes, OfTheFormation) {
  expect_told("\"back\"]\nedges = [[0, 1], [1, 2]]", "\"end\"]\nedges = [[0, 1], [0, 2]]",
              {"formation: 1 node is gone: back", "formation: 1 node is new: end",
               "formation: 1 edge is gone: back - middle", "formation: 1 edge is new: end - front"});
  expect_told("[1, 2]]", "[1, 2]]\nedge_weights = [1, 0.5]",
              {"formation: the weight of 1 edge changed: back - middle from 1 to 0.5"});
  expect_told("node = 0\nproperty = \"roles\"\nvalue = \"tank\"",
              "nodes = [0, 1]\nproperty = \"roles\"\nvalue = \"mage\"",
              {"formation: the restriction roles tank is gone from front",
               "formation: the restriction roles mage is new on front, middle"});
  expect_told("[objective]",
              "[[formation.fit]]\nnode = 1\nproperty = \"race\"\nvalue = \"elf\"\npenalty = 0.2\n[objective]",
              {"formation: the soft condition race elf, penalty 0.2, is new on middle"});
}

TEST(Changes, OfLockedHeroes) {
  const auto locked = [](const char* hero) {
    return read_texts(with(small_puzzle, "[objective]",
                           fmt::format("[[formation.locked]]\nnode = 2\nhero = \"{}\"\n[objective]", hero)));
  };
  EXPECT_THAT(told(read_texts(small_puzzle), locked("a")),
              ElementsAre("formation: Ada (a) is now locked on back"));
  EXPECT_THAT(told(locked("a"), locked("e")),
              ElementsAre("formation: Ed (e) is locked on back in the place of Ada (a)"));
  EXPECT_THAT(told(locked("e"), read_texts(small_puzzle)),
              ElementsAre("formation: Ed (e) is not locked on back any more"));
}

TEST(Changes, OfHeroesAreCountedWithAFewOfThem) {
  EXPECT_THAT(told_of_pool("f,Fi,gnome,sea,tank;mage,65,250\n", "g,Gil,elf,sea,tank,70,90\n"),
              ElementsAre("heroes: 1 hero is gone: Fi (f)", "heroes: 1 hero is new: Gil (g)"));
  EXPECT_THAT(told_of_pool("elf,sun,mage;healer,80,500", "orc,sun,mage,80,450"),
              ElementsAre("heroes: the price of 1 hero changed (0 higher, 1 lower): Ada (a) from 500 to 450",
                          "heroes: the race of 1 hero changed: Ada (a) from elf to orc",
                          "heroes: the roles of 1 hero changed: Ada (a) from healer and mage to mage"));
  Puzzle before = read_texts(small_puzzle);
  Puzzle after = before;
  for (double& price : after.pool.numeric[after.objective].value) price += price > 500 ? -100 : 50;
  EXPECT_THAT(
      told(before, after),
      ElementsAre(
          "heroes: the price of 6 heroes changed (5 higher, 1 lower): Ada (a) from 500 to 550, Bo (b) "
          "from 300 to 350, Cy (c) from 200 to 250 and 3 more"));
  after = before;
  ban(after, {true, false, false, true, true, true});
  EXPECT_THAT(told(before, after),
              ElementsAre("heroes: 4 heroes are gone: Ada (a), Di (d), Ed (e) and 1 more"));
}

}  // namespace changes_test
}  // namespace skerry::party
