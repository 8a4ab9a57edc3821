#include "skerry/app/settings.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

const std::vector<std::string> names = {"population",     "offspring", "mutation_rate",
                                        "crossover_rate", "at",        "to"};

TEST(NearestName, FindsSlipsOfThePen) {
  EXPECT_EQ(nearest_name("mutatoin_rate", names), "mutation_rate");
  EXPECT_EQ(nearest_name("mutationrate", names), "mutation_rate");
  EXPECT_EQ(nearest_name("Population", names), "population");
  EXPECT_EQ(nearest_name("offsprings", names), "offspring");
  EXPECT_EQ(nearest_name("ta", names), "at");
}

TEST(NearestName, LeavesOtherWordsAlone) {
  EXPECT_EQ(nearest_name("colour", names), std::nullopt);
  EXPECT_EQ(nearest_name("xy", names), std::nullopt);
  EXPECT_EQ(nearest_name("", names), std::nullopt);
  EXPECT_EQ(nearest_name("population", {}), std::nullopt);
}

TEST(NearestName, PrefersTheNearerOfTwo) {
  EXPECT_EQ(nearest_name("level", {"lever", "level_2", "leve"}), "lever");
  EXPECT_EQ(nearest_name("gear", {"gears_", "gear"}), "gear");
}

}  // namespace
}  // namespace skerry
