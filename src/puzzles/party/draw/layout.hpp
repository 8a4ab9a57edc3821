#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <array>
#include <span>
#include <vector>

namespace skerry::party {

/// Returns where a picture shows the nodes, [node] x and y (which grows downwards), each in [0, 1]. Both have
/// the same scale: the longer side of the formation has the length 1, the other one is centred.
///
/// The places are the puzzle's positions where it has any. Otherwise each connected part of the formation is
/// laid out by stress_layout() and turned so that the axis in which it is most symmetric stands upright or
/// lies flat, and so that the nodes are in reading order as far as possible: from the top down, and from left
/// to right. The parts stand in rows; a formation without edges is a grid. The same formation gives the same
/// bits on every machine.
std::vector<std::array<double, 2>> layout(const Puzzle& puzzle);

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

/// Turns and mirrors the places of a connected part of a formation, [node], which are at least two and are
/// given in edge lengths. The axis in which they are most symmetric then stands upright or lies flat, and
/// they are in reading order as far as possible: from the top down, and from left to right. y grows
/// downwards.
void stand_up(std::vector<Place>& places);

/// Scales places in [0, 1], as layout() returns them, for boxes of that size around them, and returns the
/// middles of the boxes, in the units of the size. The scale is the smallest at which no two boxes overlap,
/// but not so large that boxes fill only a small part of the picture; those that overlap then are pushed
/// apart, so that symmetry is kept. `flatness` is the scale of y as a part of that of x.
std::vector<Place> spread_boxes(std::vector<Place> places, const Place& box, double flatness);

}  // namespace skerry::party
