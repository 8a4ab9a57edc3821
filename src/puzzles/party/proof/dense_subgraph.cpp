#include "puzzles/party/proof/dense_subgraph.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace skerry::party {

namespace {

constexpr std::size_t most_nodes_tried = 20;

std::vector<std::int64_t> try_every_set(const std::vector<std::uint64_t>& neighbours) {
  std::vector<std::int64_t> most(neighbours.size() + 1, 0);
  std::vector<std::uint8_t> within(std::size_t{1} << neighbours.size(), 0);
  for (std::uint32_t set = 1; set < within.size(); ++set) {
    const std::uint32_t others = set & (set - 1);
    const std::uint64_t met = neighbours[static_cast<std::size_t>(std::countr_zero(set))] & others;
    within[set] = static_cast<std::uint8_t>(within[others] + std::popcount(met));
    std::int64_t& most_of_size = most[static_cast<std::size_t>(std::popcount(set))];
    most_of_size = std::max<std::int64_t>(most_of_size, within[set]);
  }
  return most;
}

// Of k nodes, none has more edges than its degree or k - 1. The node with the fewest edges of a densest set
// has no more than the mean, so that without it at least (k - 2) / k of them are left.
std::vector<std::int64_t> bound_every_size(const std::vector<std::uint64_t>& neighbours, std::int64_t edges) {
  std::vector<std::int64_t> degree;
  for (const std::uint64_t met : neighbours) degree.push_back(std::popcount(met));
  std::ranges::sort(degree, std::greater<>());
  std::vector<std::int64_t> most(neighbours.size() + 1, 0);
  for (std::size_t size = 2; size <= neighbours.size(); ++size) {
    const auto k = static_cast<std::int64_t>(size);
    std::int64_t ends = 0;
    for (std::size_t i = 0; i < size; ++i) ends += std::min(degree[i], k - 1);
    most[size] = std::min({edges, ends / 2, most[size - 1] + std::min(degree[0], k - 1)});
    if (k > 2) most[size] = std::min(most[size], most[size - 1] * k / (k - 2));
  }
  return most;
}

}  // namespace

std::vector<std::int64_t> most_edges_within(std::size_t nodes,
                                            std::span<const std::array<std::uint32_t, 2>> edges) {
  std::vector<std::uint64_t> neighbours(nodes, 0);
  for (const auto& [first, second] : edges) {
    neighbours[first] |= std::uint64_t{1} << second;
    neighbours[second] |= std::uint64_t{1} << first;
  }
  return nodes <= most_nodes_tried ? try_every_set(neighbours)
                                   : bound_every_size(neighbours, static_cast<std::int64_t>(edges.size()));
}

}  // namespace skerry::party
