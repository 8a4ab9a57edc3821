#include "skerry/app/program.hpp"

#include "app/program/program.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// Arguments of every kind that a command may have.
struct Words {
  std::string file;
  std::string second;
  std::vector<std::string> names;
  int kind = 2;
  std::optional<std::uint64_t> count;
  std::uint64_t seed = 1;
  double share = 0.5;
  bool plain = false;
  std::vector<std::string> settings;
};

void declare(CommandLine& line, Words& words) {
  line.argument("FILE", &words.file, "A file");
  line.optional_argument("SECOND", &words.second, "Another");
  line.option("--name", &words.names, "Names", {.value = "NAME", .separator = ','});
  line.option("--kind", &words.kind, "One of two", {.value = "K", .choices = {"1", "2"}});
  line.option("--count", &words.count, "How many", {.value = "N", .range = Range<std::uint64_t>{1, 9}});
  line.option("--seed", &words.seed, "A seed");
  line.option("--set", &words.settings, "Keys");
  line.option("--share", &words.share, "A share", {.range = Range<double>{0, 1}});
  line.flag("--plain", &words.plain, "Without ornament", "--count");
}

Words seen;
ExitStatus keep(const Words& words, Program& /*program*/) {
  seen = words;
  return ExitStatus::failed;
}

const std::vector<Command> commands = {
    {.path = "look", .summary = "Looks", .declare = with_options(declare, keep)},
    {.path = "make one",
     .summary = "Makes one",
     .footer = "Examples:\n  tool make one a\n      makes one of a\n  tool make one b\n",
     .declare = with_options(declare, keep)},
    {.path = "make two",
     .summary = "Makes two",
     .footer = "Examples:\n  tool make two a\n",
     .declare = with_options(declare, keep)},
};

class Parser : public ::testing::Test {
 protected:
  Choice read(std::vector<std::string> words) {
    words.insert(words.begin(), "tool");
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    return choose(commands, static_cast<int>(pointers.size()), pointers.data(), true,
                  {.keys = [] { return std::vector<std::string>{"stop.seconds", "checkpoint.seconds"}; }});
  }
  /// Parses the words and executes the chosen command.
  Words words(const std::vector<std::string>& typed) {
    const Choice choice = read(typed);
    EXPECT_NE(choice.command, nullptr);
    char name[] = "tool";
    char* arguments[] = {name};
    Program program(1, arguments, {});
    EXPECT_EQ(choice.action(program), ExitStatus::failed);
    return seen;
  }
  std::string mistake(const std::vector<std::string>& typed) {
    ::testing::internal::CaptureStderr();
    const Choice choice = read(typed);
    EXPECT_EQ(choice.command, nullptr);
    EXPECT_EQ(choice.status, ExitStatus::usage);
    return ::testing::internal::GetCapturedStderr();
  }
};

TEST_F(Parser, AnOptionThatIsNotGivenKeepsItsDefault) {
  const Words plain = words({"look", "a.txt"});
  EXPECT_EQ(plain.file, "a.txt");
  EXPECT_EQ(plain.second, "");
  EXPECT_EQ(plain.kind, 2);
  EXPECT_EQ(plain.count, std::nullopt);
  EXPECT_EQ(plain.share, 0.5);
  EXPECT_FALSE(plain.plain);
}

TEST_F(Parser, ReadsWordsOfEveryType) {
  const Words all = words({"make", "two", "a", "--count=7", "--name", "x,y", "--kind", "1", "b", "--name",
                           "z", "--share", "0.25"});
  EXPECT_EQ(all.file + all.second, "ab");
  EXPECT_THAT(all.names, ElementsAre("x", "y", "z"));
  EXPECT_EQ(all.kind, 1);
  EXPECT_EQ(all.count, 7U);
  EXPECT_EQ(all.share, 0.25);
  EXPECT_TRUE(words({"look", "a", "--plain"}).plain);
}

TEST_F(Parser, ChoosesByTheFirstWords) {
  EXPECT_EQ(read({"look", "a"}).command, &commands[0]);
  EXPECT_EQ(read({"make", "two", "a"}).command, &commands[2]);
}

