#include "skerry/error.hpp"

#include "app/config/node.hpp"
#include "unit/app/config/bound.hpp"

#include <string>

#include <gmock/gmock.h>

namespace skerry {
namespace {

using testing::HasSubstr;

TEST(RenamedKeys, AnOldKeyIsAnErrorThatNamesTheNewOne) {
  EXPECT_EQ(refusal_of("[island]\npopulation = 10\nrefresh_below = 0.1\n"),
            "refresh_below is called immigrants_below since skerry 0.2.0 (configs/a.toml:3:1)");
  EXPECT_EQ(refusal_of("[[island.override]]\nislands = [0]\nuncrossed = \"copy\"\n"),
            "uncrossed is called without_crossover since skerry 0.2.0 (configs/a.toml:3:1)");
}

TEST(RenamedKeys, SoIsOneThatTheCommandLineSets) {
  Settings settings = Settings::parse("", "a.toml", Settings::Kind::configuration);
  settings.override("island.refresh_share", "0.5");
  bind_configuration(settings);
  EXPECT_EQ(message_of<UsageError>([&] { settings.reject_unknown_keys(); }),
            "refresh_share is called immigrants_share since skerry 0.2.0 (--set island.refresh_share=0.5)");
}

TEST(RenamedKeys, AnOldValueIsAnErrorThatNamesTheNewOne) {
  EXPECT_EQ(refusal_of("[island]\nselection = \"linear_rank\"\n"),
            "selection is \"linear_rank\"; it is called \"linear_ranking\" since skerry 0.2.0 "
            "(configs/a.toml:2:13)");
  EXPECT_THAT(refusal_of("[island]\nwithout_crossover = \"fresh\"\n"), HasSubstr("\"random_immigrant\""));
  EXPECT_EQ(renamed_value("problem", "inference", "heal"), "repair");
}

TEST(RenamedKeys, OfOtherTablesAreNotMeant) {
  EXPECT_EQ(renamed_key("problem", "refresh_below"), std::nullopt);
  EXPECT_EQ(renamed_key("island", "immigrants_below"), std::nullopt);
  EXPECT_EQ(renamed_value("island", "selection", "copy"), std::nullopt);
}

TEST(RenamedKeys, TheConfigurationOfAnOldTraceGetsTheNewOnes) {
  const std::string text = with_current_names(
      "[problem]\ninference = \"heal\"\n"
      "[island]\nrefresh_below = 0.25\nrefresh_share = 0.5\nselection = \"linear_rank\"\nuncrossed = "
      "\"fresh\"\n"
      "[[island.override]]\nislands = [1]\nuncrossed = \"copy\"\n",
      "a.toml");
  EXPECT_THAT(text, HasSubstr("inference = \"repair\""));
  Settings settings = Settings::parse(text, "a.toml", Settings::Kind::configuration);
  const Configuration configuration = bind_configuration(settings);
  EXPECT_EQ(configuration.island.genetic.immigrants_below, 0.25);
  EXPECT_EQ(configuration.island.genetic.immigrants_share, 0.5);
  EXPECT_EQ(bound("[island]\nwithout_crossover = \"random_immigrant\"\n").island.genetic.without_crossover,
            configuration.island.genetic.without_crossover);
  EXPECT_EQ(bound("").island.genetic.without_crossover,
            configuration.island_number(1).genetic.without_crossover);
}

TEST(RenamedKeys, AConfigurationOfTodayStaysAsItIs) {
  const std::string text = "[island]\nimmigrants_below = 0.25\n";
  EXPECT_EQ(with_current_names(text, "a.toml"), text);
}

}  // namespace
}  // namespace skerry
