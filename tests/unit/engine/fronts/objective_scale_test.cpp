#include "skerry/detail/fronts/directed_order.hpp"

#include "support/testing.hpp"
#include "unit/engine/fronts/front_cases.hpp"

namespace skerry {
namespace {

using test::OwnedRows;

std::vector<double> scaled(const ObjectiveScale& scale, const std::vector<double>& row) {
  std::vector<double> result(row.size());
  scale.apply(row, result);
  return result;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-9) << "objective " << i;
}

TEST(ObjectiveScale, IsOneWhereThePlaneOfTheExtremeSolutionsMeetsTheAxes) {
  // Two extreme solutions that do not lie on the axes: through (1, 4) and (3, 0) from the origin of the
  // least.
  const OwnedRows rows{{11, 24, 13, 20, 12, 21}, 2};
  const OwnedRows all{{11, 24, 13, 20, 12, 21, 100, 100}, 2};
  ObjectiveScale scale(2);
  scale.learn(rows, all);
  // From (11, 20) they are (0, 4) and (2, 0).
  expect_near(scaled(scale, {11, 20}), {0, 0});
  expect_near(scaled(scale, {13, 24}), {1, 1});
  expect_near(scaled(scale, {12, 21}), {0.5, 0.25});
}

TEST(ObjectiveScale, DoesNotDependOnWhereObjectivesBegin) {
  for (auto&& [seed, random] : seeds(50)) {
    const std::size_t objectives = 2 + random.below(4);
    OwnedRows rows{std::vector<double>(20 * objectives), objectives};
    for (double& value : rows.values) value = random.uniform();
    OwnedRows other = rows;
    for (double& value : other.values) value += 4;
    ObjectiveScale plain(objectives);
    ObjectiveScale scale(objectives);
    plain.learn(rows, rows);
    scale.learn(other, other);
    for (std::size_t slot = 0; slot < 20; ++slot) {
      const auto row = [&](const OwnedRows& from) {
        const auto at = ObjectiveRows(from)[slot];
        return std::vector<double>(at.begin(), at.end());
      };
      const auto a = scaled(plain, row(rows));
      const auto b = scaled(scale, row(other));
      for (std::size_t i = 0; i < objectives; ++i)
        EXPECT_NEAR(a[i], b[i], 1e-6 * (1 + a[i])) << "seed " << seed;
    }
  }
}

TEST(ObjectiveScale, GoesByTheWorstValuesWhereThereIsNoPlane) {
  const OwnedRows one{{3, 5}, 2};
  ObjectiveScale scale(2);
  scale.learn(one, one);
  expect_near(scaled(scale, {3, 5}), {0, 0});
  expect_near(scaled(scale, {4, 7}), {1, 2});
  // The same solution is extreme in two of three objectives.
  const OwnedRows line{{0, 0, 4, 2, 2, 0}, 3};
  ObjectiveScale flat(3);
  flat.learn(line, line);
  expect_near(scaled(flat, {2, 2, 4}), {1, 1, 1});
}

TEST(ObjectiveScale, RemembersTheLeastValues) {
  ObjectiveScale scale(2);
  const OwnedRows early{{0, 1, 1, 0}, 2};
  const OwnedRows late{{0.5, 1, 1, 0.5}, 2};
  scale.learn(early, early);
  scale.learn(late, late);
  expect_near(scaled(scale, {0, 0}), {0, 0});
  expect_near(scaled(scale, {1, 0.5}), {1, 0.5});
}

TEST(ObjectiveScale, BearsAnyObjectives) {
  for (auto&& [seed, random] : seeds(300)) {
    OwnedRows rows = test::random_objectives(random, 1 + random.below(20), 1 + random.below(4), 4);
    test::add_odd_values(random, rows);
    if (seed % 3 == 0) rows.values.front() = -std::numeric_limits<double>::max();
    if (seed % 5 == 0) rows.values.back() = std::numeric_limits<double>::max();
    ObjectiveScale scale(rows.objectives);
    scale.learn(rows, rows);
    for (std::size_t slot = 0; slot < ObjectiveRows(rows).size(); ++slot) {
      std::vector<double> found(rows.objectives);
      scale.apply(ObjectiveRows(rows)[slot], found);
      for (const double value : found) EXPECT_TRUE(value >= 0 && value <= 1e100) << "seed " << seed;
    }
    EXPECT_TRUE(std::ranges::none_of(scale.state(), [](double number) { return std::isnan(number); }));
  }
}

}  // namespace
}  // namespace skerry
