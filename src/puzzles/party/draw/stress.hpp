#pragma once

#include <array>
#include <span>
#include <vector>

namespace skerry::party {

/// A point in the plane, x and y.
using Place = std::array<double, 2>;

/// Returns a place for each node of a connected graph, [node], so that the distances in the plane are near
/// those in the graph, which are given as numbers of edges, [node * nodes + node]. An edge is about 1 long.
///
/// It minimises the stress of Kamada and Kawai (1989), the sum of ((length - distance) / distance)^2 over the
/// pairs of nodes, by the localised majorisation of Gansner, Koren and North (2004), from classical scaling
/// (Torgerson 1952) and from points spread over a disc; the better one is returned. It takes O(nodes^2) for
/// each of at most 300 sweeps. It draws no random numbers and uses no operation that IEEE 754 leaves open,
/// so the places are the same on every machine.
std::vector<Place> stress_layout(std::span<const double> distances);

}  // namespace skerry::party
