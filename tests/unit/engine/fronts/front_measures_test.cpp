#include "skerry/detail/fronts/front_measures.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

std::vector<Objective> described(std::size_t count) {
  std::vector<Objective> objectives;
  for (std::size_t i = 0; i < count; ++i)
    objectives.push_back({.name = std::string(1, static_cast<char>('a' + i)), .reference = 2});
  return objectives;
}

TEST(FrontMeasures, AreInTheDirectionsOfTheObjectives) {
  std::vector<Objective> objectives{{.name = "price", .reference = 4},
                                    {.name = "level", .direction = Direction::maximise, .reference = 1}};
  // Rows are minimised: price 2 and level 3 lie 2 below and 2 above the references.
  FrontMeasures measures(objectives, std::vector<double>{1, 3});
  const std::vector<double> rows{2, -3};
  EXPECT_EQ(measures.hypervolume(rows), 4);
  EXPECT_EQ(measures.igd_plus(rows), 1);
  EXPECT_EQ(measures.igd_plus(std::vector<double>{1, -3}), 0);
  EXPECT_EQ(measures.igd_plus(std::vector<double>{0, -9}), 0);
}

TEST(FrontMeasures, AreZeroWhereNothingCanBeMeasured) {
  const std::vector<double> rows{1, 1};
  FrontMeasures without_a_front(described(2), {});
  EXPECT_EQ(without_a_front.igd_plus(rows), 0);
  EXPECT_EQ(without_a_front.hypervolume({}), 0);
  auto objectives = described(2);
  objectives[1].reference.reset();
  EXPECT_EQ(FrontMeasures(objectives, {}).hypervolume(rows), 0);
  EXPECT_EQ(FrontMeasures(described(4), {}).hypervolume(std::vector<double>(4, 1)), 1);
  EXPECT_EQ(FrontMeasures(described(5), {}).hypervolume(std::vector<double>(5, 1)), 0)
      << "five take too long";
}

}  // namespace
}  // namespace skerry
