#include "skerry/selection.hpp"

#include "unit/random_cases.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

constexpr int selections = 200000;

/// Returns chi-square of what `pick` selections against the expected shares, divided by its degrees of
/// freedom.
template <typename Pick>
double relative_chi_square(const std::vector<double>& shares, Pick pick) {
  std::vector<double> seen(shares.size());
  for (int i = 0; i < selections; ++i) ++seen[pick()];
  double sum = 0;
  int degrees = -1;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] == 0) {
      EXPECT_EQ(seen[i], 0) << i;
      continue;
    }
    const double expected = shares[i] * selections;
    sum += (seen[i] - expected) * (seen[i] - expected) / expected;
    ++degrees;
  }
  return sum / degrees;
}

std::vector<Key> keys(std::initializer_list<double> costs) {
  std::vector<Key> result;
  for (double cost : costs) result.push_back({0, cost});
  return result;
}

TEST(LinearRankingSelection, FollowsBakersLine) {
  Random random(1);
  const std::vector<std::uint32_t> ranking{3, 0, 4, 1, 2};
  LinearRankingSelection selection(1.5);
  selection.prepare(ranking);
  // Position r of the ranking has the share (1.5 - r / 4) / 5; the slots are in the order of the population.
  const std::vector<double> shares{1.25 / 5, 0.75 / 5, 0.5 / 5, 1.5 / 5, 1.0 / 5};
  EXPECT_LT(relative_chi_square(shares, [&] { return selection.pick(random); }), 5);
}

TEST(LinearRankingSelection, FullPressureNeverPicksTheWorst) {
  Random random(2);
  const std::vector<std::uint32_t> ranking{0, 1, 2};
  LinearRankingSelection selection(2);
  selection.prepare(ranking);
  EXPECT_LT(relative_chi_square({2.0 / 3, 1.0 / 3, 0}, [&] { return selection.pick(random); }), 7);
}

/// Returns the shares of `size` individuals, best first, from the definition: floor(U^2) with U uniform in
/// [1, sqrt(size)].
std::vector<double> tate_smith_shares(std::size_t size) {
  std::vector<double> shares(size);
  for (std::size_t rank = 1; rank < size; ++rank) {
    const auto r = static_cast<double>(rank);
    shares[rank - 1] = (std::sqrt(r + 1) - std::sqrt(r)) / (std::sqrt(static_cast<double>(size)) - 1);
  }
  return shares;
}

TEST(TateSmithSelection, SquaresAUniformNumber) {
  // The shares of the best that the published rule implies; the worst is never drawn.
  EXPECT_NEAR(tate_smith_shares(50).front(), 0.068, 0.0005);
  EXPECT_NEAR(tate_smith_shares(10).front(), 0.19, 0.005);
  for (const std::size_t size : {3U, 10U, 50U}) {
    const std::uint64_t seed = 30 + size;
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << size << " individuals");
    Random random(seed);
    std::vector<std::uint32_t> ranking(size);
    std::iota(ranking.begin(), ranking.end(), 0U);
    random.shuffle(std::span(ranking));
    TateSmithSelection selection;
    selection.prepare(ranking);
    const std::vector<double> by_rank = tate_smith_shares(size);
    std::vector<double> shares(size);
    for (std::size_t rank = 0; rank < size; ++rank) shares[ranking[rank]] = by_rank[rank];
    EXPECT_LT(relative_chi_square(shares, [&] { return selection.pick(random); }), size == 3 ? 11 : 4);
  }
}

TEST(TateSmithSelection, OfTwoTheBetterIsAlwaysDrawn) {
  Random random(33);
  const std::vector<std::uint32_t> rankings[] = {{1, 0}, {0}};
  for (const auto& ranking : rankings) {
    TateSmithSelection selection;
    selection.prepare(ranking);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(selection.pick(random), ranking.front());
  }
}

TEST(TournamentSelection, TheBestOfKWins) {
  Random random(3);
  const auto population = keys({2, 1, 3, 0});
  TournamentSelection selection(3, 1);
  selection.prepare(population);
  // The best of three has position r if all three are among positions r and worse, but not all among r + 1
  // and worse.
  const auto at_rank = [](double r) { return (std::pow(4 - r, 3) - std::pow(3 - r, 3)) / 64; };
  EXPECT_LT(relative_chi_square({at_rank(2), at_rank(1), at_rank(3), at_rank(0)},
                                [&] { return selection.pick(random); }),
            6);
}

