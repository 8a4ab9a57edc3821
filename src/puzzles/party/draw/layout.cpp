#include "puzzles/party/draw/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace skerry::party {

namespace {

using Places = std::vector<Place>;
using Neighbours = std::vector<std::vector<std::uint32_t>>;

struct PlacesBox {
  Place least, most;

  double width() const { return most[0] - least[0]; }
  double height() const { return most[1] - least[1]; }
};

PlacesBox box_around(const Places& places) {
  constexpr double far = std::numeric_limits<double>::infinity();
  PlacesBox box{{far, far}, {-far, -far}};
  for (const Place& place : places) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      box.least.at(axis) = std::min(box.least.at(axis), place.at(axis));
      box.most.at(axis) = std::max(box.most.at(axis), place.at(axis));
    }
  }
  return box;
}

/// Returns the nodes of each connected part in ascending order, the parts in the order of their first nodes.
std::vector<std::vector<std::uint32_t>> parts_of(const Neighbours& neighbours) {
  std::vector<std::vector<std::uint32_t>> parts;
  std::vector<bool> seen(neighbours.size());
  for (std::uint32_t first = 0; first < neighbours.size(); ++first) {
    if (seen[first]) continue;
    std::vector<std::uint32_t>& part = parts.emplace_back(1, first);
    seen[first] = true;
    for (std::size_t at = 0; at < part.size(); ++at) {
      for (const std::uint32_t next : neighbours[part[at]]) {
        if (!seen[next]) part.push_back(next);
        seen[next] = true;
      }
    }
    std::ranges::sort(part);
  }
  return parts;
}

/// Returns the number of edges on the shortest way between the nodes of a part, [from * size + to].
std::vector<double> graph_distances(const Neighbours& neighbours, const std::vector<std::uint32_t>& part) {
  std::vector<double> distances;
  for (const std::uint32_t from : part) {
    std::vector<double> steps(neighbours.size(), -1);
    std::vector<std::uint32_t> reached = {from};
    steps[from] = 0;
    for (std::size_t at = 0; at < reached.size(); ++at) {
      for (const std::uint32_t next : neighbours[reached[at]]) {
        if (steps[next] >= 0) continue;
        steps[next] = steps[reached[at]] + 1;
        reached.push_back(next);
      }
    }
    for (const std::uint32_t to : part) distances.push_back(steps[to]);
  }
  return distances;
}

/// Puts the parts into rows, one edge length apart, that are together about half as wide again as high, and
/// returns the places of all nodes.
Places in_rows(const std::vector<Places>& parts, const std::vector<std::vector<std::uint32_t>>& nodes) {
  struct Row {
    std::size_t first, last;
    double width, height;
  };
  double area = 0;
  std::size_t count = 0;
  std::vector<PlacesBox> boxes;
  for (const Places& part : parts) {
    boxes.push_back(box_around(part));
    area += (boxes.back().width() + 1) * (boxes.back().height() + 1);
    count += part.size();
  }
  const double most_width = std::sqrt(1.5 * area);
  std::vector<Row> rows;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const double width = boxes[part].width() + 1, height = boxes[part].height() + 1;
    if (rows.empty() || rows.back().width + width > most_width) {
      rows.push_back({part, part, width, height});
    } else {
      rows.back() = {rows.back().first, part, rows.back().width + width,
                     std::max(rows.back().height, height)};
    }
  }
  Places all(count);
  double top = 0;
  for (const Row& row : rows) {
    double left = -row.width / 2;
    for (std::size_t part = row.first; part <= row.last; ++part) {
      const PlacesBox& box = boxes[part];
      const Place shift = {left + 0.5 - box.least[0],
                           top + row.height / 2 - (box.least[1] + box.most[1]) / 2};
      for (std::size_t i = 0; i < parts[part].size(); ++i) {
        all[nodes[part][i]] = {parts[part][i][0] + shift[0], parts[part][i][1] + shift[1]};
      }
      left += box.width() + 1;
    }
    top += row.height;
  }
  return all;
}

