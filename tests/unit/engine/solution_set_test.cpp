#include "skerry/solution_set.hpp"

#include "skerry/detail/population/genome_buffer.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

using ::testing::SizeIs;

/// A genome without a fixed size, whose text tells of which set and number it is.
using Label = std::string;

struct Row {
  std::uint64_t cell = 0;
  Key key;
  std::vector<double> values;
};

void add(SolutionSet& set, const Row& row, bool map, const Label& label) {
  set.keys.push_back(row.key);
  if (map) set.cells.push_back(row.cell);
  set.values.insert(set.values.end(), row.values.begin(), row.values.end());
  pack_genome(label, set.genomes);
  set.ends.push_back(set.genomes.size());
}

std::vector<Label> labels(const SolutionSet& set) {
  std::vector<Label> all;
  for (std::size_t i = 0; i < set.size(); ++i) all.push_back(unpack_genome<Label>(set.genome(i)));
  return all;
}

const SetDescription map_of_two{
    .kind = SetKind::map, .features = {{.name = "a"}, {.name = "b"}}, .cells = 12};
const SetDescription front_of_two{
    .kind = SetKind::front,
    .objectives = {{.name = "cost"}, {.name = "worth", .direction = Direction::maximise}}};

TEST(SolutionSet, AMapHasTheBestOfEachCell) {
  std::vector<SolutionSet> sets(2);
  add(sets[0], {3, {0, 5}, {1, 2}}, true, "first");
  add(sets[0], {7, {0, 4}, {3, 4}}, true, "equal, earlier");
  add(sets[1], {1, {0, 9}, {5, 6}}, true, "alone");
  add(sets[1], {3, {0, 2}, {7, 8}}, true, "better");
  add(sets[1], {7, {0, 4}, {9, 9}}, true, "equal, later");
  const SolutionSet all = merged(map_of_two, sets);
  EXPECT_THAT(all.cells, ElementsAre(1, 3, 7));
  EXPECT_THAT(labels(all), ElementsAre("alone", "better", "equal, earlier"));
  EXPECT_THAT(all.values, ElementsAre(5, 6, 7, 8, 3, 4));
}

TEST(SolutionSet, AFrontHasWhatNoOtherDominates) {
  std::vector<SolutionSet> sets(2);
  add(sets[0], {.key = {}, .values = {1, 1}}, false, "cheap");
  add(sets[0], {.key = {}, .values = {3, 2}}, false, "dominated");
  add(sets[1], {.key = {}, .values = {1, 1}}, false, "repeated");
  add(sets[1], {.key = {}, .values = {2, 5}}, false, "worthy");
  const SolutionSet all = merged(front_of_two, sets);
  EXPECT_THAT(labels(all), ElementsAre("cheap", "worthy"));
  EXPECT_THAT(all.values, ElementsAre(1, 1, 2, 5));
  EXPECT_THAT(all.cells, SizeIs(0));
}

TEST(SolutionSet, NothingIsKeptOfIslandsThatKeepNothing) {
  EXPECT_EQ(merged({}, std::vector<SolutionSet>(3)).size(), 0U);
}

class RandomSets : public ::testing::TestWithParam<std::size_t> {};

/// Compares with all pairs: a solution is there if nothing dominates it and nothing earlier equals it.
TEST_P(RandomSets, FrontsAreThoseOfAllPairs) {
  const std::size_t width = GetParam();
  SetDescription description{.kind = SetKind::front};
  for (std::size_t i = 0; i < width; ++i)
    description.objectives.push_back(
        {.name = std::to_string(i), .direction = i % 2 == 0 ? Direction::minimise : Direction::maximise});
  for (auto&& [seed, random] : seeds(30)) {
    std::vector<SolutionSet> sets(3);
    std::vector<std::pair<std::vector<double>, Label>> rows;
    for (std::size_t set = 0; set < sets.size(); ++set) {
      for (std::uint32_t i = random.below(15); i > 0; --i) {
        Row row{.key = {}, .values = {}};
        for (std::size_t value = 0; value < width; ++value)
          row.values.push_back(static_cast<double>(random.below(5)));
        const Label label = std::to_string(set) + " " + std::to_string(i);
        add(sets[set], row, false, label);
        rows.emplace_back(row.values, label);
      }
    }
    const auto at_least_as_good = [&](const auto& a, const auto& b) {
      for (std::size_t i = 0; i < width; ++i) {
        if (i % 2 == 0 ? a[i] > b[i] : a[i] < b[i]) return false;
      }
      return true;
    };
    std::vector<Label> expected;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      bool kept = true;
      for (std::size_t j = 0; j < rows.size(); ++j) {
        if (j != i && at_least_as_good(rows[j].first, rows[i].first))
          kept = kept && rows[j].first == rows[i].first && i < j;
      }
      if (kept) expected.push_back(rows[i].second);
    }
    EXPECT_THAT(labels(merged(description, sets)), ::testing::UnorderedElementsAreArray(expected))
        << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Objectives, RandomSets, ::testing::Values(1, 2, 3, 5));

}  // namespace
}  // namespace skerry
