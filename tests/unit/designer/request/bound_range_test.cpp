#include "skerry/error.hpp"

#include "designer/request/request.hpp"
#include "unit/app/config/message.hpp"
#include "unit/puzzles/party/puzzles.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::party {
namespace bound_range_test {

using testing::ElementsAre;
using testing::HasSubstr;

Settings parse(std::string_view text) {
  return Settings::parse(text, "a.toml", Settings::Kind::data);
}

std::string refusal(std::string_view text) {
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
      refusal("[synergy]\nat_least = [0.9, 0.6]\n"),
      "at_least is [0.9, 0.6]; a range is [lowest, highest], and may have a step above 0 as a third number "
      "(a.toml:2:12)");
  EXPECT_THAT(refusal("[synergy]\nat_least = [0.6]\n"), HasSubstr("at_least is [0.6]; a range is"));
  EXPECT_THAT(refusal("[synergy]\nat_least = [0.6, 0.7, 0]\n"), HasSubstr("a step above 0"));
  EXPECT_THAT(refusal("[synergy]\nat_least = [0.6, 1.2]\n"),
              HasSubstr("the range of the synergy lies in [0, 1]"));
  EXPECT_THAT(refusal("[synergy]\nat_least = [0, 1, 1e-9]\n"), HasSubstr("a range has at most 100000"));
  EXPECT_THAT(refusal("[synergy]\nat_least = ['a', 'b']\n"), HasSubstr("at_least is \"a\"; it is a number"));
  const std::string count = "[[requirement]]\nkind = 'count'\nproperty = 'race'\nvalue = 'elf'\n";
  EXPECT_THAT(refusal(count + "exactly = [1, 2]\n"), HasSubstr("exactly is a list; it is one number"));
  EXPECT_THAT(refusal(count + "at_least = [1, 2, 0.5]\n"), HasSubstr("whole numbers from 0 on"));
  EXPECT_THAT(refusal(count + "at_most = [-1, 2]\n"), HasSubstr("whole numbers from 0 on"));
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

}  // namespace bound_range_test
}  // namespace skerry::party
