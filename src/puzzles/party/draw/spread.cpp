#include "puzzles/party/draw/spread.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace skerry::party {

namespace {

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