Places computed_layout(const Puzzle& puzzle) {
  Neighbours neighbours(puzzle.nodes.size());
  for (const auto& [a, b] : puzzle.edges) {
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  const auto nodes = parts_of(neighbours);
  std::vector<Places> parts;
  for (const std::vector<std::uint32_t>& part : nodes) {
    parts.push_back(stress_layout(graph_distances(neighbours, part)));
    if (part.size() > 1) stand_up(parts.back());
  }
  return in_rows(parts, nodes);
}

/// Scales the places to [0, 1].
void scale_to_one(Places& places) {
  // Halves keep the width of what a file gives below infinity.
  for (Place& place : places) place = {place[0] / 2, place[1] / 2};
  const PlacesBox box = box_around(places);
  const double side = std::max(box.width(), box.height());
  const Place margin = {side > 0 ? (1 - box.width() / side) / 2 : 0.5,
                        side > 0 ? (1 - box.height() / side) / 2 : 0.5};
  for (Place& place : places) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double way = place.at(axis) - box.least.at(axis);
      place.at(axis) = std::clamp(margin.at(axis) + (side > 0 ? way / side : 0), 0.0, 1.0);
    }
  }
}

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

/// Two axes are equally good where their errors, in squared edge lengths a node, differ by less.
constexpr double hardly_asymmetric = 1e-3;

double dot(const Place& a, const Place& b) {
  return a[0] * b[0] + a[1] * b[1];
}

Place left_of(const Place& direction) {
  return {direction[1], -direction[0]};
}

/// Returns the direction with length 1, or nothing in particular for a point at the origin.
Place unit_of(const Place& direction) {
  const double length = std::sqrt(dot(direction, direction));
  return length > 0 ? Place{direction[0] / length, direction[1] / length} : Place{1, 0};
}

/// Returns the mean squared distance from each mirrored place to the nearest place. The axis goes through the
/// origin.
double asymmetry(const Places& places, const Place& axis) {
  double sum = 0;
  for (const Place& place : places) {
    const double along = 2 * dot(place, axis);
    const Place mirrored = {along * axis[0] - place[0], along * axis[1] - place[1]};
    double nearest = std::numeric_limits<double>::infinity();
    for (const Place& other : places) {
      const Place way = {other[0] - mirrored[0], other[1] - mirrored[1]};
      nearest = std::min(nearest, dot(way, way));
    }
    sum += nearest;
  }
  return sum / static_cast<double>(places.size());
}

/// Returns the axes that mirror the node farthest from the origin to itself or to another node: every axis of
/// symmetry is among them.
Places possible_axes(const Places& places) {
  const auto far =
      *std::ranges::max_element(places, {}, [](const Place& place) { return dot(place, place); });
  Places axes = {unit_of(far)};
  for (const Place& other : places) {
    const Place way = {other[0] - far[0], other[1] - far[1]};
    if (dot(way, way) > 0) axes.push_back(unit_of(left_of(way)));
  }
  return axes;
}

/// Returns the direction in which the numbers of the nodes rise.
Place reading_direction(const Places& places) {
  Place direction = {0, 0};
  for (std::size_t node = 0; node < places.size(); ++node) {
    const double rank = static_cast<double>(node) - static_cast<double>(places.size() - 1) / 2;
    direction = {direction[0] + rank * places[node][0], direction[1] + rank * places[node][1]};
  }
  return unit_of(direction);
}

/// Returns the axis, or the direction at right angles to it, that points down where the nodes are read from
/// the top.
Place downwards(const Place& axis, const Place& reading) {
  const Place across = left_of(axis);
  const Place down = std::abs(dot(axis, reading)) >= std::abs(dot(across, reading)) ? axis : across;
  return dot(down, reading) >= 0 ? down : Place{-down[0], -down[1]};
}

/// Tells whether nodes at about the same height stand from right to left rather than from left to right.
bool read_from_the_right(const Places& places) {
  double sum = 0;
  for (std::size_t node = 1; node < places.size(); ++node) {
    const double right = places[node][0] - places[node - 1][0];
    const double down = places[node][1] - places[node - 1][1];
    sum += right / (1 + 16 * down * down);
  }
  return sum < 0;
}

constexpr double most_roominess = 5;  // the area of a picture in terms of that of its boxes
constexpr int most_rounds = 1000;
constexpr double most_scale = 1e9;
constexpr double no_overlap = 0.01;  // in the units of the boxes

