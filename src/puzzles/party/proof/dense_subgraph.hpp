#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::party {

/// Returns, for each k from 0 to `nodes`, the highest sum of weights of the edges among any k nodes of a
/// graph: exact up to 20 nodes, where all sets are tried, and a bound that is no lower beyond. Edges join two
/// different nodes, each pair once; weights are 0 or more; there are at most 64 nodes.
std::vector<std::int64_t> most_weight_within(std::size_t nodes,
                                             std::span<const std::array<std::uint32_t, 2>> edges,
                                             std::span<const std::int64_t> weights);

}  // namespace skerry::party
