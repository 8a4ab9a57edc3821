#include "puzzles/party/draw/stress.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace skerry::party {

namespace {

using GraphDistances = std::span<const double>;
using Coordinates = std::vector<double>;

constexpr int most_sweeps = 300;
constexpr double at_rest = 1e-5;  // a sweep that moves no node farther is the last one
constexpr int scaling_steps = 200;
// Two nodes with the same neighbours may have one place in classical scaling. They are moved apart by this
// part of a disc's points, since majorisation does not separate them.
constexpr double separation = 1e-4;

/// Returns points that are spread evenly over a disc, each a golden angle after the one before.
std::vector<Place> disc_of(std::size_t nodes) {
  constexpr double cosine = -0.7373688780783197;
  constexpr double sine = 0.6754902942615238;
  std::vector<Place> places;
  Place direction = {1, 0};
  for (std::size_t node = 0; node < nodes; ++node) {
    const double radius = std::sqrt(static_cast<double>(node) + 0.5) / 2;
    places.push_back({radius * direction[0], radius * direction[1]});
    direction = {direction[0] * cosine - direction[1] * sine, direction[0] * sine + direction[1] * cosine};
  }
  return places;
}

double scalar_product(const Coordinates& a, const Coordinates& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Scales to length 1; a vector that is hardly different from 0 becomes 0.
void normalise(Coordinates& vector) {
  const double length = std::sqrt(scalar_product(vector, vector));
  for (double& value : vector) value = length > 1e-9 ? value / length : 0;
}

/// Returns -1/2 times the squared distances, with rows and columns that add to 0.
Coordinates centred_squares(GraphDistances distances, std::size_t nodes) {
  Coordinates row(nodes);
  double all = 0;
  for (std::size_t i = 0; i < nodes * nodes; ++i) {
    row[i / nodes] += distances[i] * distances[i];
    all += distances[i] * distances[i];
  }
  const auto count = static_cast<double>(nodes);
  Coordinates centred;
  for (std::size_t i = 0; i < nodes * nodes; ++i) {
    const double means = (row[i / nodes] + row[i % nodes] - all / count) / count;
    centred.push_back((means - distances[i] * distances[i]) / 2);
  }
  return centred;
}

Coordinates matrix_times(const Coordinates& matrix, const Coordinates& vector) {
  Coordinates result;
  for (std::size_t row = 0; row < vector.size(); ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < vector.size(); ++i) sum += matrix[row * vector.size() + i] * vector[i];
    result.push_back(sum);
  }
  return result;
}

/// Returns the two eigenvectors of the largest eigenvalues, scaled by the roots of these, as coordinates.
std::vector<Place> classical_scaling(GraphDistances distances, std::size_t nodes) {
  const Coordinates matrix = centred_squares(distances, nodes);
  std::vector<Place> places = disc_of(nodes);
  Coordinates first, second;
  for (const Place& place : places) {
    first.push_back(place[0]);
    second.push_back(place[1]);
  }
  for (int step = 0; step < scaling_steps; ++step) {
    first = matrix_times(matrix, first);
    normalise(first);
    second = matrix_times(matrix, second);
    const double common = scalar_product(first, second);
    for (std::size_t node = 0; node < nodes; ++node) second[node] -= common * first[node];
    normalise(second);
  }
  const auto root = [&](const Coordinates& vector) {
    return std::sqrt(std::max(scalar_product(vector, matrix_times(matrix, vector)), 0.0));
  };
  const double wide = root(first), high = root(second);
  for (std::size_t node = 0; node < nodes; ++node) {
    places[node] = {separation * places[node][0] + wide * first[node],
                    separation * places[node][1] + high * second[node]};
  }
  return places;
}

double length_between(const Place& a, const Place& b) {
  const double x = a[0] - b[0], y = a[1] - b[1];
  return std::sqrt(x * x + y * y);
}

/// Returns the best place of a node while all others stay: the mean of where each of them wants it.
Place best_place(const std::vector<Place>& places, GraphDistances distances, std::size_t node) {
  Place sum = {0, 0};
  double weights = 0;
  for (std::size_t other = 0; other < places.size(); ++other) {
    if (other == node) continue;
    const double distance = distances[node * places.size() + other];
    const double weight = 1 / (distance * distance);
    const double length = length_between(places[node], places[other]);
    const double ratio = length > 0 ? distance / length : 0;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      sum.at(axis) +=
          weight * (places[other].at(axis) + ratio * (places[node].at(axis) - places[other].at(axis)));
    }
    weights += weight;
  }
  return {sum[0] / weights, sum[1] / weights};
}

void majorise(std::vector<Place>& places, GraphDistances distances) {
  double farthest = 1;
  for (int sweep = 0; sweep < most_sweeps && farthest > at_rest; ++sweep) {
    farthest = 0;
    for (std::size_t node = 0; node < places.size(); ++node) {
      const Place better = best_place(places, distances, node);
      farthest = std::max(farthest, length_between(places[node], better));
      places[node] = better;
    }
  }
}

double stress_of(const std::vector<Place>& places, GraphDistances distances) {
  double sum = 0;
  for (std::size_t a = 0; a < places.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double part = length_between(places[a], places[b]) / distances[a * places.size() + b] - 1;
      sum += part * part;
    }
  }
  return sum;
}

}  // namespace

std::vector<Place> stress_layout(std::span<const double> distances) {
  const auto nodes = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(distances.size()))));
  if (nodes == 1) return {Place{0, 0}};
  std::vector<Place> scaled = classical_scaling(distances, nodes);
  majorise(scaled, distances);
  std::vector<Place> spread = disc_of(nodes);
  majorise(spread, distances);
  return stress_of(spread, distances) < stress_of(scaled, distances) ? spread : scaled;
}

}  // namespace skerry::party
