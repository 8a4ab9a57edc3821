#include "skerry/error.hpp"

#include "app/experiment/description.hpp"
#include "unit/app/config/message.hpp"

#include <gmock/gmock.h>

namespace skerry {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<GridPoint> points(std::string_view toml) {
  return grid_points(Settings::parse(toml, "a.toml", Settings::Kind::configuration).table("grid"));
}

std::vector<std::string> grid_names(std::string_view toml) {
  std::vector<std::string> names;
  for (const GridPoint& point : points(toml)) names.push_back(point.name);
  return names;
}

std::string grid_mistake(std::string_view toml) {
  return message_of<UsageError>([&] { points(toml); });
}

TEST(Grid, HasOnePointWithoutAxes) {
  const auto all = points("");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].name, "");
  EXPECT_TRUE(all[0].settings.empty());
  EXPECT_FALSE(all[0].islands);
}

TEST(Grid, CombinesAllValuesTheLastKeyFastest) {
  EXPECT_THAT(grid_names("[grid]\nisland.mutation_rate = [0.1, 0.2]\nisland.population = [10, 20]\n"),
              ElementsAre("mutation_rate=0.1-population=10", "mutation_rate=0.1-population=20",
                          "mutation_rate=0.2-population=10", "mutation_rate=0.2-population=20"));
}

TEST(Grid, SetsKeysByTheirWholePathAndIslandsApart) {
  const auto all = points("[grid]\nmigration.topology = ['ring', 'none']\nislands = [1, 4]\n");
  ASSERT_EQ(all.size(), 4U);
  ASSERT_EQ(all[3].settings.size(), 1U);
  EXPECT_EQ(all[3].settings[0].key, "migration.topology");
  EXPECT_EQ(all[3].settings[0].value, "\"none\"");
  EXPECT_EQ(all[3].islands, 4U);
}

TEST(Grid, NamesKeysInFullWhereTheirEndsAreTheSame) {
  EXPECT_THAT(grid_names("[grid]\nstop.seconds = [1]\ncheckpoint.seconds = [2]\nrun.seed = [3]\n"),
              ElementsAre("stop.seconds=1-checkpoint.seconds=2-seed=3"));
}

TEST(Grid, TakesListsOfLists) {
  const auto all = points("[grid]\nproblem.sizes = [[1, 2], [3]]\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].settings[0].value, "[1, 2]");
}

TEST(Grid, RefusesWhatIsNoList) {
  EXPECT_THAT(grid_mistake("[grid]\nisland.mutation_rate = 0.1\n"),
              HasSubstr("island.mutation_rate is 0.1; in [grid] it is a list of values (a.toml:2:"));
  EXPECT_THAT(grid_mistake("[grid]\nisland.mutation_rate = []\n"), HasSubstr("is []; in [grid]"));
  EXPECT_THAT(grid_mistake("[grid]\nislands = [1, 0]\n"),
              HasSubstr("islands has 0; numbers of islands are whole"));
  EXPECT_THAT(grid_mistake("[grid]\nislands = [1.5]\n"), HasSubstr("islands has 1.5"));
  EXPECT_THAT(grid_mistake("[grid]\na.b = [1, 2, 1]\n"), HasSubstr("the same value twice"));
}

TEST(Grid, RefusesToGrowWithoutBounds) {
  std::string list = "0";
  for (int i = 1; i < 1001; ++i) list += ", " + std::to_string(i);
  EXPECT_THAT(grid_mistake("[grid]\na.x = [" + list + "]\na.y = [" + list + "]\n"),
              HasSubstr("more than 100000 points"));
}

}  // namespace
}  // namespace skerry
