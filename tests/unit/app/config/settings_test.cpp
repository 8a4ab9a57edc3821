#include "skerry/app/settings.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

Settings configuration(std::string_view text) {
  return Settings::parse(text, "configs/a.toml", Settings::Kind::configuration);
}

template <typename Read>
std::string mistake(std::string_view text, Read&& read) {
  return message_of<UsageError>([&] { read(configuration(text)); });
}

TEST(Settings, ReadsEveryKindOfValue) {
  const Settings settings = configuration(R"(
name = "type 2"
count = 12
rate = 0.25
whole = 3
on = true
sizes = [1, 2, 3]
curve = [0, 0.5, 1]
columns = ["race", "class"]
column = "race"
edges = [[0, 1], [1, 2]]
positions = [[0, 0.5], [-1]]
)");
  EXPECT_EQ(settings.text("name"), "type 2");
  EXPECT_EQ(settings.integer("count"), 12);
  EXPECT_EQ(settings.number("rate"), 0.25);
  EXPECT_EQ(settings.number("whole"), 3.0);
  EXPECT_TRUE(settings.flag("on", false));
  EXPECT_THAT(settings.integers("sizes"), ElementsAre(1, 2, 3));
  EXPECT_THAT(settings.numbers("curve"), ElementsAre(0, 0.5, 1));
  EXPECT_THAT(settings.texts("columns"), ElementsAre("race", "class"));
  EXPECT_THAT(settings.texts("column"), ElementsAre("race"));
  EXPECT_THAT(settings.integer_lists("edges"), ElementsAre(ElementsAre(0, 1), ElementsAre(1, 2)));
  EXPECT_THAT(settings.number_lists("positions"), ElementsAre(ElementsAre(0, 0.5), ElementsAre(-1)));
  settings.reject_unknown_keys();
}

TEST(Settings, FallsBackWhereAKeyIsAbsent) {
  const Settings settings = configuration("");
  EXPECT_EQ(settings.integer("count", 7, positive_range), 7);
  EXPECT_EQ(settings.number("rate", 0.5, rate_range), 0.5);
  EXPECT_TRUE(settings.flag("on", true));
  EXPECT_EQ(settings.text("name", "none"), "none");
  EXPECT_EQ(settings.choice("kind", "ring", {"ring", "torus"}), "ring");
  EXPECT_EQ(settings.path("file", "results/a.h5"), "results/a.h5");
  EXPECT_THAT(settings.integers("sizes"), IsEmpty());
  EXPECT_THAT(settings.numbers("curve"), IsEmpty());
  EXPECT_THAT(settings.texts("columns"), IsEmpty());
  EXPECT_THAT(settings.integer_lists("edges"), IsEmpty());
  EXPECT_THAT(settings.number_lists("positions"), IsEmpty());
  EXPECT_THAT(settings.tables("requirement"), IsEmpty());
  EXPECT_FALSE(settings.has("count"));
  EXPECT_THAT(settings.table("island").keys(), IsEmpty());
}

TEST(Settings, NamesTheMissingKeyAndItsTable) {
  EXPECT_EQ(mistake("\n[problem]\n", [](const Settings& s) { s.table("problem").text("type"); }),
            "[problem] lacks the key 'type' (configs/a.toml:2:1)");
  EXPECT_EQ(mistake("", [](const Settings& s) { s.integer("seed"); }),
            "the file lacks the key 'seed' (configs/a.toml)");
  EXPECT_EQ(
      mistake("[problem]\n instnace = 'x'\n", [](const Settings& s) { s.table("problem").path("instance"); }),
      "[problem] lacks the key 'instance'; 'instnace' looks like it (configs/a.toml:2:2)");
  EXPECT_EQ(mistake("[[rule]]\nkind = 'total'\n[[rule]]\n",
                    [](const Settings& s) {
                      for (const Settings& rule : s.tables("rule")) rule.text("kind");
                    }),
            "[[rule]] lacks the key 'kind' (configs/a.toml:3:1)");
}

