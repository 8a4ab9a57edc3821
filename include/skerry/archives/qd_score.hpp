#pragma once

#include "skerry/score.hpp"

#include <span>

namespace skerry {

/// Returns the share of cells that are filled, in [0, 1]. `fitness` has the fitness of the elite of each
/// cell, and NaN where a cell is empty; there is at least one cell.
double coverage(std::span<const double> fitness);

/// Returns the QD-score: the sum over all filled cells of the distance of the elite's fitness to `worst`, the
/// fitness of an elite that is worth nothing (Pugh, Soros, Szerlip & Stanley, GECCO 2015). It is 0 or more,
/// larger is better, and its unit is that of the fitness: an elite worse than `worst` counts 0. `fitness` is
/// as for coverage(); `worst` is finite.
double qd_score(std::span<const double> fitness, double worst, Direction direction);

}  // namespace skerry
