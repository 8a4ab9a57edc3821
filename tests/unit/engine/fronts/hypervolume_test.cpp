#include "skerry/detail/fronts/front_measures.hpp"

#include "support/testing.hpp"
#include "unit/allocations.hpp"
#include "unit/engine/fronts/front_cases.hpp"

namespace skerry {
namespace {

using test::OwnedRows;

double hypervolume_of(const OwnedRows& rows, const std::vector<double>& reference) {
  return Hypervolume().measure(rows, reference);
}

/// Counts the cells of an integer grid, of side `values`, that a solution dominates.
double counted_volume(const OwnedRows& rows, std::uint32_t values) {
  std::vector<std::uint32_t> cell(rows.objectives, 0);
  double counted = 0;
  for (;;) {
    bool dominated = false;
    for (std::size_t i = 0; i < ObjectiveRows(rows).size(); ++i) {
      bool all = true;
      for (std::size_t j = 0; j < rows.objectives; ++j) all &= ObjectiveRows(rows)[i][j] <= cell[j];
      dominated |= all;
    }
    counted += dominated;
    std::size_t j = 0;
    while (j < cell.size() && ++cell[j] == values) cell[j++] = 0;
    if (j == cell.size()) return counted;
  }
}

/// Adds and subtracts the volumes that all subsets of solutions have in common.
double volume_by_inclusion_and_exclusion(const OwnedRows& rows, const std::vector<double>& reference) {
  const std::uint32_t size = static_cast<std::uint32_t>(ObjectiveRows(rows).size());
  double sum = 0;
  for (std::uint32_t subset = 1; subset < 1U << size; ++subset) {
    double common = 1;
    for (std::size_t j = 0; j < rows.objectives; ++j) {
      double worst = -std::numeric_limits<double>::infinity();
      for (std::uint32_t i = 0; i < size; ++i) {
        if ((subset >> i & 1) != 0) worst = std::max(worst, ObjectiveRows(rows)[i][j]);
      }
      common *= std::max(reference[j] - worst, 0.0);
    }
    sum += std::popcount(subset) % 2 == 1 ? common : -common;
  }
  return sum;
}

TEST(Hypervolume, IsThatByHand) {
  EXPECT_EQ(hypervolume_of({{3, 5, 4}, 1}, {10}), 7);
  EXPECT_EQ(hypervolume_of({{1, 3, 2, 2, 3, 1}, 2}, {4, 4}), 6) << "a staircase of three steps";
  EXPECT_EQ(hypervolume_of({{1, 2, 3, 3, 1, 2, 2, 3, 1}, 3}, {4, 4, 4}), 3 * 6 - 3 * 2 + 1)
      << "three boxes less what pairs of them share, and what all share";
  EXPECT_EQ(hypervolume_of({std::vector<double>(5, 1), 5}, std::vector<double>(5, 3)), 32);
  EXPECT_EQ(hypervolume_of({{}, 3}, {1, 1, 1}), 0);
}

TEST(Hypervolume, IsTheNumberOfCellsOfAGrid) {
  Hypervolume hypervolume;
  for (auto&& [seed, random] : seeds(400)) {
    const std::size_t objectives = 1 + random.below(6);
    const std::uint32_t values = objectives < 4 ? 9 : 5;
    // Some solutions are on the edge of the reference or beyond it.
    const OwnedRows rows = test::random_objectives(random, random.below(15), objectives, values + 2);
    const std::vector<double> reference(objectives, values);
    EXPECT_EQ(hypervolume.measure(rows, reference), counted_volume(rows, values));
  }
}

TEST(Hypervolume, AgreesWithInclusionAndExclusion) {
  for (auto&& [seed, random] : seeds(100)) {
    const std::size_t objectives = 2 + random.below(6);
    OwnedRows rows = test::random_objectives(random, 1 + random.below(9), objectives, 2);
    for (double& value : rows.values) value = 2 * random.uniform() - 1;
    std::vector<double> reference(objectives);
    for (double& value : reference) value = 0.5 + random.uniform();
    const double expected = volume_by_inclusion_and_exclusion(rows, reference);
    EXPECT_NEAR(hypervolume_of(rows, reference), expected, 1e-9 * (1 + expected));
  }
}

TEST(Hypervolume, ChangesNeitherByOrderNorByDominatedSolutions) {
  for (auto&& [seed, random] : seeds(100)) {
    const std::size_t objectives = 2 + random.below(4);
    OwnedRows rows = test::random_objectives(random, 20, objectives, 10);
    const std::vector<double> reference(objectives, 10);
    const double volume = hypervolume_of(rows, reference);
    EXPECT_EQ(hypervolume_of(test::permuted_rows(rows, test::random_slots(random, 20)), reference), volume);
    for (std::size_t i = 0; i < 20 * objectives; ++i) rows.values.push_back(rows.values[i] + random.below(2));
    EXPECT_EQ(hypervolume_of(rows, reference), volume);
  }
}

TEST(Hypervolume, CountsNothingBeyondTheReference) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(hypervolume_of({{-9, 1, nan, 0, 0, infinite, 0.5, 0.5}, 2}, {1, 1}), 0.25);
  EXPECT_EQ(hypervolume_of({{-infinite, 0}, 2}, {1, 1}), infinite);
  EXPECT_EQ(hypervolume_of({{-infinite, 1}, 2}, {1, 1}), 0);
}

TEST(Hypervolume, AllocatesNothingOnceWarm) {
  for (const std::size_t objectives : {2U, 3U, 5U}) {
    Random random(objectives);
    const OwnedRows rows = test::random_objectives(random, 40, objectives, 30);
    const std::vector<double> reference(objectives, 30);
    Hypervolume hypervolume;
    const double volume = hypervolume.measure(rows, reference);
    const std::size_t before = test::allocations();
    EXPECT_EQ(hypervolume.measure(rows, reference), volume);
    EXPECT_EQ(test::allocations(), before);
  }
}

}  // namespace
}  // namespace skerry
