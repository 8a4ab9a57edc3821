#include "designer/answers/solutions.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace play_test {

const auto never = [] { return false; };

Played played(const Puzzle& puzzle, const ValidationSettings& settings = {}) {
  return play(puzzle, settings, never);
}

/// A pool of so many times the small one, whose ids end in a number.
std::string many_heroes(int times) {
  std::string pool = "id,name,race,faith,roles,level,price\n";
  for (int i = 0; i < times; ++i) {
    pool +=
        fmt::format("a{0},,elf,sun,mage,80,500\nb{0},,elf,moon,tank,70,300\nc{0},,orc,sun,tank,60,200\n", i);
  }
  return pool;
}

TEST(Play, WhoOwnsMoreFindsMoreParties) {
  const Played all = played(read_texts(small_puzzle, many_heroes(20)));
  ASSERT_TRUE(all.player);
  EXPECT_EQ(all.player->constructions, 1000U);
  EXPECT_GT(all.player->feasible, 0);
  ASSERT_EQ(all.random_owners.size(), 3U);
  double less = 0;
  for (const OwnerAnswer& owner : all.random_owners) {
    EXPECT_EQ(owner.players, 10U);
    EXPECT_EQ(owner.all.constructions, 1000U);
    EXPECT_EQ(owner.heroes, static_cast<std::uint64_t>(60 * owner.share));
    EXPECT_GE(owner.all.feasible, less);
    less = owner.all.feasible;
    EXPECT_EQ(owner.all.attempts.has_value(), owner.solving > 0);
  }
  EXPECT_EQ(all.random_owners.back().solving, 10U);
  EXPECT_FALSE(all.owner);
}

TEST(Play, IsTheSameForTheSameSeed) {
  const Puzzle puzzle = read_texts(small_puzzle, many_heroes(5));
  const auto feasible = [&](std::uint64_t seed) {
    ValidationSettings settings;
    settings.seed = seed;
    const Played all = played(puzzle, settings);
    std::vector<double> shares = {all.player->feasible};
    for (const OwnerAnswer& owner : all.random_owners) shares.push_back(owner.all.feasible);
    return shares;
  };
  EXPECT_EQ(feasible(3), feasible(3));
  EXPECT_NE(feasible(3), feasible(4));
}

TEST(Play, WhoOwnsFewerHeroesThanThereAreNodesFindsNone) {
  const Played all = played(read_texts(small_puzzle));
  const OwnerAnswer& tenth = all.random_owners.front();
  EXPECT_EQ(tenth.heroes, 1U);
  EXPECT_EQ(tenth.all.constructions, 1000U);
  EXPECT_EQ(tenth.all.feasible, 0);
  EXPECT_EQ(tenth.solving, 0U);
  EXPECT_FALSE(tenth.all.attempts);
}

TEST(Play, LockedHeroesBelongToEveryone) {
  std::string text(small_puzzle);
  for (const char* locked : {"node = 0\nhero = \"b\"", "node = 1\nhero = \"a\"", "node = 2\nhero = \"e\""})
    text = with(text, "[objective]", fmt::format("[[formation.locked]]\n{}\n[objective]", locked));
  const Played all = played(read_texts(text));
  EXPECT_EQ(all.random_owners.front().all.feasible, 1);
}

TEST(Play, ThePlayerOfAConfigurationHasTheirOwnHeroes) {
  Puzzle puzzle = read_texts(small_puzzle);
  puzzle.owned = {0, 1, 4};
  Played all = played(puzzle);
  ASSERT_TRUE(all.owner);
  EXPECT_EQ(all.owner->heroes, 3U);
  EXPECT_EQ(all.owner->share, 0.5);
  EXPECT_EQ(all.owner->players, 1U);
  EXPECT_EQ(all.owner->solving, 1U);
  puzzle.owned = {0, 3, 4};  // none of them is a tank
  all = played(puzzle);
  EXPECT_EQ(all.owner->all.feasible, 0);
  EXPECT_EQ(all.owner->solving, 0U);
}

TEST(Play, AnAnswerThatIsEndedIsLeftOut) {
  int asked = 0;
  const Played all = play(read_texts(small_puzzle), {}, [&] { return ++asked > 10; });
  EXPECT_EQ(all.player->constructions, 10U);
  EXPECT_TRUE(all.random_owners.empty());
}

}  // namespace play_test
}  // namespace skerry::party