TEST(Settings, ShowsTheValueOfTheWrongType) {
  const auto integer = [](const Settings& s) { s.integer("population"); };
  EXPECT_EQ(mistake("population = 'many'", integer),
            "population is \"many\"; it is a whole number (configs/a.toml:1:14)");
  EXPECT_EQ(mistake("population = 10.5", integer),
            "population is 10.5; it is a whole number (configs/a.toml:1:14)");
  EXPECT_EQ(mistake("population = {a = 1}", integer),
            "population is a table; it is a whole number (configs/a.toml:1:14)");
  EXPECT_EQ(mistake("rate = true", [](const Settings& s) { s.number("rate"); }),
            "rate is true; it is a number (configs/a.toml:1:8)");
  EXPECT_EQ(mistake("on = 1", [](const Settings& s) { s.flag("on", false); }),
            "on is 1; it is true or false (configs/a.toml:1:6)");
  EXPECT_EQ(mistake("name = 3", [](const Settings& s) { s.text("name"); }),
            "name is 3; it is a text in quotes (configs/a.toml:1:8)");
  EXPECT_EQ(mistake("file = 2024-01-01", [](const Settings& s) { s.path("file"); }),
            "file is 2024-01-01; it is a text in quotes (configs/a.toml:1:8)");
  EXPECT_EQ(mistake("file = ''", [](const Settings& s) { s.path("file"); }),
            "file is \"\"; it is the name of a file (configs/a.toml:1:8)");
  EXPECT_EQ(mistake("island = 3", [](const Settings& s) { s.table("island"); }),
            "island is 3; it is a table (configs/a.toml:1:10)");
  EXPECT_EQ(mistake("[rule]\n", [](const Settings& s) { s.tables("rule"); }),
            "rule is a table; it is a list of tables (configs/a.toml:1:1)");
  EXPECT_EQ(mistake("rule = [{a = 1}, 2]", [](const Settings& s) { s.tables("rule"); }),
            "rule is 2; it is a list of tables (configs/a.toml:1:18)");
}

TEST(Settings, ShowsTheElementOfTheWrongType) {
  EXPECT_EQ(mistake("sizes = 3", [](const Settings& s) { s.integers("sizes"); }),
            "sizes is 3; it is a list of whole numbers (configs/a.toml:1:9)");
  EXPECT_EQ(mistake("sizes = [\n  1,\n  'two'\n]", [](const Settings& s) { s.integers("sizes"); }),
            "sizes is \"two\"; it is a whole number (configs/a.toml:3:3)");
  EXPECT_EQ(mistake("curve = [0, nan]", [](const Settings& s) { s.numbers("curve"); }),
            "curve is nan; it is a finite number (configs/a.toml:1:13)");
  EXPECT_EQ(mistake("columns = ['race', 4]", [](const Settings& s) { s.texts("columns"); }),
            "columns is 4; it is a text in quotes (configs/a.toml:1:20)");
  EXPECT_EQ(mistake("edges = [[0, 1], 2]", [](const Settings& s) { s.integer_lists("edges"); }),
            "edges is 2; it is a list of lists of whole numbers (configs/a.toml:1:18)");
  EXPECT_EQ(mistake("edges = [[0, 1], [1, 'b']]", [](const Settings& s) { s.integer_lists("edges"); }),
            "edges is \"b\"; it is a whole number (configs/a.toml:1:22)");
  EXPECT_EQ(mistake("positions = [[0, 1], 2]", [](const Settings& s) { s.number_lists("positions"); }),
            "positions is 2; it is a list of lists of numbers (configs/a.toml:1:22)");
  EXPECT_EQ(mistake("positions = [[0, inf]]", [](const Settings& s) { s.number_lists("positions"); }),
            "positions is inf; it is a finite number (configs/a.toml:1:18)");
}

TEST(Settings, RefusesNumbersOutOfRange) {
  const auto rate = [](const Settings& s) { s.number("mutation_rate", 0.2, rate_range); };
  EXPECT_EQ(mistake("mutation_rate = 1.4", rate),
            "mutation_rate is 1.4; a rate lies in [0, 1] (configs/a.toml:1:17)");
  EXPECT_EQ(mistake("mutation_rate = -1", rate),
            "mutation_rate is -1; a rate lies in [0, 1] (configs/a.toml:1:17)");
  EXPECT_EQ(mistake("bits = 5000",
                    [](const Settings& s) {
                      s.integer("bits", {2, 1024});
                    }),
            "bits is 5000; it lies in [2, 1024] (configs/a.toml:1:8)");
  EXPECT_EQ(mistake("every = 0", [](const Settings& s) { s.integer("every", 10, positive_range); }),
            "every is 0; it is at least 1 (configs/a.toml:1:9)");
  EXPECT_EQ(
      mistake("depth = 4", [](const Settings& s) { s.integer("depth", Range<std::int64_t>{.most = 3}); }),
      "depth is 4; it is at most 3 (configs/a.toml:1:9)");
}

