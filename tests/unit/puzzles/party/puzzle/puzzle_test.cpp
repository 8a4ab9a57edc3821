#include "puzzles/party/puzzle/puzzle.hpp"

#include "puzzles/party/puzzle/formation.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace {

using Heroes = std::vector<std::uint32_t>;

std::string failure(const std::string& puzzle) {
  return message_of<DataError>([&] { read_texts(puzzle); });
}

void expect_failure(const std::string& puzzle, std::string_view part) {
  EXPECT_THAT(failure(puzzle), HasSubstr(part)) << puzzle;
}

std::string changed(std::string_view from, std::string_view to) {
  return with(small_puzzle, from, to);
}

std::string requirement(std::string_view kind, std::string_view property, std::string_view rest) {
  return fmt::format("{}[[requirement]]\nkind = \"{}\"\nproperty = \"{}\"\n{}\n", small_puzzle, kind,
                     property, rest);
}

TEST(Puzzle, ReadsAPuzzleWrittenByHand) {
  const Puzzle puzzle = read_texts(small_puzzle);
  EXPECT_EQ(puzzle.name, "small");
  EXPECT_EQ(puzzle.pool.size(), 6U);
  EXPECT_THAT(puzzle.pool.names, testing::Contains("Ada"));
  ASSERT_EQ(puzzle.nodes.size(), 3U);
  EXPECT_EQ(puzzle.nodes[1].name, "middle");
  EXPECT_THAT(puzzle.edges, ElementsAre(ElementsAre(0, 1), ElementsAre(1, 2)));
  ASSERT_EQ(puzzle.nodes[0].conditions.size(), 1U);
  EXPECT_TRUE(puzzle.nodes[1].conditions.empty());
  EXPECT_EQ(puzzle.pool.numeric[puzzle.objective].name, "price");
  EXPECT_EQ(puzzle.direction, Direction::minimise);
  EXPECT_EQ(puzzle.known_optimum, std::nullopt);
  EXPECT_DOUBLE_EQ(puzzle.synergy.at_least, 0.5);
  EXPECT_THAT(puzzle.synergy.weights, ElementsAre(1, 1));
  ASSERT_EQ(puzzle.requirements.size(), 2U);
  EXPECT_EQ(puzzle.requirements[0].kind, RequirementKind::average);
  EXPECT_EQ(puzzle.requirements[0].text, "average level at least 70");
  EXPECT_EQ(puzzle.requirements[0].where, "dir/puzzle.toml:19:1");
  EXPECT_EQ(puzzle.requirements[1].text, "at least 2 heroes with race elf");
  EXPECT_EQ(puzzle.requirements[1].at_least, 2);
  EXPECT_EQ(puzzle.requirements[1].at_most, std::nullopt);
}

TEST(Puzzle, NodesMayHaveNoNames) {
  const Puzzle puzzle = read_texts(with(small_puzzle, R"(names = ["front", "middle", "back"])", "nodes = 3"));
  EXPECT_EQ(puzzle.nodes[2].name, "node 2");
}

TEST(Puzzle, RequirementsSayWhatTheyAsk) {
  const auto text = [](const std::string& puzzle) { return read_texts(puzzle).requirements.back().text; };
  EXPECT_EQ(text(requirement("total", "price", "at_most = 1500")), "total price at most 1500");
  EXPECT_EQ(text(requirement("count", "faith", "values = [\"sun\", \"sea\"]\nexactly = 2")),
            "exactly 2 heroes with faith sun or sea");
  EXPECT_EQ(text(requirement("distinct", "race", "at_least = 2\nat_most = 3")),
            "at least 2 and at most 3 different values of race");
  EXPECT_EQ(text(requirement("share", "faith", "at_most = 2")), "at most 2 heroes with the same faith");
  EXPECT_EQ(text(requirement("share", "faith", "at_least = 2")), "at least 2 heroes with the same faith");
  EXPECT_EQ(text(requirement("share", "faith", "at_least = 2\nat_most = 3")),
            "at least 2 and at most 3 heroes with the same faith");
  EXPECT_EQ(text(requirement("count", "roles", "values = [\"mage\", \"tank\"]\nat_least = 1")),
            "at least 1 heroes with roles mage or tank");
}

