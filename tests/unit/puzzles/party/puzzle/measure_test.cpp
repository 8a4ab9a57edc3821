#include "puzzles/party/puzzle/measure.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/measure_range.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace {

Puzzle with_lists(const std::string& lists) {
  return read_texts(lists + "\n" + std::string(small_puzzle));
}

std::string refusal(const std::string& lists) {
  return message_of<Error>([&] { with_lists(lists); });
}

TEST(PartyMeasure, MeasuresAPartyAsItsTextSays) {
  const Puzzle puzzle = with_lists(
      R"(features = ["price", "synergy", "sum level", "mean level", "least level", "most price",
        "distinct faith", "count race=elf", "share roles=mage"])");
  const std::vector<std::uint32_t> party = {5, 0, 1};  // f, a, b
  std::vector<double> values;
  for (const FeatureMeasure& feature : puzzle.features)
    values.push_back(measured(puzzle, feature.measure, party));
  // The edges f-a and a-b agree in no trait and in one, which is worth 0.5.
  const std::vector<double> expected = {1050, 0.25, 215, 215.0 / 3, 65, 500, 3, 2, 2.0 / 3};
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(values[i], expected[i], 1e-9) << puzzle.features[i].measure.name;
}

TEST(PartyMeasure, RangesAreThoseOfPoolAndRules) {
  const Puzzle puzzle = with_lists(
      R"(features = ["distinct faith", "count race=elf", "mean level", "share race=elf", "synergy", "price",
        "mean price from 200 to 500 in 7 cells", "distinct race from 1 to 2", "count race=orc in 2 cells"])");
  const auto axis = [&](std::size_t i) { return feature_of(puzzle, puzzle.features[i]); };
  const auto expect = [&](std::size_t i, double least, double most, std::uint64_t cells) {
    EXPECT_DOUBLE_EQ(axis(i).least, least) << axis(i).name;
    EXPECT_DOUBLE_EQ(axis(i).most, most) << axis(i).name;
    EXPECT_EQ(axis(i).cells, cells) << axis(i).name;
  };
  expect(0, 0.5, 3.5, 3);
  expect(1, 1.5, 3.5, 2);  // the rules ask for two elves
  expect(2, 70, 245.0 / 3, 20);
  expect(3, 2.0 / 3 - 0.5 / 3, 1 + 0.5 / 3, 2);
  expect(4, 0.5, 1, 20);
  expect(5, 750, 1600, 20);
  expect(6, 200, 500, 7);
  expect(7, 0.5, 2.5, 2);
  expect(8, -0.5, 2.5, 2);
}

TEST(PartyMeasure, ObjectivesHaveDirectionsAndReferences) {
  const Puzzle puzzle = with_lists(
      R"(objectives = ["price", "synergy", "most price", "minimise mean level", "least level reference 50"])");
  const auto objective = [&](std::size_t i) { return objective_of(puzzle, puzzle.objectives[i]); };
  const auto expect = [&](std::size_t i, Direction direction, double reference) {
    EXPECT_EQ(objective(i).direction, direction) << objective(i).name;
    EXPECT_DOUBLE_EQ(objective(i).reference.value(), reference) << objective(i).name;
  };
  expect(0, Direction::minimise, 1600);
  expect(1, Direction::maximise, 0);
  expect(2, Direction::minimise, 700);
  expect(3, Direction::minimise, 245.0 / 3);
  expect(4, Direction::maximise, 50);
}

TEST(PartyMeasure, APuzzleWithoutAnyHasPriceAgainstSynergyAndTwoTraits) {
  const Puzzle puzzle = read_texts(small_puzzle);
  ASSERT_EQ(features_of(puzzle).size(), 2U);
  EXPECT_EQ(features_of(puzzle)[0].measure.name, "distinct race");
  EXPECT_EQ(features_of(puzzle)[1].measure.name, "distinct faith");
  ASSERT_EQ(objectives_of(puzzle).size(), 2U);
  EXPECT_EQ(objectives_of(puzzle)[0].measure.name, "price");
  EXPECT_EQ(objectives_of(puzzle)[1].measure.name, "synergy");
}

/// Reads a puzzle as the problem of a configuration with those keys.
Puzzle read_configured(const std::string& puzzle, std::string_view keys) {
  Files files;
  files.replace({{"dir/puzzle.toml", puzzle}, {"dir/heroes.csv", std::string(small_pool)}});
  const Settings problem = Settings::parse(keys, "own.toml", Settings::Kind::configuration);
  return read_puzzle("dir/puzzle.toml", files, nullptr, &problem);
}

