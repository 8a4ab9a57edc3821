#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/search/candidates.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace synergy_test {

// The heroes of small_pool: a elf sun mage, b elf moon tank, c orc sun tank, d orc moon mage, e elf sun
// healer, f gnome sea tank. The edges are front-middle and middle-back.
constexpr std::uint32_t a = 0, b = 1, c = 2, d = 3, e = 4, f = 5;

std::string with_tables(std::string_view formation, std::string_view synergy) {
  std::string text =
      with(small_puzzle, "[[formation.restriction]]", std::string(formation) + "[[formation.restriction]]");
  return with(text, "[[requirement]]", std::string(synergy) + "[[requirement]]");
}

std::string flaw(std::string_view formation, std::string_view synergy) {
  return message_of<DataError>([&] { read_texts(with_tables(formation, synergy)); });
}

void expect_flaw(std::string_view formation, std::string_view synergy, std::string_view part) {
  EXPECT_THAT(flaw(formation, synergy), HasSubstr(part)) << formation << synergy;
}

constexpr std::string_view elf_orc =
    "[[synergy.affinity]]\ntrait = \"race\"\nvalues = [\"elf\", \"orc\"]\nmatch = 0.4\n";
constexpr std::string_view sun_sun =
    "[[synergy.affinity]]\ntrait = \"faith\"\nvalue = \"sun\"\nmatch = 0.5\n";
constexpr std::string_view healer_behind =
    "[[formation.fit]]\nnodes = [1, 2]\nproperty = \"roles\"\nvalues = [\"healer\", \"mage\"]\npenalty = "
    "0.3\n";

TEST(Synergy, WithoutTheKeysAllEdgesWeighOneAndValuesMatchThemselves) {
  const Puzzle puzzle = read_texts(small_puzzle);
  EXPECT_THAT(puzzle.edge_weights, ElementsAre(1, 1));
  EXPECT_TRUE(puzzle.synergy.affinities.empty());
  EXPECT_DOUBLE_EQ(edge_weight(puzzle, a, b), 0.5);
  EXPECT_DOUBLE_EQ(edge_weight(puzzle, a, e), 1);
  EXPECT_DOUBLE_EQ(edge_weight(puzzle, a, f), 0);
  EXPECT_EQ(fit_penalty(puzzle, 1, f), 0);
  EXPECT_EQ(Roster(puzzle).grades(), nullptr);
}

TEST(Synergy, AffinitiesSayHowMuchValuesMatch) {
  const Puzzle puzzle = read_texts(with_tables("", std::string(elf_orc) + std::string(sun_sun)));
  EXPECT_DOUBLE_EQ(edge_weight(puzzle, b, d), 0.5 * (0.4 + 1));  // elf with orc, moon with moon
  EXPECT_DOUBLE_EQ(edge_weight(puzzle, d, b), edge_weight(puzzle, b, d));
  EXPECT_DOUBLE_EQ(edge_weight(puzzle, a, e), 0.5 * (1 + 0.5));    // elf with elf, sun with sun
  EXPECT_DOUBLE_EQ(edge_weight(puzzle, a, c), 0.5 * (0.4 + 0.5));  // elf with orc, sun with sun
  EXPECT_DOUBLE_EQ(edge_weight(puzzle, f, c), 0);
  EXPECT_DOUBLE_EQ(edge_weight(puzzle, f, f), 1);
}

TEST(Synergy, IsTheWeightedMeanOfTheEdges) {
  const Puzzle puzzle = read_texts(with_tables("edge_weights = [3, 1]\n", ""));
  const std::vector<std::uint32_t> party = {b, a, e};  // edges of 0.5 and 1
  EXPECT_DOUBLE_EQ(synergy(puzzle, party), (3 * 0.5 + 1 * 1) / 4);
  EXPECT_DOUBLE_EQ(total_edge_weight(puzzle), 4);
}

TEST(Synergy, LosesThePenaltyOfEachSoftConditionThatIsNotMet) {
  const Puzzle puzzle = read_texts(
      with_tables(std::string("edge_weights = [3, 1]\n") + std::string(healer_behind) +
                      "[[formation.fit]]\nnode = 1\nproperty = \"race\"\nvalue = \"gnome\"\npenalty = 0.1\n",
                  ""));
  EXPECT_DOUBLE_EQ(fit_penalty(puzzle, 0, b), 0);
  EXPECT_DOUBLE_EQ(fit_penalty(puzzle, 1, a), 0.1);
  EXPECT_DOUBLE_EQ(fit_penalty(puzzle, 1, b), 0.1 + 0.3);
  EXPECT_DOUBLE_EQ(fit_penalty(puzzle, 1, f), 0);  // tank; mage
  EXPECT_DOUBLE_EQ(fit_penalty(puzzle, 2, b), 0.3);
  const std::vector<std::uint32_t> party = {c, a, b};  // edges of 0.5 and 0.5
  EXPECT_DOUBLE_EQ(synergy(puzzle, party), (3 * 0.5 + 0.5 - 0.1 - 0.3) / 4);
}

