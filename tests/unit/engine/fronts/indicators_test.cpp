#include "skerry/detail/fronts/front_measures.hpp"

#include "support/testing.hpp"
#include "unit/engine/fronts/front_cases.hpp"

namespace skerry {
namespace {

using test::OwnedRows;

/// The least number that, taken from every objective of the front, makes it weakly dominate every reference.
double additive_epsilon(ObjectiveRows front, ObjectiveRows references) {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t point = 0; point < references.size(); ++point) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t solution = 0; solution < front.size(); ++solution) {
      double excess = -std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < references.objectives; ++i) {
        excess = std::max(excess, front[solution][i] - references[point][i]);
      }
      nearest = std::min(nearest, excess);
    }
    largest = std::max(largest, nearest);
  }
  return largest;
}

TEST(Indicators, AreThoseByHand) {
  // Of (1, 4), (3, 2): (0, 3) is sqrt(2) off the first; (2, 1) is 1 off what (3, 2) dominates in either
  // objective; (5, 5) is dominated.
  const OwnedRows front{{1, 4, 3, 2}, 2};
  const OwnedRows references{{0, 3, 2, 1, 5, 5}, 2};
  EXPECT_DOUBLE_EQ(igd_plus(front, references), 2 * std::sqrt(2.0) / 3);
  // What is better in one objective does not make up for the other, unlike in IGD.
  EXPECT_EQ(igd_plus(OwnedRows{{-100, 1}, 2}, OwnedRows{{0, 0}, 2}), 1);
}

TEST(Indicators, AreZeroForTheReferencesThemselves) {
  for (auto&& [seed, random] : seeds(50)) {
    const OwnedRows rows = test::random_objectives(random, 1 + random.below(20), 1 + random.below(4), 100);
    EXPECT_EQ(igd_plus(rows, rows), 0) << "seed " << seed;
  }
}

TEST(Indicators, FollowDominance) {
  for (auto&& [seed, random] : seeds(200)) {
    const std::size_t objectives = 1 + random.below(4);
    const OwnedRows references = test::random_objectives(random, 10, objectives, 30);
    const OwnedRows front = test::random_objectives(random, 10, objectives, 30);
    OwnedRows worse = front;
    for (double& value : worse.values) value += random.below(5);
    EXPECT_LE(igd_plus(front, references), igd_plus(worse, references));
    // Epsilon taken from every objective makes the front weakly dominate all references, and 1 less does not.
    const double epsilon = additive_epsilon(front, references);
    OwnedRows moved = front;
    for (double& value : moved.values) value -= epsilon;
    EXPECT_EQ(igd_plus(moved, references), 0);
    for (double& value : moved.values) ++value;
    EXPECT_GT(igd_plus(moved, references), 0);
    const auto order = test::random_slots(random, 10);
    EXPECT_EQ(igd_plus(test::permuted_rows(front, order), references), igd_plus(front, references));
  }
}

TEST(Indicators, OfWhatHasNoNumberAreInfinite) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const OwnedRows reference{{0, 0}, 2};
  for (const OwnedRows& front : {OwnedRows{{}, 2}, OwnedRows{{nan, 0}, 2}, OwnedRows{{0, infinite}, 2}}) {
    EXPECT_EQ(igd_plus(front, reference), infinite);
  }
  EXPECT_EQ(igd_plus(OwnedRows{{nan, 0, 3, 4}, 2}, reference), 5);
}

}  // namespace
}  // namespace skerry