TEST(Puzzle, AColumnOfSeveralValuesIsNoNumberAndNoSingleValue) {
  const auto refused = [](const std::string& message) {
    EXPECT_THAT(message, AllOf(HasSubstr("several values of 'roles'"), HasSubstr("\"count roles=VALUE\""),
                               HasSubstr("dir/puzzle.toml:")));
  };
  refused(failure(requirement("total", "roles", "at_least = 2")));
  refused(failure(requirement("average", "roles", "at_most = 2")));
  refused(failure(requirement("share", "roles", "at_least = 2")));
  refused(failure(requirement("distinct", "roles", "at_most = 2")));
  refused(failure(changed("[objective]\nproperty = \"price\"", "[objective]\nproperty = \"roles\"")));
  refused(failure(changed("\"race\", \"faith\"", "\"race\", \"roles\"")));
}

TEST(Puzzle, ARestrictionLooksAtEveryValueOfAHero) {
  const Puzzle puzzle = read_texts(small_puzzle);
  std::string allowed;
  for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) {
    if (may_stand(puzzle, 0, hero)) allowed += puzzle.pool.ids[hero];
  }
  EXPECT_EQ(allowed, "bcf");
  EXPECT_TRUE(may_stand(puzzle, 1, 0));
  const Puzzle single = read_texts(with(small_puzzle, "property = \"roles\"\nvalue = \"tank\"",
                                        "property = \"race\"\nvalues = [\"orc\", \"gnome\", \"lizard\"]"));
  EXPECT_TRUE(may_stand(single, 0, 5));
  EXPECT_FALSE(may_stand(single, 0, 0));
}

TEST(Puzzle, SlipsInNamesAreReportedWhereThePuzzleMakesThem) {
  EXPECT_THAT(failure(changed("property = \"level\"", "property = \"levle\"")),
              AllOf(HasSubstr("no column 'levle'; did you mean 'level'?"), HasSubstr("dir/puzzle.toml:21")));
  expect_failure(changed("\"race\", \"faith\"", "\"race\", \"fate\""), "no column 'fate'");
  EXPECT_THAT(failure(changed("value = \"elf\"", "value = \"elv\"")),
              AllOf(HasSubstr("no hero whose race is 'elv'; did you mean 'elf'?"),
                    HasSubstr("dir/puzzle.toml:26:9")));
  EXPECT_THAT(failure(changed("at_least = 70", "at_lest = 70")),
              AllOf(HasSubstr("at_lest"), HasSubstr("at_least")));
  expect_failure(changed("[objective]", "colour = 3\n[objective]"), "colour");
  expect_failure(changed("kind = \"average\"", "kind = \"averag\""), "average");
}

TEST(Puzzle, EdgesJoinTwoNodesOnce) {
  constexpr std::string_view edges = "[[0, 1], [1, 2]]";
  EXPECT_THAT(
      failure(changed(edges, "[[0, 1], [1, 3]]")),
      AllOf(HasSubstr("edge [1, 3] leads to no node; nodes are 0 to 2"), HasSubstr("dir/puzzle.toml:8")));
  expect_failure(changed(edges, "[[0, 1], [-1, 2]]"), "leads to no node");
  expect_failure(changed(edges, "[[1, 1]]"), "joins a node with itself");
  expect_failure(changed(edges, "[[0, 1], [1, 0]]"), "edge [1, 0] stands there twice");
  expect_failure(changed(edges, "[[0, 1, 2]]"), "does not join two nodes");
}