TEST(Synergy, IsNeverBelowZero) {
  const std::string text = with_tables(with(healer_behind, "penalty = 0.3", "penalty = 1000"), "");
  const Puzzle puzzle = read_texts(with(text, "at_least = 0.5\ntraits", "traits"));
  const std::vector<std::uint32_t> party = {c, b, b};
  EXPECT_EQ(synergy(puzzle, party), 0);
  EXPECT_EQ(synergy(puzzle, std::vector{b, a, e}), 0.75);
  // Where no synergy is asked, a penalty makes no party infeasible.
  const Roster roster(puzzle);
  Board board(roster);
  for (const auto& [node, hero] : {std::pair{0U, b}, {1U, c}, {2U, e}})
    board.place(node, roster.price_place(hero));
  EXPECT_EQ(board.synergy(), 0);
  EXPECT_EQ(board.score().violation, score(puzzle, std::vector{b, c, e}).violation);
}

TEST(Synergy, MistakesInItsTablesAreNamed) {
  EXPECT_EQ(flaw(healer_behind, elf_orc), "no error");
  EXPECT_THAT(flaw("", with(elf_orc, "race", "rase")),
              AllOf(HasSubstr("'rase' is none of the traits of the synergy; did you mean 'race'?"),
                    HasSubstr("dir/puzzle.toml:20:9")));
  expect_flaw("", with(elf_orc, "race", "level"), "none of the traits");
  expect_flaw("", with(elf_orc, "[\"elf\", \"orc\"]", "[\"elv\"]"),
              "no hero whose race is 'elv'; did you mean 'elf'?");
  expect_flaw("", with(elf_orc, "0.4", "1.4"), "match is 1.4; a rate lies in [0, 1]");
  expect_flaw("", with(elf_orc, "match = 0.4\n", ""), "match");
  expect_flaw("", std::string(elf_orc) + with(elf_orc, "\"elf\", \"orc\"", "\"orc\", \"gnome\", \"elf\""),
              "how much race 'elf' and 'orc' match is said before");
  expect_flaw("", std::string(sun_sun) + std::string(sun_sun),
              "how much faith 'sun' and 'sun' match is said before");
  expect_flaw("", with(elf_orc, "match", "matches"), "match");
  expect_flaw("edge_weights = [1]\n", "", "1 weights for 2 edges; give one each");
  EXPECT_THAT(flaw("edge_weights = [1, 0]\n", ""),
              AllOf(HasSubstr("the weight of an edge is 0; it is above 0 and at most 1000"),
                    HasSubstr("dir/puzzle.toml:9:16")));
  expect_flaw("edge_weights = [1, 1001]\n", "", "the weight of an edge is 1001");
  expect_flaw(with(healer_behind, "penalty = 0.3\n", ""), "", "penalty");
  expect_flaw(with(healer_behind, "0.3", "-0.3"), "", "penalty is -0.3");
  expect_flaw(with(healer_behind, "nodes = [1, 2]\n", ""), "", "a fit names no node");
  expect_flaw(with(healer_behind, "[1, 2]", "[1, 3]"), "", "there is no node 3; nodes are 0 to 2");
  expect_flaw(with(healer_behind, "\"roles\"", "\"role\""), "", "no column 'role'; did you mean 'roles'?");
  std::string many;
  for (std::size_t fit = 0; fit <= max_fits; ++fit) many += healer_behind;
  expect_flaw(many, "", "'middle' has more than 32 soft conditions");
}

TEST(Synergy, ACurveThatIsTooLowForItIsRefusedWithAffinitiesToo) {
  const std::string low = with(with_tables("", elf_orc), "curve = [0, 0.5, 1]", "curve = [0, 0.4]");
  EXPECT_THAT(message_of<DataError>([&] { read_texts(low); }),
              HasSubstr("no party can meet 'synergy at least 0.5'"));
}

}  // namespace synergy_test
}  // namespace skerry::party
