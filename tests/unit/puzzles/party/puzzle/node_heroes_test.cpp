#include "puzzles/party/puzzle/formation.hpp"
#include "unit/puzzles/party/puzzles.hpp"

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

using Heroes = std::vector<std::uint32_t>;

TEST(NodeHeroes, MeetTheConditionsOfTheNode) {
  const auto heroes = heroes_of_nodes(read_texts(small_puzzle));
  EXPECT_EQ(heroes, (std::vector<Heroes>{{1, 2, 5}, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}}));
}

TEST(NodeHeroes, ALockedHeroStandsOnNoOtherNode) {
  const auto heroes = heroes_of_nodes(
      read_texts(std::string(small_puzzle) + "[[formation.locked]]\nnode = 2\nhero = \"b\"\n"));
  EXPECT_EQ(heroes, (std::vector<Heroes>{{2, 5}, {0, 2, 3, 4, 5}, {1}}));
}

}  // namespace
}  // namespace skerry::party
