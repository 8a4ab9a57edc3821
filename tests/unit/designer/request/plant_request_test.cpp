#include "designer/request/plant_request.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace plant_request_test {

constexpr std::string_view frame = R"([pool]
heroes = 600
[formation]
names = ["front", "left", "right", "back"]
edges = [[0, 1], [0, 2], [1, 3], [2, 3]]
[[formation.restriction]]
node = 3
property = "class"
values = ["healer", "druid"]
[objective]
property = "price"
[synergy]
at_least = 0.5
traits = ["race", "religion", "nation"]
)";

std::string requirement(std::string_view kind, std::string_view property, std::string_view bounds) {
  return fmt::format("[[requirement]]\nkind = \"{}\"\nproperty = \"{}\"\n{}\n", kind, property, bounds);
}

Request plant(const std::string& text, std::uint64_t seed = 1) {
  Files files;
  files.replace({{"dir/request.toml", text}});
  return plant_request("dir/request.toml", "made/pool.csv", seed, files);
}
std::string refusal(const std::string& text) {
  return message_of<DataError>([&] { plant(text); });
}

const std::string level = requirement("average", "level", "at_least = 78");
const std::string gear = requirement("total", "gear", "at_least = 250\nat_most = 340");
const std::string light = requirement("total", "gear", "at_most = 240");
const std::string elves = requirement("count", "race", "values = [\"elf\", \"dwarf\"]\nat_least = 2");
const std::string commons = requirement("count", "rarity", "value = \"common\"\nat_most = 1");
const std::string faiths = requirement("distinct", "religion", "at_least = 2");

TEST(PlantRequest, TheOptimumIsProvenForAnyLinearRules) {
  for (const std::string& rules : {std::string(), level, level + gear, light, level + elves + commons,
                                   faiths + level + gear + elves + commons}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << "\n" << rules);
      const Puzzle puzzle = plant(std::string(frame) + rules, seed).puzzle;
      ASSERT_TRUE(puzzle.certificate);
      EXPECT_EQ(verify_certificate(puzzle), "");
      EXPECT_EQ(score(puzzle, puzzle.certificate->party), (Score{0, *puzzle.known_optimum}));
      for (const double price : puzzle.pool.numeric[puzzle.objective].value) EXPECT_GE(price, 20);
    }
  }
}

TEST(PlantRequest, SumsAndCountsThatAreMetExactlyHaveMultipliers) {
  const Puzzle puzzle = plant(std::string(frame) + level + light + faiths).puzzle;
  EXPECT_THAT(puzzle.certificate->multipliers, ElementsAre(25, -10, 0));
}

TEST(PlantRequest, OfTwoBoundsOnANumberTheTighterCounts) {
  const Puzzle puzzle =
      plant(std::string(frame) + level + requirement("total", "level", "at_least = 320")).puzzle;
  EXPECT_THAT(puzzle.certificate->multipliers, ElementsAre(0, 25));
}

TEST(PlantRequest, ABoundThatRulesNothingOutHasNoMultiplier) {
  const Puzzle puzzle = plant(std::string(frame) + requirement("average", "level", "at_least = 40")).puzzle;
  EXPECT_THAT(puzzle.certificate->multipliers, ElementsAre(0));
  EXPECT_EQ(*puzzle.known_optimum, 80);
}

TEST(PlantRequest, TheSameSeedMakesTheSamePool) {
  const std::string text = std::string(frame) + level + elves;
  EXPECT_EQ(plant(text).pool_csv, plant(text).pool_csv);
  EXPECT_NE(plant(text).pool_csv, plant(text, 2).pool_csv);
}

TEST(PlantRequest, RefusesWhatItCantPlant) {
  const std::string text = std::string(frame) + level;
  EXPECT_THAT(refusal(text + "[wanted]\nprice = [1, 2]\n"), HasSubstr("a planted puzzle has no [wanted]"));
  EXPECT_THAT(refusal(with(text, "78", "[78, 80]")),
              HasSubstr("at_least is a range; a planted puzzle has one bound"));
  EXPECT_THAT(refusal(with(text, "at_least = 0.5", "at_least = [0.5, 0.6]")),
              HasSubstr("at_least is a range"));
  EXPECT_THAT(refusal(with(text, "heroes = 600", "file = \"a.csv\"")),
              HasSubstr("planted in a generated pool"));
  EXPECT_THAT(refusal(with(text, "\"price\"", "\"gear\"")), HasSubstr("the objective is price, minimised"));
  EXPECT_THAT(refusal(text + requirement("total", "price", "at_most = 900")),
              HasSubstr("no requirement may be on them"));
  EXPECT_THAT(refusal(with(text, "78", "78.1")),
              HasSubstr("asks 4 heroes for a sum of 312.4; to plant an optimum"));
  EXPECT_THAT(refusal(with(text, "78", "101")), HasSubstr("no party can meet 'average level at least 101'"));
  const std::string clash = requirement("count", "race", "value = \"elf\"\nat_least = 3") +
                            requirement("count", "race", "value = \"orc\"\nat_least = 2");
  EXPECT_THAT(message_of<Error>([&] { plant(text + clash); }),
              HasSubstr("600 heroes were generated, and no party of them exists that meets the rules"));
}

}  // namespace plant_request_test
}  // namespace skerry::party
