#include "puzzles/party/draw/layout.hpp"

#include "support/testing.hpp"
#include "unit/puzzles/party/puzzles.hpp"

namespace skerry::party {
namespace {

using Edges = std::vector<std::array<std::uint32_t, 2>>;
using Point = std::array<double, 2>;

std::vector<Point> laid_out(std::size_t nodes, Edges edges) {
  Puzzle puzzle;
  puzzle.nodes.resize(nodes);
  puzzle.edges = std::move(edges);
  return layout(puzzle);
}

Edges grid_edges(std::uint32_t rows, std::uint32_t columns) {
  Edges edges;
  for (std::uint32_t node = 0; node < rows * columns; ++node) {
    if (node % columns + 1 < columns) edges.push_back({node, node + 1});
    if (node + columns < rows * columns) edges.push_back({node, node + columns});
  }
  return edges;
}

/// Returns a formation of any kind: parts without edges, trees, dense ones.
Edges random_edges(std::uint32_t nodes, Random& random) {
  std::set<std::array<std::uint32_t, 2>> edges;
  const std::uint32_t wanted = random.below(nodes * 3);
  for (std::uint32_t i = 0; i < wanted; ++i) {
    const std::uint32_t first = random.below(nodes), second = random.below(nodes);
    if (first != second) edges.insert({std::min(first, second), std::max(first, second)});
  }
  return {edges.begin(), edges.end()};
}

TEST(Layout, PositionsOfTheFileKeepTheirProportions) {
  Puzzle puzzle;
  puzzle.nodes.resize(3);
  puzzle.positions = {{-10, 5}, {30, 5}, {10, 15}};
  EXPECT_THAT(layout(puzzle), ElementsAre(Point{0, 0.375}, Point{1, 0.375}, Point{0.5, 0.625}));
  puzzle.positions = {{-1e308, 0}, {1e308, 0}, {0, 1e308}};
  EXPECT_THAT(layout(puzzle), ElementsAre(Point{0, 0.25}, Point{1, 0.25}, Point{0.5, 0.75}));
}

TEST(Layout, OneNodeStandsInTheMiddle) {
  EXPECT_THAT(laid_out(1, {}), ElementsAre(Point{0.5, 0.5}));
}

TEST(Layout, WithoutEdgesNodesStandInRows) {
  const std::vector<Point> places = laid_out(8, {});
  for (std::size_t node = 0; node < 8; ++node) {
    EXPECT_NEAR(places[node][1], node < 3 ? 0 : node < 6 ? 0.5 : 1, 1e-9) << node;
    if (node % 3 == 0) continue;
    EXPECT_NEAR(places[node][0], places[node - 1][0] + 0.5, 1e-9) << node;
  }
}

TEST(Layout, AGridStandsUprightInReadingOrder) {
  const std::vector<Point> places = laid_out(12, grid_edges(4, 3));
  for (std::uint32_t node = 0; node < 12; ++node) {
    if (node % 3 != 0) {
      EXPECT_GT(places[node][0], places[node - 1][0] + 0.1) << node;
      EXPECT_NEAR(places[node][1], places[node - 1][1], 0.05) << node;
    }
    EXPECT_GT(places[node][1], node < 3 ? -1 : places[node - 3][1] + 0.1) << node;
    EXPECT_NEAR(places[node][0], 1 - places[node + 2 - 2 * (node % 3)][0], 1e-4) << "not symmetric: " << node;
  }
}

TEST(Layout, PartsStandBesideEachOther) {
  // Two triangles and two nodes without edges.
  const std::vector<Point> places = laid_out(8, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}});
  const auto size = [&](std::size_t first, std::size_t last, std::size_t axis) {
    double least = 1, most = 0;
    for (std::size_t node = first; node <= last; ++node) {
      least = std::min(least, places[node].at(axis));
      most = std::max(most, places[node].at(axis));
    }
    return std::array{least, most};
  };
  const auto first = size(0, 2, 0), second = size(3, 5, 0);
  const auto above = size(0, 5, 1), below = size(6, 7, 1);
  EXPECT_LT(first[1], second[0]);
  EXPECT_LT(above[1], below[0]);
  EXPECT_NEAR(first[1] - first[0], second[1] - second[0], 1e-6) << "one scale for all parts";
}

TEST(Layout, TheBitsAreTheSameOnEveryMachine) {
  const std::vector<Point> places = {{0x1.bfccb20d61dc7p-3, 0x1.202fd66593f5ep-1},
                                     {0x1.9005d4704b476p-1, 0x1.202f19c8228c7p-1},
                                     {0x1.90108f2b92723p-1, 0x1.b43c3916993bap-19},
                                     {0x1.bfbdc351b6374p-3, 0},
                                     {0x1.fffc8079d1df4p-2, 1}};
  EXPECT_EQ(laid_out(5, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {1, 4}}), places);
}

TEST(Layout, EveryFormationFitsWithNodesApart) {
  for (auto&& [seed, random] : seeds(15)) {
    const std::uint32_t nodes = seed < 1 ? 64 : 2 + random.below(30);
    const Edges edges = random_edges(nodes, random);
    const std::vector<Point> places = laid_out(nodes, edges);
    EXPECT_EQ(places, laid_out(nodes, edges));
    double widest = 0;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const auto along = [&](const Point& place) { return place.at(axis); };
      const double least = along(*std::ranges::min_element(places, {}, along));
      const double most = along(*std::ranges::max_element(places, {}, along));
      EXPECT_NEAR(least + most, 1, 1e-9) << "not centred";
      EXPECT_GE(least, 0);
      widest = std::max(widest, most - least);
    }
    EXPECT_NEAR(widest, 1, 1e-9);
    double nearest = 1;
    for (std::size_t first = 0; first < nodes; ++first) {
      for (std::size_t second = 0; second < first; ++second) {
        nearest = std::min(
            nearest, std::hypot(places[first][0] - places[second][0], places[first][1] - places[second][1]));
      }
    }
    EXPECT_GT(nearest, 0.2 / nodes);
  }
}

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
  for (auto&& [seed, random] : seeds(50)) {
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
  for (auto&& [seed, random] : seeds(12)) {
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
