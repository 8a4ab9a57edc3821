#include "unit/trace/solution_cases.hpp"

#include "support/testing.hpp"
#include "unit/trace/trace_cases.hpp"

namespace skerry {

TraceHeader front_header(std::size_t islands) {
  TraceHeader header = sample_header(islands);
  header.solutions = {.kind = SetKind::front,
                      .objectives = {{.name = "price", .unit = "coins", .reference = 1000},
                                     {.name = "Größe \"x\"", .direction = Direction::maximise}}};
  return header;
}

TraceHeader map_header(std::size_t islands) {
  TraceHeader header = sample_header(islands);
  header.solutions = {
      .kind = SetKind::map,
      .features = {{.name = "level", .unit = "m", .least = -0.1, .most = 1.0 / 3, .cells = 20},
                   categorical_feature("nation", {"Züge", "b", "c"})},
      .cells = 60};
  return header;
}

RecordedSolutions random_solutions(Random& random, const SetDescription& description, std::size_t count) {
  RecordedSolutions solutions{.generation = random.below(1000)};
  SolutionSet& set = solutions.set;
  for (std::size_t i = 0; i < count; ++i) {
    set.keys.push_back({0, random.uniform() - 0.5});
    if (description.kind == SetKind::map) set.cells.push_back(i * description.cells / count);
    for (std::size_t j = 0; j < description.width(); ++j) set.values.push_back(random.uniform() / 3);
    for (std::uint32_t left = random.below(100); left > 0; --left)
      set.genomes.push_back(static_cast<std::byte>(random.below(256)));
    set.ends.push_back(set.genomes.size());
    solutions.texts.push_back("Nr. " + std::string(random.below(90), 'x') + "ß\n");
  }
  return solutions;
}

bool operator==(const SetDescription& a, const SetDescription& b) {
  const auto same_objective = [](const Objective& x, const Objective& y) {
    return std::tie(x.name, x.unit, x.direction, x.reference) ==
           std::tie(y.name, y.unit, y.direction, y.reference);
  };
  const auto same_feature = [](const Feature& x, const Feature& y) {
    return std::tie(x.name, x.unit, x.least, x.most, x.cells, x.categories) ==
           std::tie(y.name, y.unit, y.least, y.most, y.cells, y.categories);
  };
  return a.kind == b.kind && a.cells == b.cells && a.centroids == b.centroids &&
         std::ranges::equal(a.objectives, b.objectives, same_objective) &&
         std::ranges::equal(a.features, b.features, same_feature);
}

void expect_same_solutions(const RecordedSolutions& read, const RecordedSolutions& written) {
  EXPECT_EQ(read.generation, written.generation);
  EXPECT_EQ(read.set.keys, written.set.keys);
  EXPECT_EQ(read.set.cells, written.set.cells);
  EXPECT_EQ(read.set.values, written.set.values);
  EXPECT_EQ(read.set.genomes, written.set.genomes);
  EXPECT_EQ(read.set.ends, written.set.ends);
  EXPECT_EQ(read.texts, written.texts);
}

}  // namespace skerry
