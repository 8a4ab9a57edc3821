#include "skerry/detail/fronts/crowded_order.hpp"

#include "support/testing.hpp"
#include "unit/engine/fronts/front_cases.hpp"

namespace skerry {
namespace {

using test::OwnedRows;

constexpr double at_an_end = std::numeric_limits<double>::infinity();

std::vector<double> crowding_of(const OwnedRows& rows, const std::vector<std::uint32_t>& fronts) {
  std::vector<double> distances(fronts.size());
  Crowding().measure(rows, fronts, distances);
  return distances;
}

std::vector<double> crowding_of(const OwnedRows& rows) {
  return crowding_of(rows, std::vector<std::uint32_t>(ObjectiveRows(rows).size(), 0));
}

/// Follows the definition for one solution: looks for its neighbours among all of its front.
double crowding_by_definition(const OwnedRows& rows, const std::vector<std::uint32_t>& fronts,
                              std::size_t solution) {
  double sum = 0;
  std::size_t members = 0;
  for (std::size_t objective = 0; objective < rows.objectives; ++objective) {
    const auto value = [&](std::size_t slot) { return ObjectiveRows(rows)[slot][objective]; };
    const auto precedes = [&](std::size_t a, std::size_t b) {
      return value(a) != value(b) ? value(a) < value(b) : a < b;
    };
    std::vector<std::size_t> before;
    std::vector<std::size_t> after;
    for (std::size_t other = 0; other < fronts.size(); ++other) {
      if (other == solution || fronts[other] != fronts[solution]) continue;
      (precedes(other, solution) ? before : after).push_back(other);
    }
    members = 1 + before.size() + after.size();
    before.push_back(solution);
    after.push_back(solution);
    const auto first = std::min(value(*std::ranges::min_element(before, precedes)), value(solution));
    const auto last = std::max(value(*std::ranges::max_element(after, precedes)), value(solution));
    if (first == last) continue;
    if (before.size() == 1 || after.size() == 1) return at_an_end;
    before.pop_back();
    after.pop_back();
    sum += (value(*std::ranges::min_element(after, precedes)) -
            value(*std::ranges::max_element(before, precedes))) /
           (last - first);
  }
  if (members == 1) return at_an_end;
  return sum;
}

TEST(Crowding, IsTheSumOfTheGapsByHand) {
  // In order they are (0, 10), (1, 6), (4, 2), (10, 0); both ranges are 10.
  const auto distances = crowding_of({{4, 2, 0, 10, 10, 0, 1, 6}, 2});
  EXPECT_DOUBLE_EQ(distances[0], 0.9 + 0.6);
  EXPECT_DOUBLE_EQ(distances[3], 0.4 + 0.8);
  EXPECT_EQ(distances[1], at_an_end);
  EXPECT_EQ(distances[2], at_an_end);
}

TEST(Crowding, AgreesWithTheDefinition) {
  for (auto&& [seed, random] : seeds(300)) {
    const std::size_t size = 1 + random.below(40);
    const OwnedRows rows = test::random_objectives(random, size, 1 + random.below(4), 1 + random.below(30));
    std::vector<std::uint32_t> fronts(size);
    for (std::uint32_t& front : fronts) front = random.below(4);
    const auto distances = crowding_of(rows, fronts);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_DOUBLE_EQ(distances[i], crowding_by_definition(rows, fronts, i)) << "solution " << i;
    }
  }
}

TEST(Crowding, DoesNotDependOnTheOrderOfDifferentSolutions) {
  for (auto&& [seed, random] : seeds(50)) {
    OwnedRows rows{std::vector<double>(60), 3};
    for (double& value : rows.values) value = random.uniform();
    const auto order = test::random_slots(random, 20);
    const auto distances = crowding_of(rows);
    const auto permuted = crowding_of(test::permuted_rows(rows, order));
    for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(permuted[i], distances[order[i]]) << "seed " << seed;
  }
}

TEST(Crowding, OrdersEqualSolutionsBySlot) {
  EXPECT_EQ(crowding_of({{1, 1, 1, 1, 1, 1}, 2}), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(crowding_of({{1, 1, 1, 2}, 1}), (std::vector<double>{at_an_end, 0, 1, at_an_end}));
  EXPECT_EQ(crowding_of({{3, 4}, 2}), std::vector<double>{at_an_end});
}

TEST(Crowding, BearsAnyObjectives) {
  constexpr double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(crowding_of({{-huge, 0, huge}, 1})[1], 1);
  EXPECT_EQ(crowding_of({{0, 1, 4, at_an_end}, 1}), (std::vector<double>{at_an_end, 1, 1, at_an_end}));
  for (auto&& [seed, random] : seeds(200)) {
    OwnedRows rows = test::random_objectives(random, 1 + random.below(20), 1 + random.below(3), 4);
    test::add_odd_values(random, rows);
    for (const double distance : crowding_of(rows)) {
      EXPECT_TRUE(distance >= 0) << "seed " << seed << ", distance " << distance;
    }
  }
}

}  // namespace
}  // namespace skerry
