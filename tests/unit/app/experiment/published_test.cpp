#include "unit/app/experiment/reader.hpp"

#include <gmock/gmock.h>

namespace skerry {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

constexpr const char* text =
    "published = 'mine.csv'\ninstances = [{ name = 'easy_1' }, { name = 'easy_2' }, { name = 'hard' }]\n"
    "variants = [{ name = 'ours', config = 'a.toml' }, { label = 'theirs', config = 'b.toml' }]\n";

ExperimentReader beside(const std::string& table) {
  return ExperimentReader({{"/lab/mine.csv", table}});
}

std::vector<Json> figures(const std::string& table, const std::string& experiment = text) {
  std::vector<Json> figures;
  for (const Variant& variant : beside(table).read(experiment).variants) {
    figures.push_back(Json::parse(variant.published.dump()));
  }
  return figures;
}

std::string published_mistake(const std::string& table) {
  return beside(table).mistake_in_data(text);
}

TEST(Published, StandInATableBesideTheExperiment) {
  const auto found = figures(
      "instance,variant,success_percent,seconds_mean\n"
      "easy_1,theirs,100,\"about 1,000\"\n"
      "hard,ours,,-2.50\n");
  ASSERT_EQ(found.size(), 6U);
  EXPECT_EQ(found[0], Json::object());
  EXPECT_EQ(found[1], Json::parse(R"({"success_percent": 100, "seconds_mean": "about 1,000"})"));
  EXPECT_EQ(found[4], Json::parse(R"({"seconds_mean": -2.5})"));
}

TEST(Published, GoForAllThatARowDescribes) {
  const auto found = figures("variant,instance,best_mean\ntheirs,easy_*,7\n");
  EXPECT_EQ(found[1], Json::parse(R"({"best_mean": 7})"));
  EXPECT_EQ(found[3], Json::parse(R"({"best_mean": 7})"));
  EXPECT_EQ(found[5], Json::object());
  for (const Json& each : figures("instance,best_mean\n*,1\n"))
    EXPECT_EQ(each, Json::parse(R"({"best_mean": 1})"));
}

TEST(Published, GoForEveryPointOfTheGrid) {
  const auto found = figures("variant,best_mean\na,1\n",
                             "configs = ['a.toml']\npublished = 'mine.csv'\n[grid]\nislands = [1, 2]\n");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1], Json::parse(R"({"best_mean": 1})"));
}

TEST(Published, TellMistakesWithTheirPlace) {
  EXPECT_THAT(published_mistake(""), HasSubstr("is empty (/lab/mine.csv:1:1)"));
  EXPECT_THAT(published_mistake("variant,a\nours,\xFF\n"), HasSubstr("not UTF-8 (/lab/mine.csv:2:6)"));
  EXPECT_THAT(published_mistake("best_mean\n3\n"),
              HasSubstr("has a column instance, a column variant, or both"));
  EXPECT_THAT(published_mistake("variant,a,a\n"), HasSubstr("two columns are called a (/lab/mine.csv:1:11)"));
  EXPECT_THAT(published_mistake("variant,,a\n"), HasSubstr("a column has no name (/lab/mine.csv:1:9)"));
  EXPECT_THAT(published_mistake("variant,a\nours,1,2\n"),
              HasSubstr("the row has 3 fields; the header has 2 (/lab/mine.csv:2:1)"));
  EXPECT_THAT(published_mistake("instance,variant,a\nhard,ous,1\n"),
              HasSubstr("there is no variant \"ous\"; did you mean \"ours\"? (/lab/mine.csv:2:6)"));
  EXPECT_THAT(published_mistake("instance,a\nhrd,1\n"), HasSubstr("there is no instance \"hrd\""));
  EXPECT_THAT(published_mistake("instance,a\nhard,1\nh*,2\n"),
              HasSubstr("a of hard-ours is given twice (/lab/mine.csv:3:4)"));
  EXPECT_THAT(published_mistake("instance,a\n\"hard,1\n"), HasSubstr("a quote is opened and never closed"));
}

TEST(Published, AreNotOfPairsThatAreLeftOut) {
  const std::string less =
      std::string(text) + "exceptions = [{ instances = 'hard', variants = 'ours', leave_out = true }]\n";
  EXPECT_THAT(beside("instance,variant,a\nhard,ours,1\n").mistake_in_data(less),
              HasSubstr("the exceptions leave out variant ours of instance hard (/lab/mine.csv:2:1)"));
}

TEST(Claims, AreMadeForEveryInstance) {
  const auto claims =
      ExperimentReader()
          .read(
              "instances = [{ name = 'a', label = 'type 1' }, { name = 'b' }]\n"
              "variants = [{ name = 'x', config = 'x.toml' }, { label = 'y', config = 'y.toml' }]\n"
              "[[claims]]\nwhat = 'p'\npublished = 'not given'\nfigure = 'p_value'\nvariants = ['x', 'y']\n"
              "[[claims]]\nwhat = 'worst'\npublished = 'low'\nfigure = 'worst'\nvariants = 'y'\n")
          .claims;
  ASSERT_EQ(claims.size(), 4U);
  EXPECT_EQ(Json::parse(claims[0].dump()), Json::parse(
                                               R"({"what": "type 1: p", "published": "not given",
                            "figure": "p_value", "variants": ["a-x", "a"]})"));
  EXPECT_EQ(claims[1]["what"], "type 1: worst");
  EXPECT_EQ(claims[3]["what"], "b: worst");
  EXPECT_EQ(claims[3]["variants"].dump(), R"(["b"])");
}

TEST(Claims, NamePointsOfTheGridAndSkipWhatIsLeftOut) {
  const std::string some =
      "config = 'x.toml'\ninstances = [{ name = 'a' }, { name = 'b' }]\nvariants = [{ name = 'v' }, { name = "
      "'w' }]\n"
      "exceptions = [{ instances = 'a', variants = 'w', leave_out = true }]\n[grid]\nislands = [1, 2]\n";
  const std::string claim = "[[claims]]\nwhat = 'w'\npublished = 'p'\nfigure = 'f'\nvariants = ";
  const auto claims = ExperimentReader().read(some + claim + "['w-islands=2', 'v-islands=1']\n").claims;
  ASSERT_EQ(claims.size(), 1U);
  EXPECT_EQ(claims[0]["variants"].dump(), R"(["b-w-islands=2","b-v-islands=1"])");
  EXPECT_THAT(ExperimentReader().mistake(some + claim + "['w']\n"), HasSubstr("there is no variant \"w\""));
  EXPECT_THAT(ExperimentReader().mistake(some + claim + "[]\n"),
              HasSubstr("a claim is about one variant or two"));
  const std::string apart =
      "config = 'x.toml'\ninstances = [{ name = 'a' }, { name = 'b' }]\n"
      "variants = [{ name = 'v' }, { name = 'w' }]\nexceptions = [{ instances = 'a', variants = 'w', "
      "leave_out = true "
      "},\n{ instances = 'b', variants = 'v', leave_out = true }]\n";
  EXPECT_THAT(ExperimentReader().mistake(apart + claim + "['v', 'w']\n"),
              HasSubstr("no instance has both of these variants"));
}

}  // namespace
}  // namespace skerry