/// Returns the smallest number that the places are to be multiplied by so that no two boxes overlap, up to
/// most_scale. Places that coincide do not count.
double scale_without_overlap(const std::vector<Place>& places, const Place& box, double flatness) {
  double scale = 0;
  for (std::size_t a = 0; a < places.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double x = std::abs(places[a][0] - places[b][0]) / box[0];
      const double y = std::abs(places[a][1] - places[b][1]) * flatness / box[1];
      const double apart = std::max(x, y);
      if (apart > 0) scale = std::max(scale, std::min(1 / apart, most_scale));
    }
  }
  return scale;
}

Place extent(const std::vector<Place>& places) {
  Place least = places[0], most = places[0];
  for (const Place& place : places) {
    least = {std::min(least[0], place[0]), std::min(least[1], place[1])};
    most = {std::max(most[0], place[0]), std::max(most[1], place[1])};
  }
  return {most[0] - least[0], most[1] - least[1]};
}

/// Adds to both shifts what moves two boxes out of each other, and tells whether they overlap.
bool push(const Place& a, const Place& b, const Place& box, Place& shift_a, Place& shift_b) {
  const Place way = {a[0] - b[0], a[1] - b[1]};
  const Place overlap = {box[0] - std::abs(way[0]), box[1] - std::abs(way[1])};
  const std::size_t axis = overlap[0] * box[1] < overlap[1] * box[0] ? 0 : 1;
  if (std::min(overlap[0], overlap[1]) < no_overlap) return false;
  const double half = (way.at(axis) >= 0 ? overlap.at(axis) : -overlap.at(axis)) / 2;
  shift_a.at(axis) += half;
  shift_b.at(axis) -= half;
  return true;
}

}  // namespace

std::vector<std::array<double, 2>> layout(const Puzzle& puzzle) {
  Places places = puzzle.positions.empty() ? computed_layout(puzzle) : puzzle.positions;
  scale_to_one(places);
  return places;
}

std::vector<Place> stress_layout(std::span<const double> distances) {
  const auto nodes = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(distances.size()))));
  if (nodes == 1) return {Place{0, 0}};
  std::vector<Place> scaled = classical_scaling(distances, nodes);
  majorise(scaled, distances);
  std::vector<Place> spread = disc_of(nodes);
  majorise(spread, distances);
  return stress_of(spread, distances) < stress_of(scaled, distances) ? spread : scaled;
}

void stand_up(Places& places) {
  Place centre = {0, 0};
  for (const Place& place : places) centre = {centre[0] + place[0], centre[1] + place[1]};
  const auto count = static_cast<double>(places.size());
  for (Place& place : places) place = {place[0] - centre[0] / count, place[1] - centre[1] / count};

  const Places axes = possible_axes(places);
  std::vector<double> errors;
  for (const Place& axis : axes) errors.push_back(asymmetry(places, axis));
  const double least = *std::ranges::min_element(errors);
  const Place reading = reading_direction(places);
  Place down = {0, 0};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (errors[i] > least + hardly_asymmetric) continue;
    const Place candidate = downwards(axes[i], reading);
    if (dot(candidate, reading) > dot(down, reading) || dot(down, down) == 0) down = candidate;
  }
  const Place right = left_of(down);
  for (Place& place : places) place = {dot(place, right), dot(place, down)};
  if (read_from_the_right(places)) {
    for (Place& place : places) place[0] = -place[0];
  }
}

std::vector<Place> spread_boxes(std::vector<Place> places, const Place& box, double flatness) {
  const Place size = extent(places);
  const double room = most_roominess * static_cast<double>(places.size()) * box[0] * box[1];
  double scale = scale_without_overlap(places, box, flatness);
  while ((size[0] * scale + box[0]) * (size[1] * flatness * scale + box[1]) > room) scale *= 0.98;
  for (Place& place : places) place = {place[0] * scale, place[1] * scale * flatness};
  bool overlapping = true;
  for (int round = 0; round < most_rounds && overlapping; ++round) {
    overlapping = false;
    std::vector<Place> shifts(places.size(), Place{0, 0});
    for (std::size_t a = 0; a < places.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        overlapping |= push(places[a], places[b], box, shifts[a], shifts[b]);
      }
    }
    for (std::size_t node = 0; node < places.size(); ++node) {
      places[node] = {places[node][0] + shifts[node][0], places[node][1] + shifts[node][1]};
    }
  }
  return places;
}

}  // namespace skerry::party
