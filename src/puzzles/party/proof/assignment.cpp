#include "puzzles/party/proof/assignment.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace skerry::party {

namespace {

constexpr std::int64_t no_edge = std::int64_t{1} << 60;

}  // namespace

void Assignment::collect(std::span<const std::vector<std::uint32_t>> lists,
                         std::span<const std::int64_t> cost) {
  for (const std::uint32_t hero : columns_) column_of_[hero] = none;
  columns_.clear();
  const std::size_t nodes = lists.size();
  std::vector<std::vector<std::uint32_t>> cheapest(nodes);
  for (std::size_t node = 0; node < nodes; ++node) {
    std::vector<std::uint32_t>& top = cheapest[node];
    for (const std::uint32_t hero : lists[node]) {
      if (top.size() == nodes && cost[hero] >= cost[top.back()]) continue;
      if (top.size() == nodes) top.pop_back();
      top.insert(std::ranges::upper_bound(top, cost[hero], {}, [&](std::uint32_t h) { return cost[h]; }),
                 hero);
    }
    for (const std::uint32_t hero : top) {
      if (column_of_[hero] != none) continue;
      column_of_[hero] = static_cast<std::uint32_t>(columns_.size());
      columns_.push_back(hero);
    }
  }
  costs_.assign(nodes * columns_.size(), no_edge);
  for (std::size_t node = 0; node < nodes; ++node) {
    for (const std::uint32_t hero : cheapest[node])
      costs_[node * columns_.size() + column_of_[hero]] = cost[hero];
  }
}

/// Gives a node a hero by a shortest path through the nodes that have one.
bool Assignment::add_node(std::size_t node) {
  const std::size_t columns = columns_.size();
  const auto start = static_cast<std::uint32_t>(columns);
  least_.assign(columns, std::numeric_limits<std::int64_t>::max());
  came_from_.assign(columns, start);
  visited_.assign(columns + 1, 0);
  node_of_[start] = static_cast<std::uint32_t>(node);
  std::uint32_t at = start;
  while (node_of_[at] != none) {
    visited_[at] = 1;
    const std::uint32_t row = node_of_[at];
    std::int64_t step = std::numeric_limits<std::int64_t>::max();
    std::uint32_t next = start;
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (visited_[column] != 0) continue;
      const std::int64_t cost = costs_[row * columns + column];
      if (cost != no_edge) {
        const std::int64_t reduced = cost - of_node_[row] - of_column_[column];
        if (reduced < least_[column]) {
          least_[column] = reduced;
          came_from_[column] = at;
        }
      }
      if (least_[column] < step) {
        step = least_[column];
        next = column;
      }
    }
    if (next == start) return false;
    for (std::uint32_t column = 0; column <= columns; ++column) {
      if (visited_[column] != 0) {
        of_node_[node_of_[column]] += step;
        if (column < columns) of_column_[column] -= step;
      } else if (column < columns && least_[column] != std::numeric_limits<std::int64_t>::max()) {
        least_[column] -= step;
      }
    }
    at = next;
  }
  while (at != start) {
    node_of_[at] = node_of_[came_from_[at]];
    at = came_from_[at];
  }
  return true;
}

bool Assignment::solve(std::span<const std::vector<std::uint32_t>> lists,
                       std::span<const std::int64_t> cost) {
  collect(lists, cost);
  const std::size_t nodes = lists.size();
  of_node_.assign(nodes, 0);
  of_column_.assign(columns_.size(), 0);
  node_of_.assign(columns_.size() + 1, none);
  for (std::size_t node = 0; node < nodes; ++node) {
    if (!add_node(node)) return false;
  }
  chosen_.assign(nodes, 0);
  total_ = 0;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (node_of_[column] == none) continue;
    chosen_[node_of_[column]] = columns_[column];
    total_ += cost[columns_[column]];
  }
  return true;
}

}  // namespace skerry::party