TEST(TournamentSelection, WinsWithItsRate) {
  Random random(4);
  const auto population = keys({0, 1});
  TournamentSelection selection(2, 0.8);
  selection.prepare(population);
  EXPECT_LT(relative_chi_square({0.25 + 0.5 * 0.8, 0.25 + 0.5 * 0.2}, [&] { return selection.pick(random); }),
            11);
}

/// Draws and compares one entrant after another, as the definition says.
std::uint32_t plain_tournament(std::span<const Key> population, std::uint32_t size, double win_rate,
                               Random& random) {
  std::vector<std::uint32_t> entrants(size);
  for (std::uint32_t& entrant : entrants)
    entrant = random.below(static_cast<std::uint32_t>(population.size()));
  if (win_rate == 1)
    return *std::ranges::min_element(entrants, {}, [&](std::uint32_t slot) { return population[slot]; });
  std::ranges::sort(entrants);
  std::ranges::stable_sort(entrants, {}, [&](std::uint32_t slot) { return population[slot]; });
  for (std::size_t place = 0; place + 1 < size; ++place) {
    if (random.chance(win_rate)) return entrants[place];
  }
  return entrants.back();
}

TEST(TournamentSelection, DrawsLikeItsDefinitionWhateverTheKeys) {
  for (const std::uint32_t size : {1U, 2U, 3U, 5U}) {
    for (const double win_rate : {1.0, 0.8}) {
      for (const bool infeasible : {false, true}) {
        Random random(size);
        std::vector<Key> population(50);
        for (Key& key : population)
          key = {infeasible ? random.below(3) : 0.0, static_cast<double>(random.below(20))};
        TournamentSelection selection(size, win_rate);
        selection.prepare(population);
        Random other = random;
        for (int i = 0; i < 2000; ++i) {
          ASSERT_EQ(selection.pick(random), plain_tournament(population, size, win_rate, other))
              << size << " " << win_rate << " " << infeasible;
        }
      }
    }
  }
}

TEST(TournamentSelection, FeasibleBeatsInfeasible) {
  Random random(5);
  const std::vector<Key> population{{1, -100}, {0, 100}};
  TournamentSelection selection(8, 1);
  selection.prepare(population);
  EXPECT_LT(relative_chi_square({1.0 / 256, 255.0 / 256}, [&] { return selection.pick(random); }), 11);
}

TEST(ProportionalSelection, WeighsByTheDistanceToTheWorst) {
  Random random(6);
  const auto population = keys({10, 6, 8, 10});
  ProportionalSelection selection;
  selection.prepare(population);
  EXPECT_LT(relative_chi_square({0, 4.0 / 6, 2.0 / 6, 0}, [&] { return selection.pick(random); }), 11);
}

TEST(ProportionalSelection, IsUniformWhereAllAreEqualAndSkipsInfeasible) {
  Random random(7);
  ProportionalSelection selection;
  const auto equal = keys({5, 5, 5, 5});
  selection.prepare(equal);
  EXPECT_LT(relative_chi_square({0.25, 0.25, 0.25, 0.25}, [&] { return selection.pick(random); }), 6);
  const std::vector<Key> mixed{{2, -9}, {0, 5}, {0, 5}};
  selection.prepare(mixed);
  EXPECT_LT(relative_chi_square({0, 0.5, 0.5}, [&] { return selection.pick(random); }), 11);
  const std::vector<Key> infeasible{{3, 0}, {1, 0}, {2, 0}};
  selection.prepare(infeasible);
  EXPECT_LT(relative_chi_square({0, 2.0 / 3, 1.0 / 3}, [&] { return selection.pick(random); }), 11);
}

TEST(ProportionalSelection, AGenomeWithoutAFitnessHasNoChanceBesideOneWithAFitness) {
  const Key none = key_of(last_score, Direction::minimise);
  const Key other{std::numeric_limits<double>::infinity(), -100};
  Random random(10);
  ProportionalSelection selection;
  const std::vector<Key> infeasible{none, {3, 0}, other, {1, 0}, {2, 0}};
  selection.prepare(infeasible);
  EXPECT_LT(relative_chi_square({0, 0, 0, 2.0 / 3, 1.0 / 3}, [&] { return selection.pick(random); }), 11);
  const std::vector<Key> one{none, {3, 0}, other};
  selection.prepare(one);
  for (int pick = 0; pick < 100; ++pick) EXPECT_EQ(selection.pick(random), 1U);
  const std::vector<Key> nobody{none, other, none};
  selection.prepare(nobody);
  EXPECT_LT(relative_chi_square({1.0 / 3, 1.0 / 3, 1.0 / 3}, [&] { return selection.pick(random); }), 11);
}

