#include "designer/request/request.hpp"

#include "skerry/error.hpp"

#include "unit/app/config/message.hpp"
#include "unit/designer/request/requests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::party {
namespace request_test {

using testing::HasSubstr;
using testing::StartsWith;

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

}  // namespace request_test
}  // namespace skerry::party
