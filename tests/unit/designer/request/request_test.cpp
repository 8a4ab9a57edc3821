#include "designer/request/request.hpp"

#include "support/testing.hpp"
#include "unit/designer/request/requests.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace request_test {

std::string refusal(const std::string& text) {
  return message_of<DataError>([&] { test::read_request_text(text); });
}
std::string refusal_of_wanted(const std::string& wanted) {
  return refusal(test::small_request("[wanted]\n" + wanted));
}

TEST(Request, IsAPuzzleWithRangesAndWhatIsWanted) {
  const Request request = test::read_request_text(test::small_request(
      "[wanted]\nprice = [800, 1100]\nsolutions = 3\nwithin = \"5%\"\ntries = 20\nseconds = 9\n"));
  EXPECT_EQ(request.ranges.size(), 2U);
  EXPECT_EQ(request.puzzle.requirements[0].at_least, 62);
  EXPECT_EQ(request.puzzle.synergy.at_least, 0.25);
  EXPECT_EQ(request.wanted.lowest, 800);
  EXPECT_EQ(request.wanted.highest, 1100);
  EXPECT_EQ(request.wanted.solutions, 3U);
  EXPECT_EQ(request.wanted.within, 0.05);
  EXPECT_EQ(request.wanted.tries, 20U);
  EXPECT_EQ(request.wanted.seconds, 9);
  EXPECT_EQ(request.pool, "dir/heroes.csv");
  EXPECT_EQ(request.pool_csv, "");
}

TEST(Request, GeneratesAPoolWhereItNamesNone) {
  const std::string text =
      "[pool]\nheroes = 150\ntraits_together = 1\n[formation]\nnodes = 3\nedges = [[0, 1]]\n"
      "[objective]\nproperty = \"price\"\n"
      "[[requirement]]\nkind = \"average\"\nproperty = \"level\"\nat_least = [70, 90]\n"
      "[wanted]\nprice = [1, 2]\n";
  const Request request = test::read_request_text(text);
  EXPECT_EQ(request.puzzle.pool.size(), 150U);
  EXPECT_EQ(request.pool, "made/new-pool.csv");
  EXPECT_THAT(request.pool_csv, StartsWith("id,name,race"));
  EXPECT_THAT(refusal(with(text, "heroes = 150", "heroes = 150\nfile = \"heroes.csv\"")),
              HasSubstr("heroes stands beside file"));
  EXPECT_THAT(refusal(with(text, "heroes = 150", "heroes = 15")),
              HasSubstr("heroes is 15; it lies in [100,"));
}

TEST(Request, MistakesHaveTheirPlaceInTheRequest) {
  EXPECT_EQ(
      refusal(std::string(small_puzzle)),
      "the request has no table [wanted]; it says what the cheapest party may cost: price = [900, 1100] "
      "(dir/request.toml)");
  EXPECT_EQ(refusal_of_wanted("price = 900\n"),
            "price is 900; it is a list of numbers (dir/request.toml:29:9)");
  EXPECT_THAT(refusal_of_wanted("price = [900]\n"), HasSubstr("price is the range"));
  EXPECT_THAT(refusal_of_wanted("price = [900, 800]\n"), HasSubstr("price is the range"));
  EXPECT_THAT(refusal_of_wanted("solutions = 2\n"), HasSubstr("price is the range"));
  EXPECT_THAT(refusal_of_wanted("price = [1, 2]\nsolutions = 0\n"),
              HasSubstr("solutions is 0; it is at least 1"));
  EXPECT_THAT(refusal_of_wanted("price = [1, 2]\nwithin = \"much\"\n"), HasSubstr("within is \"much\""));
  EXPECT_THAT(refusal_of_wanted("price = [1, 2]\nsolution = 3\n"), HasSubstr("did you mean 'solutions'?"));
  EXPECT_THAT(refusal(test::small_request("[optimum]\nfitness = 3\n[wanted]\nprice = [1, 2]\n")),
              HasSubstr("a request has no optimum"));
  EXPECT_THAT(refusal(with(test::small_request(), "property = \"level\"", "property = \"levle\"")),
              HasSubstr("did you mean 'level'?"));
}

TEST(Request, EvenItsLoosestBoundsMayBeImpossible) {
  EXPECT_THAT(refusal(with(test::small_request(), "[62, 80]", "[91, 95]")),
              HasSubstr("no party can meet 'average level at least 91'"));
}