TEST(Settings, RefusesNumbersThatAreNone) {
  const auto number = [](const Settings& s) { s.number("target"); };
  for (const std::string value : {"nan", "inf", "-inf", "+nan"}) {
    EXPECT_THAT(mistake("target = " + value, number),
                HasSubstr("it is a finite number (configs/a.toml:1:10)"))
        << value;
  }
}

TEST(Settings, OffersTheNearestChoice) {
  const auto topology = [](const Settings& s) {
    s.choice("topology", "ring", {"fully_connected", "ring", "torus"});
  };
  EXPECT_EQ(mistake("topology = \"rign\"", topology),
            "topology is \"rign\"; it is one of fully_connected, ring, torus; did you mean \"ring\"? "
            "(configs/a.toml:1:12)");
  EXPECT_EQ(mistake("topology = 'star'", topology),
            "topology is \"star\"; it is one of fully_connected, ring, torus (configs/a.toml:1:12)");
}

TEST(Settings, ReadsTablesAndListsOfTables) {
  const Settings settings = configuration(R"(
[island]
population = 10
[[island.override]]
islands = [0]
[[island.override]]
islands = [1, 2]
)");
  const Settings island = settings.table("island");
  EXPECT_EQ(island.integer("population"), 10);
  const auto overrides = island.tables("override");
  ASSERT_EQ(overrides.size(), 2U);
  EXPECT_THAT(overrides[0].integers("islands"), ElementsAre(0));
  EXPECT_THAT(overrides[1].integers("islands"), ElementsAre(1, 2));
  EXPECT_EQ(overrides[1].where(), "configs/a.toml:6:1");
  EXPECT_EQ(overrides[1].where("islands"), "configs/a.toml:7:11");
  EXPECT_EQ(island.where("absent"), "configs/a.toml:2:1");
  EXPECT_EQ(settings.table("absent").where(), "configs/a.toml");
  settings.reject_unknown_keys();
}

TEST(Settings, KeysKeepTheOrderOfTheFile) {
  EXPECT_THAT(configuration("zeta = 1\nalpha = 2\nmiddle = 3\n").keys(),
              ElementsAre("zeta", "alpha", "middle"));
}

TEST(Settings, ListsAllValuesByTheirPath) {
  const Settings settings = configuration(
      "island.mutation_rate = [0.1, 0.25]\nseeds = 5\n[island.inner]\nname = 'ring'\n"
      "[[variant]]\nname = 'a'\n[[variant]]\nname = 'b'\n");
  std::vector<std::string> shown;
  for (const auto& [key, text] : settings.values()) shown.push_back(key + " = " + text);
  EXPECT_THAT(shown, ElementsAre("island.mutation_rate = [0.1, 0.25]", "island.inner.name = \"ring\"",
                                 "seeds = 5", R"(variant = [{name = "a"}, {name = "b"}])"));
  settings.reject_unknown_keys();
}

TEST(Settings, PathsAreRelativeToTheirFile) {
  const Settings settings = configuration("file = 'instances/p.toml'\nfixed = '/data/p.csv'\n");
  EXPECT_EQ(settings.path("file"), "configs/instances/p.toml");
  EXPECT_EQ(settings.path("fixed", "x"), "/data/p.csv");
  EXPECT_EQ(settings.file(), "configs/a.toml");
}

TEST(Settings, RefusesUnknownKeysWithTheNearestName) {
  const auto read = [](const Settings& s) {
    const Settings island = s.table("island");
    island.number("mutation_rate", 0.2, rate_range);
    for (const Settings& entry : island.tables("override")) entry.integers("islands");
    s.table("run").integer("seed", 1, count_range);
    s.reject_unknown_keys();
  };
  EXPECT_EQ(mistake("[island]\nmutatoin_rate = 0.3\n", read),
            "unknown key 'mutatoin_rate' in [island]; did you mean 'mutation_rate'? (configs/a.toml:2:1)");
  EXPECT_EQ(mistake("[isladn]\n", read),
            "unknown key 'isladn' in the file; did you mean 'island'? (configs/a.toml:1:2)");
  EXPECT_EQ(mistake("[run]\ncolour = 3\n", read),
            "unknown key 'colour' in [run]; known here: seed (configs/a.toml:2:1)");
  EXPECT_EQ(mistake("[[island.override]]\n  island = [1]\n", read),
            "unknown key 'island' in [[island.override]]; did you mean 'islands'? (configs/a.toml:2:3)");
  EXPECT_EQ(mistake("seed = 4\n", read),
            "unknown key 'seed' in the file; did you mean 'run.seed'? (configs/a.toml:1:1)");
  EXPECT_EQ(mistake("[island]\nmutation_rate = 0.3\n[run]\nseed = 4\n", read), "no error");
}

