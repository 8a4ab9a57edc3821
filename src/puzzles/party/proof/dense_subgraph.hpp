#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::party {

/// Returns, for each k from 0 to `nodes`, the most edges that any k nodes of a graph have among them: exact
/// up to 20 nodes, where all sets are tried, and a bound that is no lower beyond. Edges join two different
/// nodes, each pair once; there are at most 64 nodes.
std::vector<std::int64_t> most_edges_within(std::size_t nodes,
                                            std::span<const std::array<std::uint32_t, 2>> edges);

}  // namespace skerry::party
