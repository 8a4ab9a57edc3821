#include "skerry/detail/fronts/crowded_order.hpp"

#include "support/testing.hpp"
#include "unit/engine/fronts/front_cases.hpp"

namespace skerry {
namespace {

using test::OwnedRows;

TEST(CrowdedOrder, IsByFrontThenByRoomThenBySlot) {
  // The front is (0, 10), (1, 6), (4, 2), (10, 0), of which the ends come first, then (4, 2) with more room.
  CrowdedOrder crowded;
  crowded.sort({std::vector<double>{5, 11, 1, 6, 0, 10, 4, 2, 10, 0}, 2}, std::vector<double>(5, 0));
  const std::vector<std::uint32_t> expected{2, 4, 3, 1, 0};
  EXPECT_TRUE(std::ranges::equal(crowded.order(), expected));
}

TEST(CrowdedOrder, PutsFeasibleOnesFirstThenTheLeastViolation) {
  for (auto&& [seed, random] : seeds(100)) {
    OwnedRows rows = test::random_objectives(random, 1 + random.below(40), 1 + random.below(4), 6);
    if (seed % 2 == 0) test::add_odd_values(random, rows);
    std::vector<double> violations(ObjectiveRows(rows).size());
    for (double& violation : violations) violation = random.below(4);
    if (seed % 3 == 0) violations.front() = std::numeric_limits<double>::infinity();
    CrowdedOrder crowded;
    crowded.sort(rows, violations);
    std::vector<std::uint32_t> order(crowded.order().begin(), crowded.order().end());
    EXPECT_TRUE(std::ranges::is_sorted(order, {}, [&](std::uint32_t slot) { return violations[slot]; }))
        << "seed " << seed;
    EXPECT_TRUE(
        std::ranges::is_sorted(order, {}, [&](std::uint32_t slot) { return crowded.fronts()[slot]; }));
    std::ranges::sort(order);
    for (std::uint32_t slot = 0; slot < order.size(); ++slot) EXPECT_EQ(order[slot], slot);
  }
}

}  // namespace
}  // namespace skerry