Settings parse(std::string_view text) {
  return Settings::parse(text, "a.toml", Settings::Kind::data);
}

std::string refusal_of_ranges(std::string_view text) {
  Settings settings = parse(text);
  return message_of<DataError>([&] { take_ranges(settings); });
}

TEST(BoundRange, HoldsItsValuesTheLoosestFirst) {
  Settings settings = parse(
      "[synergy]\nat_least = [0.6, 0.8]\n"
      "[[requirement]]\nkind = 'average'\nproperty = 'level'\nat_least = [70, 76, 2.5]\nat_most = 90\n"
      "[[requirement]]\nkind = 'share'\nproperty = 'faith'\nat_most = [1, 3]\n");
  const auto ranges = take_ranges(settings);
  ASSERT_EQ(ranges.size(), 3U);
  EXPECT_THAT(ranges[0].values, ElementsAre(70, 72.5, 75));
  EXPECT_TRUE(ranges[0].lower_bound);
  EXPECT_THAT(ranges[1].values, ElementsAre(3, 2, 1));
  EXPECT_EQ(ranges[1].rule, 1U);
  EXPECT_FALSE(ranges[1].lower_bound);
  EXPECT_THAT(ranges[2].values, ElementsAre(0.6, 0.65, 0.7, 0.75, 0.8));
  EXPECT_EQ(ranges[2].rule, 2U);
  EXPECT_EQ(settings.table("synergy").number("at_least"), 0.6);
  EXPECT_EQ(settings.tables("requirement")[0].integer("at_least"), 70);
  EXPECT_EQ(settings.tables("requirement")[1].integer("at_most"), 3);
}

TEST(BoundRange, MayHaveOneValue) {
  Settings settings = parse("[synergy]\nat_least = [0.7, 0.7]\n");
  EXPECT_THAT(take_ranges(settings).at(0).values, ElementsAre(0.7));
}

TEST(BoundRange, AListThatIsNoneIsRefusedWithItsPlace) {
  EXPECT_EQ(
      refusal_of_ranges("[synergy]\nat_least = [0.9, 0.6]\n"),
      "at_least is [0.9, 0.6]; a range is [lowest, highest], and may have a step above 0 as a third number "
      "(a.toml:2:12)");
  EXPECT_THAT(refusal_of_ranges("[synergy]\nat_least = [0.6]\n"), HasSubstr("at_least is [0.6]; a range is"));
  EXPECT_THAT(refusal_of_ranges("[synergy]\nat_least = [0.6, 0.7, 0]\n"), HasSubstr("a step above 0"));
  EXPECT_THAT(refusal_of_ranges("[synergy]\nat_least = [0.6, 1.2]\n"),
              HasSubstr("the range of the synergy lies in [0, 1]"));
  EXPECT_THAT(refusal_of_ranges("[synergy]\nat_least = [0, 1, 1e-9]\n"),
              HasSubstr("a range has at most 100000"));
  EXPECT_THAT(refusal_of_ranges("[synergy]\nat_least = ['a', 'b']\n"),
              HasSubstr("at_least is \"a\"; it is a number"));
  const std::string count = "[[requirement]]\nkind = 'count'\nproperty = 'race'\nvalue = 'elf'\n";
  EXPECT_THAT(refusal_of_ranges(count + "exactly = [1, 2]\n"),
              HasSubstr("exactly is a list; it is one number"));
  EXPECT_THAT(refusal_of_ranges(count + "at_least = [1, 2, 0.5]\n"), HasSubstr("whole numbers from 0 on"));
  EXPECT_THAT(refusal_of_ranges(count + "at_most = [-1, 2]\n"), HasSubstr("whole numbers from 0 on"));
}

TEST(BoundRange, TextsSayWhatTheRulesAskNow) {
  Puzzle puzzle = read_texts(small_puzzle);
  const std::vector<BoundRange> ranges = {
      {.rule = 0, .values = {}}, {.rule = 1, .values = {}}, {.rule = 2, .values = {}}};
  set_bound(puzzle, ranges[0], 72.5);
  set_bound(puzzle, ranges[2], 0.75);
  EXPECT_EQ(bounds_text(puzzle, ranges),
            "average level at least 72.5; at least 2 heroes with race elf; synergy at least 0.75");
  EXPECT_EQ(bounds_text(puzzle, {}), "");
}

}  // namespace request_test
}  // namespace skerry::party
