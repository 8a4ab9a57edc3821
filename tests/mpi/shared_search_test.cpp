#include "engine/communication/mpi_communicator.hpp"
#include "puzzles/party/bound/lagrangian.hpp"
#include "puzzles/party/bound/search.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party::shared_search_test {
namespace {

using Party = std::vector<std::uint32_t>;
const auto never = [] { return false; };

/// Collects the sound parties that `search` finds, of any price.
std::set<Party> all_of(const Puzzle& puzzle, std::int64_t most, const auto& search) {
  std::set<Party> parties;
  const bool complete = search([&](std::span<const std::uint32_t> party) {
    if (score(puzzle, party).violation == 0) {
      EXPECT_TRUE(parties.emplace(party.begin(), party.end()).second) << "a party is found twice";
    }
    return most;
  });
  EXPECT_TRUE(complete);
  return parties;
}

/// Returns the price of the cheapest sound party that `search` finds, or `most` + 1.
std::int64_t cheapest_of(const Puzzle& puzzle, const IntegerPuzzle& whole, std::int64_t most,
                         const auto& search) {
  std::int64_t limit = most;
  const bool complete = search([&](std::span<const std::uint32_t> party) {
    if (score(puzzle, party).violation == 0) limit = whole.cost(party) - whole.price_step;
    return limit;
  });
  EXPECT_TRUE(complete);
  return limit == most ? most + 1 : limit + whole.price_step;
}

TEST(SharedSearch, FindsWhatOneSearchFinds) {
  MpiCommunicator world;
  for (auto&& [seed, random] : seeds_from_1(20)) {
    const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 10, .most_nodes = 4});
    if (world.rank() > 0) {
      serve_searches(puzzle, world, never);
      continue;
    }
    const IntegerPuzzle whole = integer_puzzle(puzzle);
    const Multipliers multipliers = no_multipliers(whole);
    const Lagrangian lagrangian(whole, multipliers, whole.candidates);
    const std::int64_t most = whole.dearest();
    SharedSearch shared(whole, world);
    const auto alone = [&](const Search::Found& found) {
      return Search(whole, lagrangian, whole.candidates).run(most, found, never);
    };
    const auto together = [&](std::size_t parties) {
      return [&, parties](const Search::Found& found) {
        return shared.run({most, parties, 1e9}, multipliers, whole.candidates, found, never);
      };
    };
    EXPECT_EQ(all_of(puzzle, most, together(1'000'000)), all_of(puzzle, most, alone));
    EXPECT_EQ(cheapest_of(puzzle, whole, most, together(0)), cheapest_of(puzzle, whole, most, alone));
  }
}

}  // namespace
}  // namespace skerry::party::shared_search_test
