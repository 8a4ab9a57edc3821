#include "puzzles/party/draw/layout.hpp"

#include "puzzles/party/draw/stress.hpp"
#include "puzzles/party/draw/upright.hpp"

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

}  // namespace

std::vector<std::array<double, 2>> layout(const Puzzle& puzzle) {
  Places places = puzzle.positions.empty() ? computed_layout(puzzle) : puzzle.positions;
  scale_to_one(places);
  return places;
}

}  // namespace skerry::party
