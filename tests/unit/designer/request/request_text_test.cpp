#include "designer/request/bound_search.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "support/testing.hpp"
#include "unit/designer/request/requests.hpp"

namespace skerry::party {
namespace request_text_test {

constexpr std::string_view rich_parts = R"([[formation.fit]]
nodes = [1, 2]
property = "roles"
values = ["mage", "healer"]
penalty = 0.25
[[formation.locked]]
node = 2
hero = "a"
[[synergy.affinity]]
trait = "race"
values = ["elf", "orc"]
match = 0.5
)";

Request rich_request() {
  return test::read_request_text(
      test::small_request(std::string(rich_parts) + "[wanted]\nprice = [800, 1100]\n"));
}

Trial trial_at(const Request& request, std::vector<std::size_t> places) {
  const Wanted wanted{.lowest = 0, .highest = 1e6};
  Trial trial = try_puzzle(puzzle_of(request, {.places = places}), wanted, [] { return false; });
  trial.places = std::move(places);
  return trial;
}

TEST(RequestText, ThePuzzleIsTheRequestWithTheBoundsChosen) {
  const Request request = rich_request();
  const Trial trial = trial_at(request, {3, 1});
  ASSERT_TRUE(trial.answer.proven);
  const std::string text = puzzle_text(request, trial, {"Made by: test", "a line\nbreak"}, "dir");
  EXPECT_THAT(text, HasSubstr("# Made by: test\n# a line break\nname = \"small\"\n"));
  EXPECT_THAT(text, HasSubstr("file = \"heroes.csv\"\n"));
  EXPECT_THAT(text, Not(HasSubstr("wanted")));
  const Puzzle puzzle = read_texts(text);
  EXPECT_EQ(puzzle.requirements[0].at_least, 65);
  EXPECT_EQ(puzzle.requirements[1].at_least, 2);
  EXPECT_EQ(puzzle.synergy.at_least, 0.5);
  EXPECT_EQ(puzzle.nodes[0].conditions.size(), 1U);
  EXPECT_EQ(puzzle.nodes[1].fits.size(), 1U);
  EXPECT_EQ(puzzle.nodes[2].locked, 0U);
  EXPECT_EQ(puzzle.edges, request.puzzle.edges);
  EXPECT_EQ(puzzle.synergy.curve, request.puzzle.synergy.curve);
  EXPECT_TRUE(has_graded_synergy(puzzle));
  EXPECT_EQ(puzzle.known_optimum, trial.answer.best);
  EXPECT_EQ(score(puzzle, trial.cheapest), (Score{0, *trial.answer.best}));
}

TEST(RequestText, ThePoolIsNamedFromTheFolderOfThePuzzle) {
  const Request request = rich_request();
  const auto text_in = [&](const char* folder) {
    return puzzle_text(request, trial_at(request, {0, 0}), {}, folder);
  };
  EXPECT_THAT(text_in(""), HasSubstr("file = \"dir/heroes.csv\"\n"));
  EXPECT_THAT(text_in("other/place"), HasSubstr("file = \"../../dir/heroes.csv\"\n"));
}

TEST(RequestText, AFailureTellsWhatCameNearest) {
  const Request request = test::read_request_text(test::small_request("[wanted]\nprice = [1, 2]\n"));
  const SearchResult result = search_bounds(
      request, 1, [] { return false; }, [](const Puzzle&) {});
  const std::string text = failure_text(request, result);
  EXPECT_THAT(text, HasSubstr("no puzzle with a price of 1 to 2 and 1 team within 2 % among "));
  EXPECT_THAT(
      text,
      HasSubstr("tried: even the loosest bounds are too tight; the nearest asks average level at least 62; "
                "synergy at least 0.25: the cheapest party costs 900, and 1 team is within 2 % of that"));
}

}  // namespace request_text_test
}  // namespace skerry::party
