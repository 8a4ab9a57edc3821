#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <array>
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

}  // namespace skerry::party
