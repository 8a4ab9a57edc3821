#include "engine/migration/plan.hpp"
#include "support/testing.hpp"
#include "unit/engine/migration/plan_cases.hpp"

namespace skerry {
namespace {

/// Island 0 has links to and from each of the others.
const Topology star("star", [](const TopologyRequest& request) {
  Links links(request.islands);
  for (std::size_t island = 1; island < request.islands; ++island) {
    links[0].push_back(island);
    links[island].push_back(0);
  }
  return links;
});

/// Two cycles meet in island 0, and their links change with the epoch.
const Topology bow_tie("bow tie", [](const TopologyRequest& request) {
  Links links(request.islands);
  if (request.islands < 5 || request.epoch % 3 == 2) return links;
  links[0] = {1, 3};
  links[1] = {2};
  links[2] = {0};
  links[3] = {4};
  links[4] = {0};
  return links;
});

/// Island 0 sends to all others and receives from none.
const Topology broadcast("broadcast", [](const TopologyRequest& request) {
  Links links(request.islands);
  for (std::size_t island = 1; island < request.islands; ++island) links[0].push_back(island);
  return links;
});

TEST(Plan, AUsersTopologyConservesWhereItsLinksBalance) {
  for (auto&& [seed, random] : seeds(200)) {
    const auto islands = random_islands(random, 1 + random.below(12), seed % 3 == 0 ? 5 : 80, false);
    for (const Topology& topology : {star, bow_tie}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", topology " << topology.name());
      const MigrationSettings settings{.topology = topology, .migrants = 1 + random.below(6)};
      expect_conserving(plan_of(settings, seed, islands, seed), islands);
    }
  }
  const Plan plan = plan_of(star, 2, equal_islands(4, 10));
  EXPECT_EQ(partners(plan, 0), (std::set<std::size_t>{1, 2, 3}));
  EXPECT_EQ(partners(plan, 2), (std::set<std::size_t>{0}));
}

TEST(Plan, MovingIsRefusedWhereLinksDoNotBalance) {
  EXPECT_EQ(message_of<UsageError>([] { plan_of(broadcast, 1, equal_islands(4, 10)); }),
            "topology \"broadcast\": the number of islands that island 0 sends to is 3, and that it receives "
            "from is 0; where migrants move both are equal (transfer \"copy\" takes any links)");
}

/// In the copying form, for each link: sources send their best unchanged, targets keep their best and their
/// size.
TEST(Plan, CopyingSendsTheBestAndKeepsTheBest) {
  for (auto&& [seed, random] : seeds(300)) {
    const auto islands = random_islands(random, 1 + random.below(12), seed % 3 == 0 ? 5 : 80, false);
    for (const Topology& topology :
         {fully_connected, ring, torus, hypercube, random_cycle, isolated, star, bow_tie, broadcast}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", topology " << topology.name());
      const std::uint64_t migrants = 1 + random.below(6);
      const Plan plan = plan_of({.topology = topology, .migrants = migrants, .transfer = Transfer::copy},
                                seed, islands, seed);
      const Links links = topology.links({seed, islands.size(), seed});
      for (std::size_t target = 0; target < islands.size(); ++target) {
        const std::size_t size = islands[target].size();
        std::size_t room = size - 1;
        for (std::size_t source = 0; source < islands.size(); ++source) {
          if (source == target) continue;
          const bool linked = std::ranges::count(links[source], target) > 0;
          const auto count = static_cast<std::uint32_t>(
              linked ? std::min({std::size_t{migrants}, islands[source].size(), room}) : 0);
          EXPECT_EQ(plan.at(source, target), (Segment{0, count})) << source << " to " << target;
          room -= count;
        }
        EXPECT_EQ(plan.at(target, target), (Segment{0, static_cast<std::uint32_t>(room + 1)}));
      }
    }
  }
}

}  // namespace
}  // namespace skerry
