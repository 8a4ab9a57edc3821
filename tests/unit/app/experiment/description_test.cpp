#include "app/experiment/description.hpp"

#include "skerry/app/files.hpp"
#include "skerry/error.hpp"

#include "app/experiment/manifest.hpp"
#include "unit/app/config/message.hpp"

#include <fstream>

#include <gmock/gmock.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ExperimentDescriptionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(::testing::TempDir()) / ("skerry_experiment_" + std::string(test->name()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  ExperimentDescription read(const std::string& text) {
    Files files;
    files.provide(folder_ / "mine.toml", text);
    return read_experiment(folder_ / "mine.toml", files);
  }
  std::vector<std::string> names(const std::string& text) {
    std::vector<std::string> names;
    for (const Variant& variant : read(text).variants) names.push_back(variant.name);
    return names;
  }
  std::string mistake(const std::string& text) {
    return message_of<UsageError>([&] { read(text); });
  }

  fs::path folder_;
};

TEST_F(ExperimentDescriptionTest, NeedsNoMoreThanAConfiguration) {
  const ExperimentDescription experiment = read("configs = ['a/ring.toml']\n");
  EXPECT_EQ(experiment.name, "mine");
  EXPECT_EQ(experiment.title, "mine");
  EXPECT_EQ(experiment.output, fs::path("results/mine"));
  EXPECT_EQ(experiment.seeds, 1U);
  EXPECT_EQ(experiment.first_seed, 1U);
  ASSERT_EQ(experiment.variants.size(), 1U);
  const Variant& variant = experiment.variants[0];
  EXPECT_EQ(variant.name, "ring");
  EXPECT_EQ(variant.label, "ring");
  EXPECT_EQ(variant.config, folder_ / "a/ring.toml");
  EXPECT_EQ(variant.islands, 1U);
  EXPECT_EQ(variant.file_of(7), fs::path("ring-7.h5"));
}

TEST_F(ExperimentDescriptionTest, CrossesVariantsWithTheGrid) {
  const std::string text =
      "islands = 3\nset.stop.generations = 5\nconfigs = ['a.toml']\n[grid]\nisland.mutation_rate = [0.1, "
      "0.2]\n"
      "[[variant]]\nname = 'b'\nlabel = 'ours'\nconfig = 'a.toml'\nislands = 5\nset.stop.generations = 9\n";
  EXPECT_THAT(names(text), ElementsAre("a-mutation_rate=0.1", "a-mutation_rate=0.2", "b-mutation_rate=0.1",
                                       "b-mutation_rate=0.2"));
  const Variant last = read(text).variants.back();
  EXPECT_EQ(last.label, "ours, mutation_rate=0.2");
  EXPECT_EQ(last.islands, 5U);
  std::vector<std::string> settings;
  for (const auto& [key, value] : last.settings) settings.push_back(key + "=" + value);
  EXPECT_THAT(settings, ElementsAre("stop.generations=5", "stop.generations=9", "island.mutation_rate=0.2"));
  EXPECT_EQ(read(text).variants.front().islands, 3U);
}

TEST_F(ExperimentDescriptionTest, NamesFilesSoThatNoShellMinds) {
  EXPECT_THAT(names("[[variant]]\nname = 'a b/../$c'\nconfig = 'a.toml'\n"), ElementsAre("a_b_..__c"));
  EXPECT_THAT(names("configs = ['a.toml']\n[grid]\nproblem.instance = ['x/y.toml', 'ö']\n"),
              ElementsAre("a-instance=x_y.toml", "a-instance=__"));
}

TEST_F(ExperimentDescriptionTest, TellsItsMistakes) {
  EXPECT_THAT(mistake(""), HasSubstr("nothing to run"));
  EXPECT_THAT(mistake("configs = ['a.toml']\nseed = 3\n"), HasSubstr("did you mean 'seeds'?"));
  EXPECT_THAT(mistake("configs = ['a.toml', 'b/a.toml']\n"), HasSubstr("two variants are called a"));
  EXPECT_THAT(mistake("configs = ['a.toml', 'b.toml']\nseeds = 500001\n"),
              HasSubstr("the experiment has 1000002 runs; 1000000 at most ("));
  EXPECT_THAT(mistake("configs = ['a.toml']\nseeds = 0\n"), HasSubstr("seeds is 0"));
  EXPECT_THAT(mistake("[[variant]]\nname = 'a'\n"), HasSubstr("config"));
  EXPECT_THAT(mistake("[[variant]]\nconfig = 'a.toml'\nconstruct.guided = true\n"), HasSubstr("attempts"));
  EXPECT_THAT(mistake("[[variant]]\nconfig = 'a.toml'\npublished.x = [1]\n"),
              HasSubstr("a published figure is a number or a text"));
  EXPECT_THAT(mistake("configs = ['ring.toml']\n[[published]]\nwhat = 'w'\npublished = 'p'\nfigure = 'f'\n"
                      "variants = ['rong']\n"),
              HasSubstr("there is no variant \"rong\"; did you mean \"ring\"?"));
  EXPECT_THAT(message_of<UsageError>([&] {
                Files files;
                read_experiment(folder_ / "none.toml", files);
              }),
              HasSubstr("none.toml"));
}

TEST_F(ExperimentDescriptionTest, TheManifestSaysWhatTheFolderHolds) {
  const ExperimentDescription experiment = read(
      "title = 'T'\nsource = 'S'\nseeds = 2\nfirst_seed = 5\n"
      "[[variant]]\nname = 'a'\ninstance = 'i'\nlabel = 'l'\nconfig = 'a.toml'\nislands = 4\n"
      "set.island.mutation_rate = 0.1\npublished.success_percent = 88\npublished.seconds = 'about 600'\n"
      "[[variant]]\nname = 'b'\nconfig = 'a.toml'\nconstruct = { attempts = 10, guided = false }\n"
      "[[published]]\nwhat = 'w'\npublished = 'at least 2'\nfigure = 'f'\nvariants = ['a', 'b']\n");
  write_manifest(experiment, folder_);
  std::ifstream stream(folder_ / "experiment.json");
  const auto json = nlohmann::json::parse(stream);
  EXPECT_EQ(json["format"], "skerry-experiment");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["seeds"], nlohmann::json::parse(R"({"first": 5, "count": 2})"));
  EXPECT_EQ(json["file"], (folder_ / "mine.toml").string());
  const auto& a = json["variants"][0];
  EXPECT_EQ(a["runs"], nlohmann::json::parse(R"(["a-5.h5", "a-6.h5"])"));
  EXPECT_EQ(a["settings"], nlohmann::json::parse(R"({"island.mutation_rate": "0.1"})"));
  EXPECT_EQ(a["published"], nlohmann::json::parse(R"({"success_percent": 88, "seconds": "about 600"})"));
  const auto& b = json["variants"][1];
  EXPECT_EQ(b["construct"], nlohmann::json::parse(R"({"attempts": 10, "guided": false})"));
  EXPECT_EQ(b["runs"], nlohmann::json::parse(R"(["b-5.csv", "b-6.csv"])"));
  EXPECT_EQ(json["published"],
            nlohmann::json::parse(
                R"([{"what": "w", "published": "at least 2", "figure": "f", "variants": ["a", "b"]}])"));
  for (const auto& entry : fs::directory_iterator(folder_)) EXPECT_NE(entry.path().extension(), ".part");
}

}  // namespace
}  // namespace skerry