TEST(Puzzle, PositionsAreOneForEachNode) {
  constexpr std::string_view edges = "edges = [[0, 1], [1, 2]]\n";
  const auto placed = [&](std::string_view positions) {
    return with(small_puzzle, edges, fmt::format("{}positions = {}\n", edges, positions));
  };
  EXPECT_THAT(read_texts(small_puzzle).positions, IsEmpty());
  EXPECT_THAT(read_texts(placed("[[0, 1], [-2.5, 1e9], [3, 4]]")).positions,
              ElementsAre(ElementsAre(0, 1), ElementsAre(-2.5, 1e9), ElementsAre(3, 4)));
  expect_failure(placed("[[0, 1], [2, 3]]"),
                 "there are 2 positions for 3 nodes; give one each (dir/puzzle.toml:9:13)");
  expect_failure(placed("[]"), "there are 0 positions for 3 nodes");
  expect_failure(placed("[[0, 1], [2, 3, 4], [5, 6]]"), "position [2, 3, 4] is no pair of numbers [x, y]");
  expect_failure(placed("[[0, 1], [2, nan], [5, 6]]"), "it is a finite number");
  expect_failure(placed("[0, 1, 2]"), "it is a list of lists of numbers");
  expect_failure(placed("[[0, 1], [2, 3], [0, 1.0]]"),
                 "'front' and 'back' both stand at [0, 1]; each node has its own place");
}

TEST(Puzzle, FormationMistakes) {
  constexpr std::string_view names = R"(names = ["front", "middle", "back"])";
  expect_failure(changed(names, "nodes = 7"), "7 nodes and the pool 6 heroes");
  expect_failure(changed(names, "nodes = 65"), "64");
  expect_failure(changed("\"back\"", "\"front\""), "two nodes are called 'front'");
  expect_failure(changed("\"back\"", "\"a: b\""), "a name has no ':'");
  expect_failure(changed("\"back\"", "\"\\tback\""), "no tab");
  expect_failure(changed("node = 0", "node = 3"), "there is no node 3; nodes are 0 to 2");
  expect_failure(changed("node = 0\n", ""), "names no node");
  expect_failure(changed("value = \"tank\"", ""), "give value or values");
  expect_failure(changed("[objective]",
                         "[[formation.restriction]]\nnode = 0\nproperty = \"race\"\nvalue = "
                         "\"elf\"\n[[formation.restriction]]\nnode = 0\nproperty = "
                         "\"faith\"\nvalue = \"sun\"\n[objective]"),
                 "no hero of the pool may stand on 'front'");
}

TEST(Puzzle, LockedHeroes) {
  const auto lock = [](std::string_view tables) {
    return with(small_puzzle, "[objective]", std::string(tables) + "[objective]");
  };
  const std::string one = "[[formation.locked]]\nnode = 1\nhero = \"a\"\n";
  EXPECT_EQ(read_texts(lock(one)).nodes[1].locked, 0U);
  expect_failure(lock(one + "[[formation.locked]]\nnode = 2\nhero = \"a\"\n"), "hero 'a' is locked twice");
  expect_failure(lock(one + "[[formation.locked]]\nnode = 1\nhero = \"b\"\n"),
                 "two heroes are locked on 'middle'");
  expect_failure(lock("[[formation.locked]]\nnode = 0\nhero = \"a\"\n"), "may not stand");
  expect_failure(lock("[[formation.locked]]\nnode = 0\nhero = \"zz\"\n"), "no hero 'zz'");
}

TEST(Puzzle, SynergyMistakes) {
  expect_failure(changed("at_least = 0.5", "at_least = 1.4"), "1.4");
  expect_failure(changed("curve = [0, 0.5, 1]", "weights = [1]"), "1 weights for 2 traits");
  expect_failure(changed("curve = [0, 0.5, 1]", "weights = [1, -1]"), "a weight is -1");
  expect_failure(changed("curve = [0, 0.5, 1]", "curve = [0, 2]"), "a point of the curve is 2");
  EXPECT_THAT(failure(changed("curve = [0, 0.5, 1]", "curve = [0, 0.2]")),
              AllOf(HasSubstr("no party can meet 'synergy at least 0.5'"), HasSubstr("allow 0.2")));
  expect_failure(changed("\"race\", \"faith\"", "\"race\", \"race\""), "trait 'race' stands there twice");
}

