#pragma once

#include "puzzles/party/draw/stress.hpp"

#include <vector>

namespace skerry::party {

/// Turns and mirrors the places of a connected part of a formation, [node], which are at least two and are
/// given in edge lengths. The axis in which they are most symmetric then stands upright or lies flat, and
/// they are in reading order as far as possible: from the top down, and from left to right. y grows
/// downwards.
void stand_up(std::vector<Place>& places);

}  // namespace skerry::party
