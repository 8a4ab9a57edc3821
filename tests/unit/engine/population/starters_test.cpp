#include "skerry/detail/population/starters.hpp"

#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace starters_test {

/// Returns that many genomes, of which number i has bit i alone.
Starters starters(std::size_t count, std::vector<std::size_t> rooms) {
  Starters made{.genomes = {}, .rooms = std::move(rooms)};
  for (std::size_t bit = 0; bit < count; ++bit) {
    OneMax::Genome genome{};
    genome.flip(bit);
    pack_genome(genome, made.genomes);
  }
  return made;
}

/// Returns the numbers of the genomes that an island gets.
std::vector<std::size_t> numbers(const Starters& starters, std::size_t island) {
  std::vector<std::size_t> found;
  for (const auto& genome : own_starters(completed(OneMax(20)), starters, island)) {
    for (std::size_t bit = 0; bit < 20; ++bit) {
      if (genome.test(bit)) found.push_back(bit);
    }
  }
  return found;
}

TEST(Starters, AreDealtToTheIslandsInTurn) {
  const Starters seven = starters(7, {5, 5, 5});
  EXPECT_THAT(numbers(seven, 0), ElementsAre(0, 3, 6));
  EXPECT_THAT(numbers(seven, 1), ElementsAre(1, 4));
  EXPECT_THAT(numbers(seven, 2), ElementsAre(2, 5));
  EXPECT_THAT(numbers(starters(2, {5, 5, 5}), 2), IsEmpty());
  EXPECT_THAT(numbers({}, 0), IsEmpty());
}

TEST(Starters, PassOverIslandsThatAreFull) {
  const Starters eight = starters(8, {4, 1, 0, 3});
  EXPECT_THAT(numbers(eight, 0), ElementsAre(0, 3, 5, 7));
  EXPECT_THAT(numbers(eight, 1), ElementsAre(1));
  EXPECT_THAT(numbers(eight, 2), IsEmpty());
  EXPECT_THAT(numbers(eight, 3), ElementsAre(2, 4, 6));
}

TEST(Starters, AreRefusedWhereThereIsNoRoomForThem) {
  for (std::size_t island = 0; island < 2; ++island) {
    EXPECT_NO_THROW(numbers(starters(5, {4, 1}), island));
    EXPECT_THAT(message_of<UsageError>([&] {
                  numbers(starters(6, {4, 1}), island);
                }),
                HasSubstr("than the 5 for which all islands together have room"));
  }
}

TEST(Starters, AreRefusedWhereTheyAreNoGenomes) {
  const Starters beyond = starters(22, {30, 30});
  for (std::size_t island = 0; island < 2; ++island) {
    EXPECT_THAT(message_of<UsageError>([&] { numbers(beyond, island); }),
                HasSubstr("start[20] is no genome of this problem"));
  }
}

}  // namespace starters_test
}  // namespace skerry
