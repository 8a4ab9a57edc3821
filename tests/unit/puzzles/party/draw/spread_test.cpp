#include "skerry/random.hpp"

#include "puzzles/party/draw/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

constexpr Place card = {100, 50};

TEST(Spread, TheScaleIsTheSmallestWithoutOverlap) {
  const std::vector<Place> places = spread_boxes({{0, 0.5}, {0.5, 0.25}, {1, 0.5}}, card, 1);
  EXPECT_DOUBLE_EQ(places[1][0] - places[0][0], 100);
  EXPECT_DOUBLE_EQ(places[0][1] - places[1][1], 50);
  const std::vector<Place> flat = spread_boxes({{0.5, 0}, {0.5, 1}}, card, 0.5);
  EXPECT_DOUBLE_EQ(flat[1][1] - flat[0][1], 50);
  EXPECT_EQ(spread_boxes({{0.5, 0.5}}, card, 1), (std::vector<Place>{{0, 0}}));
}

TEST(Spread, BoxesThatAreTooNearArePushedApartEvenly) {
  const std::vector<Place> places = spread_boxes({{0, 0}, {1, 0}, {0.4999, 0.9}, {0.5001, 0.9}}, card, 1);
  EXPECT_GE(places[3][0] - places[2][0], 99.9);
  EXPECT_NEAR(places[0][0] + places[1][0], places[2][0] + places[3][0], 1e-6) << "not symmetric";
  EXPECT_LT(places[1][0] - places[0][0], 500) << "a picture of the one pair";
}

TEST(Spread, PlacesMayCoincide) {
  for (const Place& second : {Place{0, 0}, Place{1e-300, 0}, Place{0, 5e-324}}) {
    const std::vector<Place> places = spread_boxes({{0, 0}, second, {1, 1}}, card, 1);
    EXPECT_TRUE(std::isfinite(places[2][0]));
    EXPECT_GE(std::max(std::abs(places[1][0] - places[0][0]) / 2, std::abs(places[1][1] - places[0][1])),
              49.9);
  }
}

TEST(Spread, RandomPlacesDoNotOverlap) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    std::vector<Place> places(2 + random.below(30));
    for (Place& place : places) place = {random.uniform(), random.uniform() * random.uniform()};
    const std::vector<Place> apart = spread_boxes(places, card, 0.75);
    for (std::size_t first = 0; first < apart.size(); ++first) {
      for (std::size_t second = 0; second < first; ++second) {
        EXPECT_TRUE(std::abs(apart[first][0] - apart[second][0]) > 98 ||
                    std::abs(apart[first][1] - apart[second][1]) > 49)
            << first << " and " << second;
      }
    }
  }
}

}  // namespace
}  // namespace skerry::party
