#include "designer/request/bound_search.hpp"

#include "designer/request/request.hpp"
#include "support/depth.hpp"
#include "support/testing.hpp"
#include "unit/designer/request/requests.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace bound_search_test {

const auto never = [] { return false; };

SearchResult search(const Request& request, std::uint64_t seed = 1) {
  return search_bounds(request, seed, never, [](const Puzzle&) {});
}

/// Tries every choice of the bounds of a request with two ranges.
std::vector<Trial> every_trial(const Request& request) {
  std::vector<Trial> trials;
  Puzzle puzzle = request.puzzle;
  for (const double first : request.ranges[0].values) {
    for (const double second : request.ranges[1].values) {
      set_bound(puzzle, request.ranges[0], first);
      set_bound(puzzle, request.ranges[1], second);
      trials.push_back(try_puzzle(puzzle, request.wanted, never));
    }
  }
  return trials;
}

TEST(BoundSearch, FindsAPuzzleWhereTryingEveryChoiceDoes) {
  const int step = static_cast<int>(skerry::test::deep(150, 50));
  for (int i = 0; i < skerry::test::random_cases(1200 / step); ++i) {
    const int lowest = 800 + step * i;
    for (const int solutions : {1, 2, 4}) {
      SCOPED_TRACE(testing::Message() << "price from " << lowest << ", solutions " << solutions);
      const Request request = test::read_request_text(test::small_request(fmt::format(
          "[wanted]\nprice = [{}, {}]\nsolutions = {}\nwithin = \"20%\"\n", lowest, lowest + 49, solutions)));
      const std::vector<Trial> all = every_trial(request);
      const bool possible =
          std::ranges::any_of(all, [&](const Trial& trial) { return fulfils(trial, request.wanted); });
      const SearchResult result = search(request);
      EXPECT_EQ(result.end == SearchEnd::found, possible);
      EXPECT_EQ(fulfils(result.best, request.wanted), possible);
      EXPECT_LT(result.tried, all.size());
    }
  }
}

TEST(BoundSearch, TheSameSeedFindsTheSameAndOthersFindOthers) {
  const Request request = test::read_request_text(test::small_request());
  std::map<std::vector<std::size_t>, int> found;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto places = search(request, seed).best.places;
    EXPECT_EQ(search(request, seed).best.places, places);
    ++found[places];
  }
  EXPECT_GT(found.size(), 1U);
}

TEST(BoundSearch, SaysWhyItEnds) {
  const auto end = [](const char* wanted) {
    return search(test::read_request_text(test::small_request(wanted))).end;
  };
  EXPECT_EQ(end("[wanted]\nprice = [1, 2]\n"), SearchEnd::too_dear);
  EXPECT_EQ(end("[wanted]\nprice = [1000, 1001]\nsolutions = 50\n"), SearchEnd::all_tried);
  EXPECT_EQ(end("[wanted]\nprice = [1000, 1001]\ntries = 1\n"), SearchEnd::tries_over);
  const std::string loose =
      with(test::small_request("[wanted]\nprice = [9000, 9001]\n"), "[62, 80]", "[62, 64]");
  EXPECT_EQ(search(test::read_request_text(with(loose, "[0.25, 1, 0.25]", "[0.1, 0.25]"))).end,
            SearchEnd::too_cheap);
  const SearchResult stopped = search_bounds(
      test::read_request_text(test::small_request()), 1, [] { return true; }, [](const Puzzle&) {});
  EXPECT_EQ(stopped.end, SearchEnd::stopped);
  EXPECT_EQ(stopped.tried, 0U);
}

TEST(BoundSearch, WithoutARangeThereIsOnePuzzleToTry) {
  const std::string fixed = std::string(small_puzzle) + "[wanted]\nprice = [0, 9999]\n";
  const SearchResult result = search(test::read_request_text(fixed));
  EXPECT_EQ(result.end, SearchEnd::found);
  EXPECT_EQ(result.tried, 1U);
}

void expect_sides(const Puzzle& puzzle, PriceSide below, PriceSide above) {
  const double price = *try_puzzle(puzzle, {.lowest = 0, .highest = 1e6}, never).answer.best;
  const auto side = [&](double lowest, double highest) {
    return try_puzzle(puzzle, {.lowest = lowest, .highest = highest}, never).side;
  };
  EXPECT_EQ(side(price, price), PriceSide::wanted);
  EXPECT_EQ(side(price + 1, price + 9), below);
  EXPECT_EQ(side(0, price - 1), above);
  EXPECT_EQ(try_puzzle(puzzle, {.lowest = price, .highest = price}, [] { return true; }).side,
            PriceSide::open);
}

TEST(Trial, SaysOnWhichSideThePriceIs) {
  expect_sides(read_texts(small_puzzle), PriceSide::cheap, PriceSide::dear);
  const std::string_view price = "property = \"price\"";
  const std::string maximised = with(small_puzzle, price, std::string(price) + "\ndirection = \"maximise\"");
  expect_sides(read_texts(maximised), PriceSide::dear, PriceSide::cheap);
}

TEST(Trial, BoundsThatContradictAreTooDear) {
  Puzzle puzzle = read_texts(small_puzzle);
  puzzle.requirements[0].at_most = 60;
  const Trial trial = try_puzzle(puzzle, {.lowest = 0, .highest = 1e6}, never);
  EXPECT_EQ(trial.side, PriceSide::dear);
  EXPECT_EQ(trial.answer.solvable, false);
}

TEST(Trial, CountsTheTeamsThatTryingEveryPartyFinds) {
  Random random(5);
  for (int i = 0; i < skerry::test::random_cases(40); ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 5, .most_nodes = 4});
    const double sign = puzzle.direction == Direction::minimise ? 1 : -1;
    const auto parties = test::every_sound_party(puzzle);
    const Trial trial = try_puzzle(puzzle, {.lowest = -1e6, .highest = 1e6, .within = 0.25}, never);
    if (parties.empty()) {
      EXPECT_EQ(trial.side, PriceSide::dear);
      continue;
    }
    const auto cost = [&](const auto& party) { return sign * score(puzzle, party).fitness; };
    const double least = cost(*std::ranges::min_element(parties, {}, cost));
    std::set<std::set<std::uint32_t>> teams;
    for (const auto& party : parties) {
      if (cost(party) <= least + 0.25 * std::abs(least)) teams.insert({party.begin(), party.end()});
    }
    ASSERT_EQ(trial.side, PriceSide::wanted);
    EXPECT_EQ(trial.answer.best, sign * least);
    EXPECT_TRUE(trial.solutions->complete);
    EXPECT_EQ(trial.solutions->teams, teams.size());
    EXPECT_TRUE(fulfils(trial, {.solutions = teams.size()}));
    EXPECT_FALSE(fulfils(trial, {.solutions = teams.size() + 1}));
  }
}

}  // namespace bound_search_test
}  // namespace skerry::party
