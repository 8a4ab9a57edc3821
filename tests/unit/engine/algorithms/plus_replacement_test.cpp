#include "skerry/replacement.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

Population<int> population(const std::vector<int>& genomes) {
  Population<int> result;
  for (int genome : genomes) {
    result.genomes.push_back(genome);
    result.keys.push_back({0, std::floor(genome / 10.0)});
  }
  return result;
}

TEST(PlusReplacement, TakesTheBestOfBoth) {
  PlusReplacement plus;
  Random random(1);
  const auto survivors = plus.survivors(population({50, 20, 40}), population({10, 60, 30}), random);
  EXPECT_THAT(survivors, ElementsAre(3, 1, 5));
}

TEST(PlusReplacement, KeepsEqualGenomesOutButNotEqualCosts) {
  PlusReplacement plus;
  PlusReplacement with_duplicates(true);
  Random random(1);
  const auto parents = population({10, 11, 40});
  const auto children = population({10, 11, 12});
  EXPECT_THAT(plus.survivors(parents, children, random), ElementsAre(0, 1, 5));
  EXPECT_THAT(with_duplicates.survivors(parents, children, random), ElementsAre(0, 1, 3));
}

TEST(PlusReplacement, FillsUpWithDuplicatesWhereNothingElseIsLeft) {
  PlusReplacement plus;
  Random random(1);
  EXPECT_THAT(plus.survivors(population({10, 10, 10}), population({10, 20}), random), ElementsAre(0, 4, 1));
}

TEST(PlusReplacement, NeverLosesTheBestAndIsFreeOfDuplicatesOnRandomCases) {
  for (auto&& [seed, random] : seeds_from_1(300)) {
    std::vector<int> parents(2 + random.below(8));
    std::vector<int> children(parents.size() + random.below(20));
    for (int& genome : parents) genome = static_cast<int>(random.below(200));
    for (int& genome : children) genome = static_cast<int>(random.below(200));
    PlusReplacement plus;
    std::vector<int> kept;
    for (std::uint32_t slot : plus.survivors(population(parents), population(children), random)) {
      kept.push_back(slot < parents.size() ? parents[slot] : children[slot - parents.size()]);
    }
    std::set<int> all(parents.begin(), parents.end());
    all.insert(children.begin(), children.end());
    ASSERT_EQ(kept.size(), parents.size());
    EXPECT_EQ(kept.front() / 10, *all.begin() / 10);
    EXPECT_EQ(std::set(kept.begin(), kept.end()).size(), std::min(all.size(), kept.size()));
  }
}

}  // namespace
}  // namespace skerry