TEST(PartyMeasure, TheConfigurationReplacesThoseOfThePuzzle) {
  const Puzzle puzzle = read_configured("features = [\"mean level\"]\n" + std::string(small_puzzle),
                                        "features = [\"distinct faith\"]");
  ASSERT_EQ(puzzle.features.size(), 1U);
  EXPECT_EQ(puzzle.features[0].measure.name, "distinct faith");
}

/// Returns the small puzzle without the restriction by which its column of several values was read.
std::string unrestricted(const std::string& lists) {
  return lists + "\n" +
         with(small_puzzle, "[[formation.restriction]]\nnode = 0\nproperty = \"roles\"\nvalue = \"tank\"\n",
              "");
}

TEST(PartyMeasure, AskForTheColumnOfSeveralValuesThatTheyCount) {
  const Puzzle puzzle = read_texts(unrestricted(R"(features = ["count roles=healer", "share roles=mage"]
        objectives = ["price", "maximise count roles=tank"])"));
  const std::vector<std::uint32_t> party = {5, 0, 1};  // f is tank and mage, a mage and healer, b tank
  EXPECT_DOUBLE_EQ(measured(puzzle, puzzle.features[0].measure, party), 1);
  EXPECT_DOUBLE_EQ(measured(puzzle, puzzle.features[1].measure, party), 2.0 / 3);
  EXPECT_DOUBLE_EQ(measured(puzzle, puzzle.objectives[1].measure, party), 2);
  const Feature healers = feature_of(puzzle, puzzle.features[0]);
  EXPECT_DOUBLE_EQ(healers.least, -0.5);
  EXPECT_DOUBLE_EQ(healers.most, 2.5);
}

TEST(PartyMeasure, WhereNothingElseIsAColumnOfNames) {
  const std::string alone = R"(features = ["count roles=mage"]
[pool]
file = "heroes.csv"
many = ["roles"]
[formation]
nodes = 2
[objective]
property = "price"
)";
  const Puzzle puzzle = read_texts(alone);
  EXPECT_DOUBLE_EQ(measured(puzzle, puzzle.features[0].measure, {0, 3}), 2);
  EXPECT_EQ(features_of(puzzle).size(), 1U);
}

TEST(PartyMeasure, TheConfigurationMayCountSeveralValues) {
  const Puzzle puzzle = read_configured(unrestricted(""), R"(objectives = ["price", "share roles=mage"])");
  EXPECT_DOUBLE_EQ(measured(puzzle, puzzle.objectives[1].measure, {0, 1, 2}), 1.0 / 3);
}

TEST(PartyMeasure, ARuleOnTheSameCountCutsItsRange) {
  const Puzzle puzzle = read_texts(unrestricted(R"(features = ["count roles=mage"])") +
                                   "[[requirement]]\nkind = \"count\"\nproperty = \"roles\"\n"
                                   "value = \"mage\"\nat_least = 2\n");
  const Feature mages = feature_of(puzzle, puzzle.features[0]);
  EXPECT_DOUBLE_EQ(mages.least, 1.5);
  EXPECT_DOUBLE_EQ(mages.most, 3.5);
}

TEST(PartyMeasure, MistakesAreNamedWithWhatWouldBeRight) {
  const auto has = [](const std::string& lists, const std::string& part) {
    const std::string found = refusal(lists);
    EXPECT_NE(found.find(part), std::string::npos) << found;
    EXPECT_NE(found.find("puzzle.toml:1:"), std::string::npos) << found;
  };
  has(R"(features = ["mean levle"])", "did you mean 'level'?");
  has(R"(features = ["maen level"])", "did you mean 'mean'?");
  has(R"(features = ["count race=elv"])", "no hero whose race is 'elv'; did you mean 'elf'?");
  has(R"(features = ["count race"])", "names no value");
  has(R"(features = ["distinct"])", "of which column?");
  has(R"(features = ["synergy level"])", "is no measure");
  has(R"(features = ["distinct roles"])", "a hero has several values of 'roles'");
  has(R"(features = ["mean roles"])", "a hero has several values of 'roles'");
  has(R"(objectives = ["price", "most roles"])", "a hero has several values of 'roles'");
  has(R"(features = ["count roles=mago"])", "no hero whose roles is 'mago'; did you mean 'mage'?");
  has(R"(features = ["mean level from 90 to 70"])", "'mean level from 70 to 90'");
  has(R"(features = ["mean level in 0 cells"])", "'mean level in 20 cells'");
  has(R"(objectives = ["price reference x"])", "'price reference 20000'");
  has(R"(objectives = ["price", "maximise price"])", "'price' stands in objectives twice");
}

}  // namespace
}  // namespace skerry::party
