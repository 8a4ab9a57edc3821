#pragma once

#include "puzzles/party/draw/stress.hpp"

#include <vector>

namespace skerry::party {

/// Scales places in [0, 1], as layout() returns them, for boxes of that size around them, and returns the
/// middles of the boxes, in the units of the size. The scale is the smallest at which no two boxes overlap,
/// but not so large that boxes fill only a small part of the picture; those that overlap then are pushed
/// apart, so that symmetry is kept. `flatness` is the scale of y as a part of that of x.
std::vector<Place> spread_boxes(std::vector<Place> places, const Place& box, double flatness);

}  // namespace skerry::party