TEST_F(Parser, SaysWhatIsWrong) {
  EXPECT_THAT(mistake({}), HasSubstr("required (see `tool --help`)"));
  EXPECT_THAT(mistake({"lok", "a"}), HasSubstr("did you mean look?"));
  EXPECT_THAT(mistake({"make"}), HasSubstr("(see `tool make --help`)"));
  EXPECT_THAT(mistake({"look"}), HasSubstr("FILE is required (see `tool look --help`)"));
  EXPECT_THAT(mistake({"look", "a", "--cuont", "3"}), HasSubstr("did you mean --count?"));
  EXPECT_THAT(mistake({"look", "a", "--count", "10"}),
              testing::ContainsRegex("--count: Value 10 not in range (1 to 9|\\[1 - 9\\])"));
  EXPECT_THAT(mistake({"look", "a", "--kind", "3"}), HasSubstr("--kind: 3 not in {1,2}"));
  EXPECT_THAT(mistake({"look", "a", "--share", "1.5"}), HasSubstr("--share: Value 1.5 not in range"));
  EXPECT_THAT(mistake({"look", "a", "--plain", "--count", "3"}), HasSubstr("excludes"));
}

TEST_F(Parser, SaysHowAKeyIsSetThatIsTakenForAnOption) {
  EXPECT_THAT(mistake({"look", "a", "--seconds", "5"}),
              HasSubstr("; did you mean --set stop.seconds=5 or --set checkpoint.seconds=5?"));
  EXPECT_THAT(mistake({"look", "a", "--stop.seconds=7"}), HasSubstr("; did you mean --set stop.seconds=7?"));
  EXPECT_THAT(mistake({"look", "a", "--problem.bits"}), HasSubstr("; did you mean --set problem.bits=VALUE?"));
  EXPECT_THAT(mistake({"look", "a", "--minutes", "5"}), Not(HasSubstr("did you mean")));
  EXPECT_THAT(mistake({"look", "a", "-s"}), Not(HasSubstr("did you mean")));
}

TEST_F(Parser, TakesNoOtherNumberForOneThatItCantHold) {
  const std::string_view wrong[] = {
      "18446744073709551616", "99999999999999999999999", "-5", "1e3", "1.0", "0x7", " 7", "+7"};
  for (const std::string_view word : wrong) {
    EXPECT_THAT(mistake({"look", "a", "--count", std::string(word)}),
                HasSubstr("--count: " + std::string(word) + " is not a whole number from 1 to 9"));
  }
  EXPECT_THAT(mistake({"look", "a", "--share", "nan"}), HasSubstr("--share: nan is not a finite number"));
  EXPECT_THAT(mistake({"look", "a", "--share", "1e400"}), HasSubstr("is not a finite number"));
  EXPECT_EQ(words({"look", "a", "--count", "007"}).count, 7U);
  EXPECT_EQ(words({"look", "a", "--seed", "010"}).seed, 10U) << "no octal number";
  EXPECT_EQ(words({"look", "a", "--seed", "18446744073709551615"}).seed, 18446744073709551615U);
}

TEST_F(Parser, RefusesEmptyValues) {
  for (const char* name : {"--name", "--count", "--share", "--seed"}) {
    EXPECT_THAT(mistake({"look", "a", name, ""}), HasSubstr(std::string(name) + ": the value is empty"));
    EXPECT_THAT(mistake({"look", "a", std::string(name) + "=", "b"}), HasSubstr("the value is empty"));
  }
  EXPECT_THAT(mistake({"look", ""}), HasSubstr("FILE: the value is empty"));
  EXPECT_THAT(mistake({"look", "a", ""}), HasSubstr("SECOND: the value is empty"));
}

TEST_F(Parser, TheHelpListsCommandsAndGroups) {
  ::testing::internal::CaptureStdout();
  const Choice choice = read({"--help"});
  const std::string help = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(choice.command, nullptr);
  EXPECT_EQ(choice.status, ExitStatus::done);
  EXPECT_THAT(help, HasSubstr("look                        Looks"));
  EXPECT_THAT(help, HasSubstr("\n  make "));
  ::testing::internal::CaptureStdout();
  read({"make", "--help"});
  EXPECT_THAT(::testing::internal::GetCapturedStdout(),
              HasSubstr("\n\nExamples:\n  tool make one a\n      makes one of a\n  tool make two a\n"));
}

}  // namespace
}  // namespace skerry
