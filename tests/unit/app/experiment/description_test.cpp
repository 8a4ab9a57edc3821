#include "app/experiment/description.hpp"

#include "app/experiment/place.hpp"
#include "unit/app/experiment/reader.hpp"

#include <fstream>

#include <gmock/gmock.h>

namespace skerry {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ExperimentDescription, NeedsNoMoreThanAConfiguration) {
  const ExperimentDescription experiment = lab.read("configs = ['a/ring.toml']\n");
  EXPECT_EQ(experiment.name, "mine");
  EXPECT_EQ(experiment.title, "mine");
  EXPECT_EQ(experiment.output, fs::path("results/mine"));
  EXPECT_EQ(experiment.seeds, 1U);
  EXPECT_EQ(experiment.first_seed, 1U);
  ASSERT_EQ(experiment.variants.size(), 1U);
  const Variant& variant = experiment.variants[0];
  EXPECT_EQ(variant.name, "ring");
  EXPECT_EQ(variant.label, "ring");
  EXPECT_EQ(variant.config, fs::path("/lab/a/ring.toml"));
  EXPECT_EQ(variant.islands, 1U);
  EXPECT_EQ(variant.file_of(7), fs::path("ring-7.h5"));
}

TEST(ExperimentDescription, CrossesVariantsWithTheGrid) {
  const std::string text =
      "islands = 3\nset.stop.generations = 5\nconfigs = ['a.toml']\n[grid]\nisland.mutation_rate = [0.1, "
      "0.2]\n"
      "[[variants]]\nname = 'b'\nlabel = 'ours'\nconfig = 'a.toml'\nislands = 5\nset.stop.generations = 9\n";
  EXPECT_THAT(lab.names(text), ElementsAre("a-mutation_rate=0.1", "a-mutation_rate=0.2",
                                           "b-mutation_rate=0.1", "b-mutation_rate=0.2"));
  const Variant last = lab.read(text).variants.back();
  EXPECT_EQ(last.label, "ours, mutation_rate=0.2");
  EXPECT_EQ(last.islands, 5U);
  EXPECT_THAT(lab.settings(text, last.name), ElementsAre("stop.generations=9", "island.mutation_rate=0.2"));
  EXPECT_EQ(lab.read(text).variants.front().islands, 3U);
  EXPECT_EQ(lab.read(text).variants.front().label, "mutation_rate=0.1");
}

TEST(ExperimentDescription, NamesFilesSoThatNoShellMinds) {
  EXPECT_THAT(lab.names("variants = [{ name = 'a b/../$c', config = 'a.toml' }]\n"),
              ElementsAre("a_b_..__c"));
  EXPECT_THAT(lab.names("configs = ['a.toml']\n[grid]\nproblem.instance = ['x/y.toml', 'ö']\n"),
              ElementsAre("a-instance=x_y.toml", "a-instance=__"));
}

TEST(ExperimentDescription, TellsItsMistakes) {
  EXPECT_THAT(lab.mistake(""), HasSubstr("nothing to run"));
  EXPECT_THAT(lab.mistake("config = 'a.toml'\nseed = 3\n"), HasSubstr("did you mean 'seeds'?"));
  EXPECT_THAT(lab.mistake("configs = ['a.toml', 'b/a.toml']\n"), HasSubstr("two variants are called a"));
  EXPECT_THAT(lab.mistake("configs = ['a.toml', 'b.toml']\nseeds = 500001\n"),
              HasSubstr("the experiment has 1000002 runs; 1000000 at most ("));
  EXPECT_THAT(lab.mistake("config = 'a.toml'\nseeds = 0\n"), HasSubstr("seeds is 0"));
  EXPECT_THAT(lab.mistake("[[variants]]\nname = 'a'\n"), HasSubstr("config"));
  EXPECT_THAT(lab.mistake("variants = [{ config = 'a.toml', construct.guided = true }]\n"),
              HasSubstr("attempts"));
  EXPECT_THAT(message_of<UsageError>([&] {
                Files files;
                read_experiment("/nowhere/none.toml", files, {});
              }),
              HasSubstr("none.toml"));
}

TEST(ExperimentDescription, NamesTheKeysThatOldOnesBecame) {
  EXPECT_THAT(lab.mistake("[[variant]]\nconfig = 'a.toml'\n"), HasSubstr("variant is called variants now"));
  EXPECT_THAT(lab.mistake("config = 'a.toml'\n[[published]]\nwhat = 'w'\n"), HasSubstr("is called claims"));
}

TEST(ExperimentDescription, MarksTheBaselineOfEveryInstance) {
  const std::string text =
      "config = 'x.toml'\ninstances = [{ name = 'a' }, { name = 'b' }]\n"
      "variants = [{ name = 'v' }, { name = 'w' }]\n";
  std::vector<std::string> marked;
  for (const Variant& variant : lab.read(text + "baseline = 'w'\n").variants) {
    if (variant.baseline) marked.push_back(variant.name);
  }
  EXPECT_THAT(marked, ElementsAre("a-w", "b-w"));
  const ExperimentDescription experiment = lab.read(text + "baseline = 'w'\n");
  EXPECT_FALSE(manifest_of(experiment)["variants"][0].contains("baseline"));
  EXPECT_EQ(manifest_of(experiment)["variants"][1]["baseline"], true);
  EXPECT_THAT(lab.mistake(text + "baseline = 'u'\n"), HasSubstr("there is no variant \"u\""));
  EXPECT_THAT(lab.mistake(text + "baseline = '*'\n"), HasSubstr("the name of one variant, without a *"));
}

TEST(ExperimentDescription, TheManifestSaysWhatTheFolderHolds) {
  const fs::path folder = fs::path(::testing::TempDir()) / "skerry_manifest";
  fs::create_directories(folder);
  const std::string figures = "variant,success_percent,seconds\na,88,about 600\n";
  const ExperimentReader beside(std::map<std::string, std::string>{{"/lab/figures.csv", figures}});
  const ExperimentDescription experiment = beside.read(
      "title = 'T'\nsource = 'S'\nseeds = 2\nfirst_seed = 5\nconfig = 'a.toml'\npublished = 'figures.csv'\n"
      "[[variants]]\nname = 'a'\nlabel = 'l'\nislands = 4\nset.island.mutation_rate = 0.1\n"
      "[[variants]]\nname = 'b'\nconstruct = { attempts = 10, guided = false }\n"
      "[[claims]]\nwhat = 'w'\npublished = 'at least 2'\nfigure = 'f'\nvariants = ['a', 'b']\n");
  write_manifest(experiment, folder);
  std::ifstream stream(folder / "experiment.json");
  const auto json = nlohmann::json::parse(stream);
  EXPECT_EQ(json["format"], "skerry-experiment");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["seeds"], nlohmann::json::parse(R"({"first": 5, "count": 2})"));
  EXPECT_EQ(json["file"], "/lab/mine.toml");
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
  for (const auto& entry : fs::directory_iterator(folder)) EXPECT_NE(entry.path().extension(), ".part");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace skerry
