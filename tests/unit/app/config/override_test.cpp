#include "skerry/app/settings.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

Settings island_configuration(
    std::string_view text = "[island]\npopulation = 10\nselection = 'tournament'\n") {
  return Settings::parse(text, "configs/a.toml", Settings::Kind::configuration);
}

TEST(Override, SetsValuesOfEveryType) {
  Settings settings = island_configuration();
  settings.override("island.population", "20");
  settings.override("island.rate", "1e-3");
  settings.override("island.on", "true");
  settings.override("island.sizes", "[1, 2]");
  settings.override("island.selection", "linear_ranking");
  settings.override("island.quoted", "\"a b\"");
  settings.override("problem.instance", "p.toml");
  settings.override("top", "4");
  const Settings island = settings.table("island");
  EXPECT_EQ(island.integer("population"), 20);
  EXPECT_EQ(island.number("rate"), 1e-3);
  EXPECT_TRUE(island.flag("on", false));
  EXPECT_THAT(island.integers("sizes"), ElementsAre(1, 2));
  EXPECT_EQ(island.text("selection"), "linear_ranking");
  EXPECT_EQ(island.text("quoted"), "a b");
  EXPECT_EQ(settings.integer("top"), 4);
  EXPECT_EQ(settings.table("problem").path("instance"), "p.toml")
      << "relative to the working directory, not to configs/";
  settings.reject_unknown_keys();
}

TEST(Override, OverriddenKeysComeLastAndStayInToml) {
  Settings settings = island_configuration("b = 1\n");
  settings.override("a", "2");
  EXPECT_THAT(settings.keys(), ElementsAre("b", "a"));
  EXPECT_EQ(settings.to_toml(), "a = 2\nb = 1\n");
}

TEST(Override, NoneLiftsAStopRuleAndIsATextElsewhere) {
  Settings settings = island_configuration("[stop]\ngenerations = 5\nseconds = 1\n");
  settings.override("stop.generations", "none");
  settings.override("stop.target", "none");
  settings.override("island.selection", "none");
  EXPECT_THAT(settings.table("stop").keys(), ElementsAre("seconds"));
  EXPECT_EQ(settings.table("island").text("selection"), "none");
}

TEST(Override, MessagesNameTheOption) {
  Settings settings = island_configuration();
  settings.override("island.mutation_rate", "1.4");
  EXPECT_EQ(
      message_of<UsageError>([&] { settings.table("island").number("mutation_rate", 0.2, rate_range); }),
      "mutation_rate is 1.4; a rate lies in [0, 1] (--set island.mutation_rate=1.4)");
  EXPECT_EQ(settings.table("island").where("mutation_rate"), "--set island.mutation_rate=1.4");
}

TEST(Override, UnknownKeysNameTheOption) {
  const auto mistake = [](std::string_view key) {
    Settings settings = island_configuration();
    settings.override(key, "1");
    settings.table("island").integer("population");
    settings.table("island").text("selection");
    return message_of<UsageError>([&] { settings.reject_unknown_keys(); });
  };
  EXPECT_EQ(mistake("island.popluation"),
            "unknown key 'popluation' in [island]; did you mean 'population'? (--set island.popluation=1)");
  EXPECT_EQ(mistake("islnad.population"),
            "unknown key 'islnad' in the file; did you mean 'island'? (--set islnad.population=1)");
}

TEST(Override, RefusesWhatIsNoKey) {
  Settings settings = island_configuration();
  const auto mistake = [&](std::string_view key, std::string_view value) {
    return message_of<UsageError>([&] { settings.override(key, value); });
  };
  EXPECT_THAT(mistake("", "1"), HasSubstr("a part of the key is empty"));
  EXPECT_THAT(mistake("island.", "1"), HasSubstr("a part of the key is empty"));
  EXPECT_THAT(mistake(".population", "1"), HasSubstr("a part of the key is empty"));
  EXPECT_EQ(mistake("island", "1"), "island is a table; set one of its keys at a time (--set island=1)");
  EXPECT_EQ(mistake("trace", "{enabled = false}"),
            "trace is a table; set one of its keys at a time (--set trace={enabled = false})");
  EXPECT_EQ(mistake("island.population.size", "1"),
            "island.population is 10, so no key below it can be set (--set island.population.size=1)");
}

TEST(Override, TakesDecimalNumbersAlone) {
  Settings settings = island_configuration();
  const auto mistake = [&](std::string_view key, std::string_view value) {
    return message_of<UsageError>([&] { settings.override(key, value); });
  };
  EXPECT_EQ(mistake("island.population", "0x10"),
            "island.population has 0x10; numbers of the command line are decimal, as 16 (--set "
            "island.population=0x10)");
  for (const char* value : {"0b11", "0o17", "[1, 0xff]", "[[1, 0b1]]", "[{high = 0x1}]"})
    EXPECT_THAT(mistake("island.population", value), HasSubstr("are decimal, as ")) << value;
  EXPECT_EQ(Settings::parse("n = 0x10\n", "a.toml", Settings::Kind::configuration).integer("n"), 16);
}

