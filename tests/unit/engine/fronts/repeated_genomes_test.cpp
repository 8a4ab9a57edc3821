#include "skerry/detail/fronts/crowded_order.hpp"

#include "support/testing.hpp"
#include "unit/engine/fronts/front_cases.hpp"

namespace skerry {
namespace {

using test::OwnedRows;

TEST(RepeatedGenomes, AreAllButTheFirstOfEach) {
  RepeatedGenomes repeated;
  for (auto&& [seed, random] : seeds(200)) {
    const std::size_t size = random.below(40);
    std::vector<std::uint32_t> genomes(size);
    OwnedRows rows{{}, 1 + random.below(3)};
    const std::uint32_t objectives = static_cast<std::uint32_t>(rows.objectives);
    for (std::uint32_t& genome : genomes) {
      genome = random.below(20);
      // Different genomes have equal objectives, but equal ones never have different objectives.
      for (std::uint32_t i = 0; i < objectives; ++i) rows.values.push_back(genome % (3 + i));
    }
    std::set<std::uint32_t> met;
    std::set<std::uint32_t> expected;
    for (std::uint32_t slot = 0; slot < size; ++slot) {
      if (!met.insert(genomes[slot]).second) expected.insert(slot);
    }
    const auto found = repeated.find(rows, [&](std::size_t slot) { return genomes[slot]; });
    EXPECT_EQ(std::set<std::uint32_t>(found.begin(), found.end()), expected) << "seed " << seed;
    EXPECT_EQ(found.size(), expected.size());
  }
}

}  // namespace
}  // namespace skerry