TEST(ReciprocalSelection, AGenomeWithoutAFitnessHasNoChanceBesideOneWithAFitness) {
  const Key none = key_of(last_score, Direction::minimise);
  Random random(11);
  ReciprocalSelection selection(-25);
  const std::vector<Key> infeasible{none, {3, 0}, {1, -30}};
  selection.prepare(infeasible);
  EXPECT_LT(relative_chi_square({0, 0.5, 0.5}, [&] { return selection.pick(random); }), 11);
  const std::vector<Key> nobody{none, none};
  selection.prepare(nobody);
  EXPECT_LT(relative_chi_square({0.5, 0.5}, [&] { return selection.pick(random); }), 11);
}

TEST(ReciprocalSelection, WeighsByTheDistanceToTheIdeal) {
  Random random(8);
  const auto population = keys({-24, -15, 5});  // 1, 10 and 30 short of the ideal
  ReciprocalSelection selection(-25);
  selection.prepare(population);
  const double sum = 1 + 1.0 / 10 + 1.0 / 30;
  EXPECT_LT(relative_chi_square({1 / sum, 0.1 / sum, 1.0 / 30 / sum}, [&] { return selection.pick(random); }),
            8);
}

TEST(ReciprocalSelection, TheIdealLeavesOthersNoChanceNorDoFeasibleOnesInfeasible) {
  Random random(9);
  ReciprocalSelection selection(-25);
  const auto reached = keys({-25, 3, -26});
  selection.prepare(reached);
  EXPECT_LT(relative_chi_square({0.5, 0, 0.5}, [&] { return selection.pick(random); }), 11);
  const std::vector<Key> mixed{{2, -30}, {0, -5}, {0, -5}};
  selection.prepare(mixed);
  EXPECT_LT(relative_chi_square({0, 0.5, 0.5}, [&] { return selection.pick(random); }), 11);
  const std::vector<Key> infeasible{{3, 0}, {1, -30}};
  selection.prepare(infeasible);
  EXPECT_LT(relative_chi_square({0.5, 0.5}, [&] { return selection.pick(random); }), 11);
}

TEST(AliasTable, DrawsRandomDistributions) {
  for (std::uint64_t seed = 1; seed <= test::random_cases(20U); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    std::vector<double> weights(1 + random.below(30));
    for (double& weight : weights) weight = random.chance(0.3) ? 0 : random.uniform();
    weights[0] = 1;
    AliasTable table;
    table.assign(weights);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<double> shares;
    for (double weight : weights) shares.push_back(weight / total);
    if (shares.size() > 1) {
      EXPECT_LT(relative_chi_square(shares, [&] { return table.draw(random); }), 8);
    }
  }
}

TEST(ShuffledTournamentSelection, AllEnterEquallyManyTournamentsAndTheBetterWins) {
  for (const std::uint32_t size : {1U, 2U, 8U, 100U}) {
    Random random(9);
    std::vector<Key> population;
    for (std::uint32_t i = 0; i < size; ++i) population.push_back({i % 3 == 2 ? 1.0 : 0.0, 100.0 - i});
    ShuffledTournamentSelection selection;
    selection.prepare(population);
    std::vector<int> wins(size, 0);
    // As many picks as individuals are two tournaments for each.
    for (std::uint32_t i = 0; i < size; ++i) ++wins[selection.pick(random)];
    EXPECT_LE(*std::ranges::max_element(wins), 2);
    EXPECT_EQ(wins[static_cast<std::size_t>(std::ranges::min_element(population) - population.begin())],
              size == 1 ? 1 : 2)
        << "the best wins both";
    if (size > 1) {
      EXPECT_EQ(wins[static_cast<std::size_t>(std::ranges::max_element(population) - population.begin())], 0)
          << "the worst wins neither";
    }
  }
}

TEST(ShuffledTournamentSelection, OneOfAnOddNumberSitsOut) {
  Random random(10);
  const std::vector<Key> population = keys({3, 2, 1});
  ShuffledTournamentSelection selection;
  selection.prepare(population);
  // Of the three pairs, slot 2 wins two and slot 1 wins one.
  EXPECT_LT(relative_chi_square({0, 1.0 / 3, 2.0 / 3}, [&] { return selection.pick(random); }), 7);
}

}  // namespace
}  // namespace skerry
