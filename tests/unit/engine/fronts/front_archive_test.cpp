#include "skerry/detail/fronts/crowded_order.hpp"

#include "support/testing.hpp"
#include "unit/engine/fronts/front_cases.hpp"

namespace skerry {
namespace {

using ArchivedVector = std::vector<double>;
using Archived = std::vector<std::pair<ArchivedVector, std::uint64_t>>;

Archived archive_contents(const FrontArchive& archive) {
  Archived found;
  archive.for_each([&](std::span<const double> vector, std::uint64_t id) {
    found.emplace_back(ArchivedVector(vector.begin(), vector.end()), id);
  });
  EXPECT_EQ(found.size(), archive.size());
  return found;
}

/// Returns what no vector shown dominates, with the first id of each, in lexicographic order.
Archived recomputed(const std::vector<ArchivedVector>& shown) {
  std::map<ArchivedVector, std::uint64_t> kept;
  for (std::size_t id = 0; id < shown.size(); ++id) {
    const bool dominated = std::ranges::any_of(
        shown, [&](const ArchivedVector& other) { return test::dominates_by_definition(other, shown[id]); });
    if (!dominated) kept.emplace(shown[id], id);
  }
  return {kept.begin(), kept.end()};
}

TEST(FrontArchive, AgreesWithARecomputation) {
  for (auto&& [seed, random] : seeds(300)) {
    const std::size_t objectives = 1 + random.below(4);
    const std::uint32_t values = 2 + random.below(20);
    FrontArchive archive(objectives);
    std::vector<ArchivedVector> shown;
    Archived before;
    for (std::uint64_t id = 0; id < 40; ++id) {
      shown.push_back(test::random_objectives(random, 1, objectives, values).values);
      const bool accepted = archive.insert(shown.back(), id);
      const Archived now = archive_contents(archive);
      ASSERT_EQ(now, recomputed(shown));
      EXPECT_EQ(accepted, now != before);
      for (const auto& [vector, at] : now) EXPECT_EQ(archive.find(vector), at);
      std::vector<std::uint64_t> gone;
      for (const auto& entry : before) {
        if (std::ranges::find(now, entry) == now.end()) gone.push_back(entry.second);
      }
      EXPECT_EQ(std::vector(archive.removed().begin(), archive.removed().end()), gone);
      before = now;
    }
  }
}

TEST(FrontArchive, KeepsTheSameVectorsInWhateverOrderTheyCome) {
  for (auto&& [seed, random] : seeds(60)) {
    const std::size_t objectives = 2 + random.below(3);
    test::OwnedRows rows = test::random_objectives(random, 100, objectives, 30);
    if (seed % 2 == 0) test::add_odd_values(random, rows);
    Archived first;
    for (int order = 0; order < 3; ++order) {
      FrontArchive archive(objectives);
      for (const std::uint32_t slot : test::random_slots(random, 100)) {
        archive.insert(ObjectiveRows(rows)[slot], 7);
      }
      if (order == 0) first = archive_contents(archive);
      EXPECT_EQ(archive_contents(archive), first) << "seed " << seed;
    }
  }
}

TEST(FrontArchive, HoldsItsOwnContentsAfterALoad) {
  Random random(5);
  FrontArchive archive(3);
  const auto rows = test::random_objectives(random, 200, 3, 100);
  for (std::size_t i = 0; i < 200; ++i) archive.insert(ObjectiveRows(rows)[i], i);
  FrontArchive loaded(3);
  for (const auto& [vector, id] : archive_contents(archive)) EXPECT_TRUE(loaded.insert(vector, id));
  EXPECT_EQ(archive_contents(loaded), archive_contents(archive));
  archive.clear();
  EXPECT_EQ(archive.size(), 0U);
  EXPECT_TRUE(archive.insert(ArchivedVector{9, 9, 9}, 1));
}

TEST(FrontArchive, AcceptsNoDuplicates) {
  for (const std::size_t objectives : {1U, 2U, 3U}) {
    FrontArchive archive(objectives);
    EXPECT_TRUE(archive.insert(ArchivedVector(objectives, -0.0), 1));
    EXPECT_FALSE(archive.insert(ArchivedVector(objectives, 0.0), 2));
    archive.for_each([](std::span<const double> vector, std::uint64_t) {
      EXPECT_FALSE(std::signbit(vector[0])) << "equal vectors have equal bytes";
    });
    EXPECT_TRUE(archive.removed().empty());
    EXPECT_EQ(archive_contents(archive), (Archived{{ArchivedVector(objectives, 0.0), 1}}));
  }
}

TEST(FrontArchive, TakesNaNForInfinitelyBad) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  FrontArchive archive(2);
  EXPECT_TRUE(archive.insert(ArchivedVector{nan, 1}, 1));
  EXPECT_FALSE(archive.insert(ArchivedVector{nan, 2}, 2));
  EXPECT_TRUE(archive.insert(ArchivedVector{1e300, 1}, 3));
  EXPECT_EQ(archive_contents(archive), (Archived{{{1e300, 1}, 3}}));
}

}  // namespace
}  // namespace skerry