TEST(Puzzle, RequirementMistakes) {
  expect_failure(requirement("total", "level", ""), "no bound");
  expect_failure(requirement("total", "level", "at_least = 9\nat_most = 8"), "can meet both");
  expect_failure(requirement("count", "race", "value = \"elf\"\nexactly = 2\nat_most = 3"),
                 "exactly stands beside");
  expect_failure(requirement("share", "race", "at_least = 4"), "[1, 3]");
  expect_failure(requirement("count", "race", "value = \"elf\"\nat_least = 4"), "[0, 3]");
  expect_failure(requirement("total", "race", "at_least = 4"), "'elf' stands in the numeric column 'race'");
}

TEST(Puzzle, ARuleThatNoPartyCanMeetIsNamedApart) {
  const auto rule = [](const std::string& puzzle) -> std::string {
    try {
      read_texts(puzzle);
    } catch (const ImpossibleRule& error) {
      EXPECT_EQ(error.status(), ExitStatus::bad_data);
      return error.rule();
    } catch (const DataError&) {
      return "a mistake";
    }
    return "no error";
  };
  const auto restricted = [](std::string_view faith) {
    constexpr std::string_view front = "[[formation.restriction]]\nnode = 0\nproperty = ";
    return with(small_puzzle, "[objective]",
                fmt::format("{0}\"race\"\nvalue = \"elf\"\n{0}\"faith\"\nvalue = \"{1}\"\n[objective]", front,
                            faith));
  };
  EXPECT_EQ(rule(requirement("average", "level", "at_least = 82")), "average level at least 82");
  EXPECT_EQ(rule(with(small_puzzle, "curve = [0, 0.5, 1]", "curve = [0, 0.2]")), "synergy at least 0.5");
  EXPECT_EQ(rule(restricted("sun")), "roles tank and race elf and faith sun on front");
  EXPECT_EQ(rule(restricted("fog")), "faith fog");
  EXPECT_EQ(rule(requirement("count", "race", "value = \"troll\"\nat_least = 1")), "race troll");
  EXPECT_EQ(rule(requirement("count", "race", "value = \"troll\"\nat_most = 1")), "a mistake");
  EXPECT_EQ(rule(requirement("count", "race", "value = \"troll\"\nexactly = 0")), "a mistake");
  EXPECT_EQ(rule(requirement("total", "level", "at_least = 9\nat_most = 8")), "a mistake");
}

TEST(Puzzle, ImpossibleRequirementsAreNamed) {
  EXPECT_THAT(
      failure(requirement("average", "level", "at_least = 82")),
      AllOf(HasSubstr("no party can meet 'average level at least 82'"),
            HasSubstr("the highest average of 3 heroes is 81.66666667"), HasSubstr("dir/puzzle.toml:28:1")));
  expect_failure(requirement("total", "level", "at_most = 194"), "the lowest total of 3 heroes is 195");
  EXPECT_EQ(failure(requirement("total", "level", "at_most = 195")), "no error");
  expect_failure(requirement("count", "race", "value = \"gnome\"\nat_least = 2"), "there are 1 such heroes");
  expect_failure(requirement("count", "race", "values = [\"elf\", \"orc\"]\nat_most = 1"),
                 "every party has at least 2 such heroes");
  EXPECT_EQ(failure(requirement("distinct", "race", "at_least = 3")), "no error");
  expect_failure(with(requirement("distinct", "race", "at_least = 4"),
                      R"(names = ["front", "middle", "back"])", "nodes = 4"),
                 "a party has at most 3 of them");
  expect_failure(with(requirement("distinct", "race", "at_most = 1"),
                      R"(names = ["front", "middle", "back"])", "nodes = 4"),
                 "a party has at least 2 of them");
  expect_failure(with(requirement("share", "race", "at_most = 1"), R"(names = ["front", "middle", "back"])",
                      "nodes = 4"),
                 "the pool has only 3 values of race");
  EXPECT_EQ(failure(requirement("share", "race", "at_least = 3")), "no error");
  EXPECT_EQ(failure(requirement("share", "faith", "exactly = 3")), "no error");
  expect_failure(with(requirement("share", "race", "at_least = 4"), R"(names = ["front", "middle", "back"])",
                      "nodes = 4"),
                 "no party can meet 'at least 4 heroes with the same race': at most 3 heroes of a "
                 "party can");
  expect_failure(requirement("count", "roles", "value = \"healer\"\nat_least = 3"),
                 "there are 2 such heroes");
  expect_failure(requirement("count", "roles", "values = [\"tank\", \"mage\"]\nat_most = 1"),
                 "every party has at least 2 such heroes");
}

