#include "skerry/detail/operators/operators.hpp"

#include "chi_square.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

using Entries = std::vector<std::uint32_t>;

/// Converts an order of 1 .. n, as textbooks print it, to entries from 0.
Entries book(Entries order) {
  for (std::uint32_t& entry : order) --entry;
  return order;
}
Entries printed(Entries order) {
  for (std::uint32_t& entry : order) ++entry;
  return order;
}
Entries identity(std::size_t size) {
  Entries order(size);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}
bool is_order(Entries order) {
  std::ranges::sort(order);
  return order == identity(order.size());
}

// The parents are from Goldberg 1989, chapter 5.
const Entries goldberg_a = book({9, 8, 4, 5, 6, 7, 1, 3, 2, 10});
const Entries goldberg_b = book({8, 7, 1, 2, 3, 10, 9, 5, 4, 6});

TEST(PartiallyMappedCrossover, DoesGoldbergsExample) {
  PartiallyMappedCrossover pmx;
  Entries child(10);
  pmx.cross(goldberg_b, goldberg_a, 3, 6, child);
  EXPECT_THAT(printed(child), ElementsAre(9, 8, 4, 2, 3, 10, 1, 6, 5, 7));
  pmx.cross(goldberg_a, goldberg_b, 3, 6, child);
  EXPECT_THAT(printed(child), ElementsAre(8, 10, 1, 5, 6, 7, 9, 2, 4, 3));
}

TEST(OrderCrossover, DoesGoldbergsExample) {
  OrderCrossover ox;
  Entries child(10);
  ox.cross(goldberg_a, goldberg_b, 3, 6, child);
  EXPECT_THAT(printed(child), ElementsAre(2, 3, 10, 5, 6, 7, 9, 4, 8, 1));
}

