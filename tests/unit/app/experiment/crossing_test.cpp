#include "unit/app/experiment/reader.hpp"

#include <gmock/gmock.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* sizes =
    "instances = [{ name = 'small', set.problem.size = 5 },\n"
    "             { name = 'large', label = 'a large one', set.problem.size = 9, set.stop.generations = 7 "
    "}]\n"
    "variants = [{ name = 'ring', config = 'a.toml', set.migration.topology = 'ring' },\n"
    "            { name = 'alone', label = 'one island', config = 'b.toml', set.stop.generations = 8 }]\n";

std::string with(const std::string& more) {
  return sizes + more + "\n";
}

TEST(Crossing, RunsEveryVariantOnEveryInstance) {
  EXPECT_THAT(lab.names(sizes), ElementsAre("small-ring", "small-alone", "large-ring", "large-alone"));
  const auto variants = lab.read(sizes).variants;
  EXPECT_EQ(variants[0].instance, "small");
  EXPECT_EQ(variants[0].label, "ring");
  EXPECT_EQ(variants[3].instance, "a large one");
  EXPECT_EQ(variants[3].label, "one island");
  EXPECT_EQ(variants[3].config, fs::path("/lab/b.toml"));
}

TEST(Crossing, LetsTheVariantSayMoreThanItsInstanceAndBothMoreThanAll) {
  const std::string text = with("set.stop.generations = 6");
  EXPECT_THAT(lab.settings(text, "small-ring"),
              ElementsAre("stop.generations=6", "problem.size=5", "migration.topology=\"ring\""));
  EXPECT_THAT(lab.settings(text, "large-ring"),
              ElementsAre("stop.generations=7", "problem.size=9", "migration.topology=\"ring\""));
  EXPECT_THAT(lab.settings(text, "large-alone"), ElementsAre("stop.generations=8", "problem.size=9"));
}

TEST(Crossing, NamesTheInstanceInConfigurations) {
  const std::string text =
      "config = '{instance}/{instance}.toml'\ninstances = [{ name = 'a' }, { name = 'b' }]\n";
  EXPECT_THAT(lab.names(text), ElementsAre("a", "b"));
  EXPECT_EQ(lab.read(text).variants[1].config, fs::path("/lab/b/b.toml"));
  EXPECT_EQ(lab.read(text).variants[1].label, "b");
  EXPECT_THAT(lab.mistake("config = '{instance}.toml'\n"),
              HasSubstr("/lab/{instance}.toml has {instance} in it, and the experiment no instances"));
}

TEST(Crossing, TakesTheExperimentsConfigurationWhereAVariantHasNone) {
  const auto variants =
      lab.read("config = 'a.toml'\nvariants = [{ name = 'x' }, { name = 'y', config = 'b.toml' }]\n")
          .variants;
  EXPECT_EQ(variants[0].config, fs::path("/lab/a.toml"));
  EXPECT_EQ(variants[1].config, fs::path("/lab/b.toml"));
  EXPECT_THAT(lab.mistake("config = 'a.toml'\nconfigs = ['b.toml']\n"),
              HasSubstr("there is no such variant beside configs"));
}

TEST(Crossing, LeavesPairsOut) {
  EXPECT_THAT(lab.names(with("exceptions = [{ instances = 'large', variants = 'alone', leave_out = true }]")),
              ElementsAre("small-ring", "small-alone", "large-ring"));
  EXPECT_THAT(lab.names(with("exceptions = [{ variants = ['r*'], leave_out = true }]")),
              ElementsAre("small-alone", "large-alone"));
  EXPECT_THAT(lab.mistake(with("exceptions = [{ leave_out = true }]")),
              HasSubstr("the exceptions leave out all that there is to run (/lab/mine.toml:5:"));
}

TEST(Crossing, GivesPairsValuesOfTheirOwnTheLastExceptionWinning) {
  const std::string text = with(
      "exceptions = [{ instances = ['*'], set.stop.generations = 1, islands = 3 },\n"
      "              { variants = 'alone', set.stop.generations = 2 },\n"
      "              { instances = 'small', variants = 'ring', unset = 'problem.size' }]");
  EXPECT_THAT(lab.settings(text, "small-ring"),
              ElementsAre("migration.topology=\"ring\"", "stop.generations=1"));
  EXPECT_THAT(lab.settings(text, "large-alone"), ElementsAre("problem.size=9", "stop.generations=2"));
  EXPECT_EQ(lab.read(text).variants[0].islands, 3U);
}

TEST(Crossing, TellsMistakesInExceptions) {
  EXPECT_THAT(lab.mistake(with("exceptions = [{ instances = 'smal', leave_out = true }]")),
              HasSubstr("there is no instance \"smal\"; did you mean \"small\"? (/lab/mine.toml:5:"));
  EXPECT_THAT(lab.mistake(with("exceptions = [{ variants = 'a*x', islands = 2 }]")),
              HasSubstr("there is no variant \"a*x\""));
  EXPECT_THAT(lab.mistake(with("exceptions = [{ variants = 'alone' }]")),
              HasSubstr("an exception needs one of these keys"));
  EXPECT_THAT(lab.mistake(with("exceptions = [{ variants = 'alone', unset = 'stop.second' }]")),
              HasSubstr("unset names stop.second, which is set nowhere here"));
  EXPECT_THAT(lab.mistake(with("exceptions = [{ islands = 2, leaveout = true }]")),
              HasSubstr("'leave_out'?"));
}

TEST(Crossing, TellsMistakesInInstancesAndVariants) {
  EXPECT_THAT(lab.mistake("config = 'a.toml'\ninstances = [{ label = 'a' }]\n"), HasSubstr("name"));
  EXPECT_THAT(lab.mistake("config = 'a.toml'\ninstances = [{ name = '' }]\n"), HasSubstr("name is empty"));
  EXPECT_THAT(lab.mistake("config = 'a.toml'\ninstances = [{ name = 'a' }, { name = 'a' }]\n"),
              HasSubstr("two variants are called a"));
  EXPECT_THAT(lab.mistake("config = 'a.toml'\ninstances = ['a']\n"), HasSubstr("it is a list of tables"));
  EXPECT_THAT(lab.mistake("instances = [{ name = 'a' }]\n"), HasSubstr("nothing to run"));
}

}  // namespace
}  // namespace skerry
