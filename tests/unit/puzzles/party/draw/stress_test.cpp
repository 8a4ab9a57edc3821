#include "skerry/random.hpp"

#include "puzzles/party/draw/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

double length(const Place& first, const Place& second) {
  return std::hypot(first[0] - second[0], first[1] - second[1]);
}

/// Returns distances in a random connected graph: a random tree with further edges.
std::vector<double> random_distances(std::uint32_t nodes, std::uint32_t further, Random& random) {
  std::vector<double> distances(std::size_t{nodes} * nodes, nodes);
  const auto join = [&](std::uint32_t first, std::uint32_t second) {
    if (first != second) distances[first * nodes + second] = distances[second * nodes + first] = 1;
  };
  for (std::uint32_t node = 0; node < nodes; ++node) distances[node * nodes + node] = 0;
  for (std::uint32_t node = 1; node < nodes; ++node) join(node, random.below(node));
  for (std::uint32_t i = 0; i < further; ++i) join(random.below(nodes), random.below(nodes));
  for (std::uint32_t by = 0; by < nodes; ++by) {
    for (std::uint32_t first = 0; first < nodes; ++first) {
      for (std::uint32_t second = 0; second < nodes; ++second) {
        double& way = distances[first * nodes + second];
        way = std::min(way, distances[first * nodes + by] + distances[by * nodes + second]);
      }
    }
  }
  return distances;
}

/// Returns what a node adds to the stress where it stands at `place`.
double stress_at(const std::vector<Place>& places, const std::vector<double>& distances, std::size_t node,
                 const Place& place) {
  double sum = 0;
  for (std::size_t other = 0; other < places.size(); ++other) {
    if (other == node) continue;
    const double part = length(place, places[other]) / distances[node * places.size() + other] - 1;
    sum += part * part;
  }
  return sum;
}

TEST(StressLayout, DistancesThatThePlaneHoldsAreKept) {
  EXPECT_EQ(stress_layout(std::vector<double>{0}), std::vector<Place>(1));
  const std::vector<std::vector<double>> graphs = {
      {0, 1, 1, 0}, {0, 1, 1, 1, 0, 1, 1, 1, 0}, {0, 1, 2, 3, 1, 0, 1, 2, 2, 1, 0, 1, 3, 2, 1, 0}};
  for (const std::vector<double>& distances : graphs) {
    const std::vector<Place> places = stress_layout(distances);
    ASSERT_EQ(places.size() * places.size(), distances.size());
    for (std::size_t i = 0; i < distances.size(); ++i) {
      EXPECT_NEAR(length(places[i / places.size()], places[i % places.size()]), distances[i], 0.01);
    }
  }
}

TEST(StressLayout, NoNodeHasABetterPlaceNearby) {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const std::uint32_t nodes = 3 + random.below(20);
    const std::vector<double> distances = random_distances(nodes, random.below(2 * nodes), random);
    const std::vector<Place> places = stress_layout(distances);
    for (std::size_t node = 0; node < nodes; ++node) {
      const double here = stress_at(places, distances, node, places[node]);
      for (const Place& step : {Place{1e-2, 0}, Place{-1e-2, 0}, Place{0, 1e-2}, Place{0, -1e-2}}) {
        const Place there = {places[node][0] + step[0], places[node][1] + step[1]};
        EXPECT_GT(stress_at(places, distances, node, there), here - 1e-6);
      }
    }
  }
}

TEST(StressLayout, NodesWithTheSameNeighboursStandApart) {
  // Nodes 0 to 4 are a path, and nodes 5 to 7 hang on its end.
  constexpr std::size_t nodes = 8;
  std::vector<double> distances;
  for (std::size_t first = 0; first < nodes; ++first) {
    for (std::size_t second = 0; second < nodes; ++second) {
      const double along = std::abs(static_cast<double>(std::min<std::size_t>(first, 5)) -
                                    static_cast<double>(std::min<std::size_t>(second, 5)));
      distances.push_back(first == second ? 0 : first >= 5 && second >= 5 ? 2 : along);
    }
  }
  const std::vector<Place> places = stress_layout(distances);
  for (std::size_t first = 5; first < nodes; ++first) {
    for (std::size_t second = first + 1; second < nodes; ++second)
      EXPECT_GT(length(places[first], places[second]), 0.7);
  }
}

}  // namespace
}  // namespace skerry::party
