#include "skerry/detail/fronts/directed_order.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(ReferenceDirections, AreAsManyAsPublished) {
  // Deb & Jain 2014, table 1; more than 5 objectives have two layers.
  EXPECT_EQ(simplex_lattice_size(3, 12), 91U);
  EXPECT_EQ(simplex_lattice_size(5, 6), 210U);
  EXPECT_EQ(simplex_lattice_size(8, 3) + simplex_lattice_size(8, 2), 156U);
  EXPECT_EQ(simplex_lattice_size(10, 3) + simplex_lattice_size(10, 2), 275U);
  EXPECT_EQ(simplex_lattice_size(1, 9), 1U);
  EXPECT_EQ(simplex_lattice_size(34, 33), 7'219'428'434'016'265'740U) << "C(66, 33)";
  EXPECT_EQ(simplex_lattice_size(100, 100), std::numeric_limits<std::uint64_t>::max());
}

TEST(ReferenceDirections, AreAllOfTheSimplexInOrder) {
  for (std::size_t objectives = 1; objectives <= 6; ++objectives) {
    for (std::size_t divisions = 1; divisions <= 7; ++divisions) {
      SCOPED_TRACE(testing::Message() << objectives << " objectives, " << divisions << " divisions");
      const auto directions = simplex_lattice(objectives, divisions);
      ASSERT_EQ(directions.size(), objectives * simplex_lattice_size(objectives, divisions));
      std::vector<double> previous;
      for (std::size_t at = 0; at < directions.size(); at += objectives) {
        const std::vector<double> direction(&directions[at], &directions[at] + objectives);
        EXPECT_LT(previous, direction);
        EXPECT_NEAR(std::reduce(direction.begin(), direction.end()), 1, 1e-14);
        for (const double part : direction) {
          EXPECT_GE(part, 0);
          EXPECT_EQ(part, std::round(part * static_cast<double>(divisions)) / static_cast<double>(divisions));
        }
        previous = direction;
      }
    }
  }
  EXPECT_EQ(simplex_lattice(2, 2), (std::vector<double>{0, 1, 0.5, 0.5, 1, 0}));
}

TEST(ReferenceDirections, FitANumber) {
  EXPECT_EQ(lattice_divisions(3, 91), 12U);
  EXPECT_EQ(lattice_divisions(3, 90), 11U);
  EXPECT_EQ(lattice_divisions(2, 100), 99U);
  EXPECT_EQ(lattice_divisions(2, std::uint64_t{1} << 32), (std::uint64_t{1} << 32) - 1);
  EXPECT_EQ(lattice_divisions(8, 3), 1U);
  for (std::size_t objectives = 2; objectives < 8; ++objectives) {
    for (std::uint64_t directions = objectives; directions < 300; ++directions) {
      const std::size_t divisions = lattice_divisions(objectives, directions);
      EXPECT_LE(simplex_lattice_size(objectives, divisions), directions);
      EXPECT_GT(simplex_lattice_size(objectives, divisions + 1), directions);
    }
  }
}

TEST(ReferenceDirections, HaveTheLayersOfThePublication) {
  // Deb & Jain 2014, table 1: objectives, population, directions.
  constexpr std::size_t published[][3] = {
      {3, 92, 91}, {5, 212, 210}, {8, 156, 156}, {10, 276, 275}, {15, 136, 135}};
  for (const auto& [objectives, population, directions] : published) {
    const auto rows = reference_directions(objectives, population);
    EXPECT_EQ(rows.size(), directions * objectives);
    bool inside = false;
    for (std::size_t at = 0; at < rows.size(); at += objectives) {
      const std::vector<double> direction(&rows[at], &rows[at] + objectives);
      EXPECT_NEAR(std::reduce(direction.begin(), direction.end()), 1, 1e-14);
      inside |= std::ranges::all_of(direction, [](double part) { return part > 0; });
    }
    EXPECT_TRUE(inside);
  }
  EXPECT_EQ(reference_directions(5, 2).size(), 25U) << "one for each objective";
}

}  // namespace
}  // namespace skerry
