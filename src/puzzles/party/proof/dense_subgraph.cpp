#include "puzzles/party/proof/dense_subgraph.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

namespace skerry::party {

namespace {

constexpr std::size_t most_nodes_tried = 20;

using Weights = std::vector<std::vector<std::int64_t>>;  // [node][node]

std::vector<std::int64_t> try_every_set(const Weights& weight) {
  std::vector<std::int64_t> most(weight.size() + 1, 0);
  std::vector<std::int64_t> within(std::size_t{1} << weight.size(), 0);
  for (std::uint32_t set = 1; set < within.size(); ++set) {
    const auto node = static_cast<std::size_t>(std::countr_zero(set));
    std::uint32_t others = set & (set - 1);
    within[set] = within[others];
    for (; others != 0; others &= others - 1)
      within[set] += weight[node][static_cast<std::size_t>(std::countr_zero(others))];
    std::int64_t& most_of_size = most[static_cast<std::size_t>(std::popcount(set))];
    most_of_size = std::max(most_of_size, within[set]);
  }
  return most;
}

// Of k nodes, none has more weight than its k - 1 heaviest edges. The node with the least weight in the
// heaviest set has no more than the mean, so that without it at least (k - 2) / k of the weight is left.
std::vector<std::int64_t> bound_every_size(Weights weight) {
  const std::size_t nodes = weight.size();
  for (auto& of_node : weight) {
    std::ranges::sort(of_node, std::greater<>());
    std::partial_sum(of_node.begin(), of_node.end(), of_node.begin());
  }
  std::vector<std::int64_t> most(nodes + 1, 0);
  std::vector<std::int64_t> of_node(nodes);
  for (std::size_t size = 2; size <= nodes; ++size) {
    for (std::size_t node = 0; node < nodes; ++node) of_node[node] = weight[node][size - 2];
    std::ranges::sort(of_node, std::greater<>());
    const auto ends = std::accumulate(of_node.begin(), of_node.begin() + static_cast<std::ptrdiff_t>(size),
                                      std::int64_t{0});
    most[size] = std::min(ends / 2, most[size - 1] + of_node[0]);
    const auto k = static_cast<std::int64_t>(size);
    if (k > 2) most[size] = std::min(most[size], most[size - 1] * k / (k - 2));
  }
  return most;
}

}  // namespace

std::vector<std::int64_t> most_weight_within(std::size_t nodes,
                                             std::span<const std::array<std::uint32_t, 2>> edges,
                                             std::span<const std::int64_t> weights) {
  Weights weight(nodes, std::vector<std::int64_t>(nodes, 0));
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto& [first, second] = edges[e];
    weight[first][second] = weight[second][first] = weights[e];
  }
  return nodes <= most_nodes_tried ? try_every_set(weight) : bound_every_size(std::move(weight));
}

}  // namespace skerry::party