TEST(Settings, NamesTheTableThatStandsForOneThatIsLacking) {
  const auto read = [](const Settings& s) { s.table("problem").text("type"); };
  EXPECT_EQ(mistake("[problm]\ntype = \"onemax\"\n", read),
            "there is no [problem]; 'problm' looks like it (configs/a.toml:1:2)");
  EXPECT_EQ(mistake("[island]\n", read), "[problem] lacks the key 'type' (configs/a.toml)");
}

TEST(Settings, RefusesTextThatIsNoToml) {
  const auto parse = [](const Settings&) {};
  EXPECT_THAT(mistake("a = 1\na = 2\n", parse),
              AllOf(HasSubstr("not valid TOML: "), HasSubstr("(configs/a.toml:2:")));
  EXPECT_THAT(mistake("a = \n", parse), HasSubstr("(configs/a.toml:1:5)"));
  EXPECT_THAT(mistake("[island\n", parse), HasSubstr("(configs/a.toml:1:8)"));
  EXPECT_THAT(mistake("a = 'open\n", parse), HasSubstr("(configs/a.toml:1:"));
}

// toml++ reads nested tables by recursion, so these would overflow the stack.
TEST(Settings, RefusesTablesWithoutAnEndToTheirDepth) {
  std::string key = "a";
  for (int levels = 1; levels < 300'000; ++levels) key += ".a";
  for (const std::string& text :
       {"[" + key + "]", "[[" + key + "]]", key + " = 1", "x = {" + key + " = 1}"}) {
    EXPECT_THAT(message_of<UsageError>([&] { configuration("\n" + text + "\n"); }),
                HasSubstr("a key has more than 64 parts (configs/a.toml:2:1"));
  }
  const std::string lists = "x = " + std::string(65, '[') + std::string(65, ']');
  EXPECT_THAT(message_of<UsageError>([&] { configuration(lists); }),
              HasSubstr("more than 64 deep (configs/a.toml:1:"));
}

TEST(Settings, TakesManyDotsThatAreNoKey) {
  std::string numbers = "0.5";
  for (int i = 0; i < 300; ++i) numbers += ", 0.5";
  const Settings settings = configuration("# " + std::string(300, '.') + "\nx = [" + numbers + "]\n");
  EXPECT_EQ(settings.numbers("x").size(), 301U);
}

TEST(Settings, MistakesInDataAreDataErrors) {
  const auto parse = [](std::string_view text) {
    return Settings::parse(text, "p.toml", Settings::Kind::data);
  };
  EXPECT_THAT(message_of<DataError>([&] { parse("a = \n"); }), HasSubstr("not valid TOML"));
  EXPECT_EQ(message_of<DataError>([&] { parse("nodes = 'x'").integers("nodes"); }),
            "nodes is \"x\"; it is a list of whole numbers (p.toml:1:9)");
  EXPECT_EQ(message_of<DataError>([&] { parse("[a]\nb = 1").table("a").fail("b", "no good"); }),
            "no good (p.toml:2:5)");
}

TEST(Settings, LongValuesAreShownInPart) {
  const std::string message =
      mistake("name = '" + std::string(500, 'x') + "'", [](const Settings& s) { s.integer("name"); });
  EXPECT_LT(message.size(), 140U);
  EXPECT_THAT(message, HasSubstr("...; it is a whole number"));
}

TEST(Settings, AReplacedNumberKeepsItsPlace) {
  Settings settings = Settings::parse("[[rule]]\nbound = [1, 2]\n", "a.toml", Settings::Kind::data);
  Settings rule = settings.tables("rule")[0];
  EXPECT_TRUE(rule.is_list("bound"));
  EXPECT_FALSE(rule.is_list("other"));
  rule.replace("bound", 2);
  EXPECT_FALSE(rule.is_list("bound"));
  EXPECT_EQ(settings.tables("rule")[0].integer("bound"), 2);
  rule.replace("bound", 2.5);
  EXPECT_EQ(rule.number("bound"), 2.5);
  EXPECT_EQ(message_of<DataError>([&] { rule.integer("bound"); }),
            "bound is 2.5; it is a whole number (a.toml:2:9)");
}

}  // namespace
}  // namespace skerry
