#include "puzzles/party/draw/upright.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace skerry::party {

namespace {

using Places = std::vector<Place>;

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

}  // namespace

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

}  // namespace skerry::party
