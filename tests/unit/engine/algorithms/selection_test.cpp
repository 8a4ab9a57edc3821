#include "skerry/selection.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

constexpr int selections = 200000;

/// Expects that what `pick` selects has these shares. The limit on chi-square grows with the degrees of
/// freedom.
template <typename Pick>
void expect_shares(const std::vector<double>& shares, Pick pick) {
  std::vector<double> seen(shares.size());
  for (int i = 0; i < selections; ++i) ++seen[pick()];
  double chi_square = 0;
  int degrees = -1;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] == 0) {
      EXPECT_EQ(seen[i], 0) << i;
      continue;
    }
    const double expected = shares[i] * selections;
    chi_square += (seen[i] - expected) * (seen[i] - expected) / expected;
    ++degrees;
  }
  EXPECT_LT(chi_square, std::max(4 * degrees, 8 + 3 * degrees));
}

/// Expects that the selection gives the individuals of a population, or a ranking, these shares.
template <typename Selection, typename Population>
void expect_picks(Selection&& selection, const Population& population, const std::vector<double>& shares) {
  Random random(1);
  selection.prepare(population);
  expect_shares(shares, [&] { return selection.pick(random); });
}

std::vector<Key> keys(std::initializer_list<double> costs) {
  std::vector<Key> result;
  for (double cost : costs) result.push_back({0, cost});
  return result;
}

using Ranking = std::vector<std::uint32_t>;

TEST(LinearRankingSelection, FollowsBakersLine) {
  // Position r of the ranking has the share (1.5 - r / 4) / 5; the slots are in the order of the population.
  expect_picks(LinearRankingSelection(1.5), Ranking{3, 0, 4, 1, 2},
               {1.25 / 5, 0.75 / 5, 0.5 / 5, 1.5 / 5, 1.0 / 5});
  // Full pressure never picks the worst.
  expect_picks(LinearRankingSelection(2), Ranking{0, 1, 2}, {2.0 / 3, 1.0 / 3, 0});
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
    Ranking ranking(size);
    std::iota(ranking.begin(), ranking.end(), 0U);
    random.shuffle(std::span(ranking));
    const std::vector<double> by_rank = tate_smith_shares(size);
    std::vector<double> shares(size);
    for (std::size_t rank = 0; rank < size; ++rank) shares[ranking[rank]] = by_rank[rank];
    expect_picks(TateSmithSelection(), ranking, shares);
  }
}

TEST(TateSmithSelection, OfTwoTheBetterIsAlwaysDrawn) {
  Random random(33);
  const Ranking rankings[] = {{1, 0}, {0}};
  for (const auto& ranking : rankings) {
    TateSmithSelection selection;
    selection.prepare(ranking);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(selection.pick(random), ranking.front());
  }
}

TEST(TournamentSelection, TheBestOfKWins) {
  // The best of three has position r if all three are among positions r and worse, but not all among r + 1
  // and worse.
  const auto at_rank = [](double r) { return (std::pow(4 - r, 3) - std::pow(3 - r, 3)) / 64; };
  expect_picks(TournamentSelection(3, 1), keys({2, 1, 3, 0}),
               {at_rank(2), at_rank(1), at_rank(3), at_rank(0)});
  const std::vector<Key> feasible_beats_infeasible{{1, -100}, {0, 100}};
  expect_picks(TournamentSelection(8, 1), feasible_beats_infeasible, {1.0 / 256, 255.0 / 256});
}

TEST(TournamentSelection, WinsWithItsRate) {
  expect_picks(TournamentSelection(2, 0.8), keys({0, 1}), {0.25 + 0.5 * 0.8, 0.25 + 0.5 * 0.2});
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

using Keys = std::vector<Key>;

const Key without_fitness = key_of(last_score, Direction::minimise);
const Key without_bound{std::numeric_limits<double>::infinity(), -100};

TEST(ProportionalSelection, WeighsByTheDistanceToTheWorst) {
  expect_picks(ProportionalSelection(), keys({10, 6, 8, 10}), {0, 4.0 / 6, 2.0 / 6, 0});
}

/// What is infeasible is weighed by its violation, where nothing is feasible.
TEST(ProportionalSelection, GivesNothingAChanceBesideWhatIsOfABetterKind) {
  ProportionalSelection selection;
  expect_picks(selection, keys({5, 5, 5, 5}), {0.25, 0.25, 0.25, 0.25});
  expect_picks(selection, Keys{{2, -9}, {0, 5}, {0, 5}}, {0, 0.5, 0.5});
  expect_picks(selection, Keys{{3, 0}, {1, 0}, {2, 0}}, {0, 2.0 / 3, 1.0 / 3});
  expect_picks(selection, Keys{without_fitness, {3, 0}, without_bound, {1, 0}, {2, 0}},
               {0, 0, 0, 2.0 / 3, 1.0 / 3});
  expect_picks(selection, Keys{without_fitness, {3, 0}, without_bound}, {0, 1, 0});
  expect_picks(selection, Keys{without_fitness, without_bound, without_fitness}, {1.0 / 3, 1.0 / 3, 1.0 / 3});
}

TEST(ReciprocalSelection, WeighsByTheDistanceToTheIdeal) {
  const double sum = 1 + 1.0 / 10 + 1.0 / 30;  // these are 1, 10 and 30 short of the ideal
  expect_picks(ReciprocalSelection(-25), keys({-24, -15, 5}), {1 / sum, 0.1 / sum, 1.0 / 30 / sum});
}

TEST(ReciprocalSelection, GivesNothingAChanceBesideTheIdealOrWhatIsOfABetterKind) {
  ReciprocalSelection selection(-25);
  expect_picks(selection, keys({-25, 3, -26}), {0.5, 0, 0.5});
  expect_picks(selection, Keys{{2, -30}, {0, -5}, {0, -5}}, {0, 0.5, 0.5});
  expect_picks(selection, Keys{{3, 0}, {1, -30}}, {0.5, 0.5});
  expect_picks(selection, Keys{without_fitness, {3, 0}, {1, -30}}, {0, 0.5, 0.5});
  expect_picks(selection, Keys{without_fitness, without_fitness}, {0.5, 0.5});
}

TEST(AliasTable, DrawsRandomDistributions) {
  for (auto&& [seed, random] : seeds_from_1(test::random_cases(20U))) {
    std::vector<double> weights(1 + random.below(30));
    for (double& weight : weights) weight = random.chance(0.3) ? 0 : random.uniform();
    weights[0] = 1;
    AliasTable table;
    table.assign(weights);
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<double> shares;
    for (double weight : weights) shares.push_back(weight / total);
    expect_shares(shares, [&table, &random = random] { return table.draw(random); });
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
  // Of the three pairs, slot 2 wins two and slot 1 wins one.
  expect_picks(ShuffledTournamentSelection(), keys({3, 2, 1}), {0, 1.0 / 3, 2.0 / 3});
}

}  // namespace
}  // namespace skerry