TEST(Override, SetsAListOfTables) {
  const auto parts_of = [](Settings settings) {
    std::string text;
    for (const Settings& part : settings.table("problem").tables("genome"))
      text += part.text("name") + std::to_string(part.integer("size", {1, 9}));
    settings.table("problem").text("type", "");
    settings.table("problem").reject_unknown_keys();
    return text;
  };
  const auto settings = [](std::string_view text) {
    return Settings::parse(text, "a.toml", Settings::Kind::configuration);
  };
  for (const char* file :
       {"", "[problem]\ntype = \"t\"\n", "[problem]\ngenome = [{name = \"old\", size = 1}]\n",
        "[[problem.genome]]\nname = \"old\"\nsize = 1\n"}) {
    Settings own = settings(file);
    own.override("problem.genome", R"([{name = "x", size = 2}, {name = "n", size = 3}])");
    EXPECT_EQ(parts_of(own), "x2n3") << file;
    EXPECT_EQ(parts_of(settings(own.to_toml())), "x2n3") << file;
  }
  const auto mistake = [&](std::string_view value) {
    Settings own = settings("[[problem.genome]]\nname = \"old\"\nsize = 1\n");
    return message_of<UsageError>([&] {
      own.override("problem.genome", value);
      parts_of(own);
    });
  };
  EXPECT_EQ(mistake(R"([{name = "x", size = 12}])"),
            R"(size is 12; it lies in [1, 9] (--set problem.genome=[{name = "x", size = 12}]))");
  EXPECT_EQ(mistake(R"([{name = "x"}])"),
            R"([[problem.genome]] lacks the key 'size' (--set problem.genome=[{name = "x"}]))");
  EXPECT_EQ(mistake(R"([{name = "x", size = 1, hihg = 2}])"),
            "unknown key 'hihg' in [[problem.genome]]; known here: name, size (--set problem.genome=[{name = "
            "\"x\", "
            "size = 1, hihg = 2}])");
  EXPECT_EQ(
      mistake("3"),
      "problem.genome is a list of tables; set all of it: --set 'problem.genome=[{ KEY = VALUE, ... }, ...]' "
      "(--set problem.genome=3)");
}

TEST(Override, RefusesWhatIsNoText) {
  Settings settings = island_configuration();
  // Such a value could not be read back after it was written to a trace as TOML.
  EXPECT_THAT(message_of<UsageError>([&] { settings.override("run.output", "B\xF6rse.h5"); }),
              HasSubstr("not UTF-8"));
  EXPECT_THAT(message_of<UsageError>([&] { settings.override("run.\xFF", "1"); }), HasSubstr("not UTF-8"));
  settings.override("run.output", "B\xC3\xB6rse.h5");
  EXPECT_EQ(settings.table("run").text("output"), "B\xC3\xB6rse.h5");
}

TEST(Override, RefusesAKeyOfManyParts) {
  Settings settings = island_configuration();
  std::string key = "a";
  for (int parts = 1; parts < 64; ++parts) key += ".a";
  settings.override(key, "1");
  EXPECT_THAT(message_of<UsageError>([&] { island_configuration().override(key + ".a", "1"); }),
              HasSubstr("more than 64 parts"));
  EXPECT_THAT(message_of<UsageError>([&] { island_configuration().override("a", "[{" + key + ".a = 1}]"); }),
              HasSubstr("more than 64 parts"));
  const std::string list = std::string(65, '[') + std::string(65, ']');
  EXPECT_THAT(message_of<UsageError>([&] { island_configuration().override("a", list); }),
              HasSubstr("more than 64 deep (--set a=[["));
}

TEST(ToToml, HoldsTheDefaultsOfTheKeysThatWereRead) {
  const Settings settings = island_configuration("[island]\npopulation = 10\n[[rule]]\nkind = 'total'\n");
  settings.table("island").number("rate", 0.25, rate_range);
  settings.table("run").integer("seed", 1, count_range);
  for (const Settings& rule : settings.tables("rule")) rule.integer("at_most", 3, count_range);
  const Settings again = island_configuration(settings.to_toml());
  EXPECT_EQ(again.table("island").integer("population"), 10);
  EXPECT_EQ(again.table("island").number("rate"), 0.25);
  EXPECT_EQ(again.table("run").integer("seed"), 1);
  ASSERT_EQ(again.tables("rule").size(), 1U);
  EXPECT_EQ(again.tables("rule")[0].text("kind"), "total");
  EXPECT_EQ(again.tables("rule")[0].integer("at_most"), 3);
  EXPECT_FALSE(again.has("absent"));
}

TEST(ToToml, WritesWhatReadsBackTheSame) {
  const std::string text = R"("a key" = "quote \" and \\"
edges = [[0, 1], [1, 2]]
empty = []
rate = 0.2
small = 1e-20
target = 3.0
when = 2024-01-01

[island]
population = 10

[[island.override]]
islands = [0]

[[island.override]]
islands = [1]
)";
  EXPECT_EQ(island_configuration(text).to_toml(), text);
}

/// A relative path in the file starts at the file's folder, one on the command line at the working directory.
TEST(Override, APathIsAbsoluteInTheEffectiveConfiguration) {
  Settings settings =
      Settings::parse("[problem]\npool = 'q.csv'\n", "far/a.toml", Settings::Kind::configuration);
  settings.override("problem.instance", "sub/p.toml");
  settings.override("problem.other", "/data/o.toml");
  const Settings problem = settings.table("problem");
  EXPECT_EQ(problem.path("instance"), "sub/p.toml");
  EXPECT_EQ(problem.path("other"), "/data/o.toml");
  EXPECT_EQ(problem.path("pool"), "far/q.csv");

  const Settings again = Settings::parse(settings.to_toml(), "far/a.toml", Settings::Kind::configuration);
  const Settings same = again.table("problem");
  EXPECT_EQ(same.path("instance"), std::filesystem::current_path() / "sub/p.toml");
  EXPECT_EQ(same.path("other"), "/data/o.toml");
  EXPECT_EQ(same.path("pool"), "far/q.csv");
  EXPECT_EQ(again.to_toml(), settings.to_toml());
}

}  // namespace
}  // namespace skerry