TEST(CycleCrossover, DoesGoldbergsExample) {
  CycleCrossover cx;
  Entries child(10);
  cx.cross(book({9, 8, 2, 1, 7, 4, 5, 10, 6, 3}), book({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), 0, child);
  EXPECT_THAT(printed(child), ElementsAre(9, 2, 3, 1, 5, 4, 7, 8, 6, 10));
}

// The tours [A B C D E F] and [B D C A E F] are from Whitley, Starkweather and Fuquay 1989.
TEST(EdgeRecombination, ListsTheEdgesOfThePaper) {
  std::vector<EdgeRecombination::Edges> table;
  EdgeRecombination::list_edges(Entries{0, 1, 2, 3, 4, 5}, Entries{1, 3, 2, 0, 4, 5}, table);
  const auto edges = [&](char city) {
    const auto& found = table[static_cast<std::size_t>(city - 'A')];
    std::string cities;
    for (std::uint32_t i = 0; i < found.count; ++i) cities += static_cast<char>('A' + found.to[i]);
    std::ranges::sort(cities);
    return cities;
  };
  EXPECT_EQ(edges('A'), "BCEF");
  EXPECT_EQ(edges('B'), "ACDF");
  EXPECT_EQ(edges('C'), "ABD");
  EXPECT_EQ(edges('D'), "BCE");
  EXPECT_EQ(edges('E'), "ADF");
  EXPECT_EQ(edges('F'), "ABE");
}

TEST(EdgeRecombination, GoesWhereFewestEdgesAreLeft) {
  // From B the paper's child goes to D: C, D and F tie with two edges left, while A has three.
  EdgeRecombination erx;
  std::map<std::uint32_t, int> second;
  int from_b = 0;
  for (auto&& [seed, random] : seeds_from_1(3000)) {
    Entries child(6);
    erx(Entries{0, 1, 2, 3, 4, 5}, Entries{1, 3, 2, 0, 4, 5}, child, random);
    if (child[0] != 1) continue;
    ++from_b;
    ++second[child[1]];
  }
  EXPECT_NEAR(from_b / 3000.0, 0.5, 0.05);
  ASSERT_EQ(second.size(), 3U);
  for (const std::uint32_t city : {2U, 3U, 5U})
    EXPECT_NEAR(second[city] / static_cast<double>(from_b), 1.0 / 3, 0.07);
}

template <typename Crossover>
class PermutationCrossovers : public testing::Test {};
using Crossovers = testing::Types<PartiallyMappedCrossover, OrderCrossover, CycleCrossover, EdgeRecombination,
                                  UniformLikeCrossover>;
TYPED_TEST_SUITE(PermutationCrossovers, Crossovers);

TYPED_TEST(PermutationCrossovers, ChildrenAreOrders) {
  TypeParam crossover;
  for (auto&& [seed, random] : seeds_from_1(2000)) {
    Entries a = identity(1 + random.below(40));
    Entries b = a;
    random.shuffle(std::span(a));
    random.shuffle(std::span(b));
    Entries child(a.size());
    crossover(a, b, child, random);
    ASSERT_TRUE(is_order(child));
  }
}

TYPED_TEST(PermutationCrossovers, EqualParentsHaveEqualChildrenUpToRotationAndDirection) {
  TypeParam crossover;
  for (auto&& [seed, random] : seeds_from_1(200)) {
    Entries a = identity(12);
    random.shuffle(std::span(a));
    Entries child(12);
    crossover(a, a, child, random);
    std::rotate(child.begin(), std::ranges::find(child, a[0]), child.end());
    if (child[1] != a[1]) std::reverse(child.begin() + 1, child.end());
    ASSERT_EQ(child, a);
  }
}

TEST(CycleCrossover, EachEntryStandsWhereAParentHasIt) {
  CycleCrossover cx;
  for (auto&& [seed, random] : seeds_from_1(500)) {
    Entries a = identity(15), b = a, child(15);
    random.shuffle(std::span(a));
    random.shuffle(std::span(b));
    cx(a, b, child, random);
    for (std::size_t place = 0; place < 15; ++place)
      ASSERT_TRUE(child[place] == a[place] || child[place] == b[place]);
  }
}

TEST(UniformLikeCrossover, KeepsWhatTheParentsShareAndFollowsThemWhereItCan) {
  UniformLikeCrossover ulx;
  std::size_t from_neither = 0;
  constexpr std::size_t size = 15;
  for (auto&& [seed, random] : seeds_from_1(500)) {
    Entries a = identity(size), child(size);
    random.shuffle(std::span(a));
    Entries b = a;
    random.shuffle(std::span(b).first(10));
    ulx(a, b, child, random);
    for (std::size_t place = 0; place < size; ++place) {
      if (a[place] == b[place]) {
        ASSERT_EQ(child[place], a[place]);
      } else {
        from_neither += child[place] != a[place] && child[place] != b[place] ? 1 : 0;
      }
    }
  }
  EXPECT_GT(from_neither, 0U) << "entries may be left over";
  EXPECT_LT(from_neither, 500U * 9 / 4);
}

TEST(UniformLikeCrossover, DrawsFromBothParentsAlike) {
  UniformLikeCrossover ulx;
  Random random(8);
  std::map<Entries, int> found;
  Entries child(3);
  for (int i = 0; i < draws; ++i) {
    ulx(Entries{0, 1, 2}, Entries{1, 0, 2}, child, random);
    ++found[child];
  }
  ASSERT_EQ(found.size(), 2U) << "the entry that is drawn decides on the other one";
  EXPECT_NEAR((found[{0, 1, 2}]), draws / 2.0, 0.05 * draws);
}

/// Counts the outcomes of a mutation of 0 .. size - 1.
template <typename Mutation>
std::map<Entries, int> outcomes(std::size_t size, Mutation mutation) {
  Random random(6);
  std::map<Entries, int> found;
  for (int i = 0; i < draws; ++i) {
    Entries order = identity(size);
    mutation(order, random);
    EXPECT_TRUE(is_order(order));
    ++found[order];
  }
  return found;
}

std::vector<int> counts_of(const std::map<Entries, int>& found) {
  std::vector<int> counts;
  for (const auto& [order, count] : found) counts.push_back(count);
  return counts;
}

TEST(SwapMutation, SwapsEachPairAsOften) {
  const auto found = outcomes(6, swap_mutation);
  EXPECT_EQ(found.size(), 15U);
  EXPECT_LT(unevenness(counts_of(found)), 6);
  EXPECT_FALSE(found.contains(identity(6)));
}

TEST(InversionMutation, ReversesEachSegmentAsOften) {
  const auto found = outcomes(6, inversion_mutation);
  EXPECT_EQ(found.size(), 15U);
  EXPECT_LT(unevenness(counts_of(found)), 6);
  EXPECT_TRUE(found.contains({0, 4, 3, 2, 1, 5}));
}

TEST(InsertionMutation, MovesEachEntryToEachPlace) {
  // There are 6 x 5 moves; those to the next position are the same in both directions, so that 5 outcomes are
  // twice as likely.
  auto found = outcomes(6, insertion_mutation);
  EXPECT_EQ(found.size(), 25U);
  for (std::size_t place = 0; place + 1 < 6; ++place) {
    Entries neighbours = identity(6);
    std::swap(neighbours[place], neighbours[place + 1]);
    EXPECT_NEAR(found.at(neighbours), draws / 15.0, 150);
    found.erase(neighbours);
  }
  EXPECT_LT(unevenness(counts_of(found)), 6);
  EXPECT_TRUE(found.contains({0, 2, 3, 4, 1, 5}));
}

TEST(ScrambleMutation, ShufflesASegment) {
  // Three positions have 3 segments: two of 2 entries, one of 3.
  const auto found = outcomes(3, scramble_mutation);
  EXPECT_EQ(found.size(), 6U);
  EXPECT_NEAR(found.at({1, 0, 2}), draws * (1 / 6.0 + 1 / 18.0), 300);
  EXPECT_NEAR(found.at({2, 1, 0}), draws / 18.0, 200);
  EXPECT_NEAR(found.at(identity(3)), draws * (1 / 3.0 + 1 / 18.0), 300);
}

TEST(PermutationMutations, LeaveASingleEntryAlone) {
  EXPECT_EQ(outcomes(1, swap_mutation).size(), 1U);
  EXPECT_EQ(outcomes(1, insertion_mutation).size(), 1U);
  EXPECT_EQ(outcomes(1, inversion_mutation).size(), 1U);
  EXPECT_EQ(outcomes(1, scramble_mutation).size(), 1U);
}

}  // namespace
}  // namespace skerry