TEST(Puzzle, LockedHeroesCountForWhatIsPossible) {
  const std::string locked =
      "[[formation.locked]]\nnode = 0\nhero = \"c\"\n"
      "[[formation.locked]]\nnode = 1\nhero = \"d\"\n[objective]";
  expect_failure(changed("[objective]", locked), "no party can meet 'at least 2 heroes with race elf'");
  expect_failure(with(requirement("share", "race", "at_most = 1"), "[objective]", locked),
                 "no party can meet");
}

TEST(Puzzle, TheFormationOfTheTreeLoads) {
  std::filesystem::path root = std::filesystem::absolute(__FILE__);
  while (!std::filesystem::exists(root / "configs" / "instances")) root = root.parent_path();
  Files files;
  const Puzzle puzzle = read_puzzle(root / "configs" / "instances" / "formation.toml", files);
  EXPECT_EQ(puzzle.nodes.size(), 11U);
  EXPECT_EQ(puzzle.edges.size(), 18U);
  EXPECT_EQ(puzzle.pool.size(), 300U);
  EXPECT_EQ(puzzle.requirements.size(), 4U);
  for (const Node& node : puzzle.nodes) EXPECT_EQ(node.conditions.size(), 1U) << node.name;
}

TEST(Synergy, TheCurveIsLinearBetweenItsPointsAndFlatAfterThem) {
  Synergy synergy;
  synergy.weights = {1, 0.5, 2};
  synergy.curve = {0, 0.5, 1};
  EXPECT_DOUBLE_EQ(synergy.edge_weight(0b000), 0);
  EXPECT_DOUBLE_EQ(synergy.edge_weight(0b001), 0.5);
  EXPECT_DOUBLE_EQ(synergy.edge_weight(0b010), 0.25);
  EXPECT_DOUBLE_EQ(synergy.edge_weight(0b011), 0.75);
  EXPECT_DOUBLE_EQ(synergy.edge_weight(0b100), 1);
  EXPECT_DOUBLE_EQ(synergy.edge_weight(0b111), 1);
  synergy.curve = {0.3};
  EXPECT_DOUBLE_EQ(synergy.edge_weight(0b000), 0.3);
  EXPECT_DOUBLE_EQ(synergy.edge_weight(0b111), 0.3);
}

TEST(NodeHeroes, MeetTheConditionsOfTheNode) {
  const auto heroes = heroes_of_nodes(read_texts(small_puzzle));
  EXPECT_EQ(heroes, (std::vector<Heroes>{{1, 2, 5}, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}}));
}

TEST(NodeHeroes, ALockedHeroStandsOnNoOtherNode) {
  const auto heroes = heroes_of_nodes(
      read_texts(std::string(small_puzzle) + "[[formation.locked]]\nnode = 2\nhero = \"b\"\n"));
  EXPECT_EQ(heroes, (std::vector<Heroes>{{2, 5}, {0, 2, 3, 4, 5}, {1}}));
}

}  // namespace
}  // namespace skerry::party
