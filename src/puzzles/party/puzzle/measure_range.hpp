#pragma once

#include "skerry/measures.hpp"

#include "puzzles/party/puzzle/measure.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <vector>

namespace skerry::party {

/// Returns the features that the puzzle names or, where it names none, the numbers of different values of two
/// columns: those of requirements on different values first, then the traits of the synergy.
std::vector<FeatureMeasure> features_of(const Puzzle& puzzle);

/// Returns the objectives that the puzzle names or, where it names none, price and synergy; without a synergy
/// the mean of another numeric column in its place.
std::vector<ObjectiveMeasure> objectives_of(const Puzzle& puzzle);

/// Returns a measure as an axis. Where the text gives no range, it is that of all choices of heroes of the
/// pool, cut by the rules on the same quantity: whole numbers with a cell for each, else 20 cells.
Feature feature_of(const Puzzle& puzzle, const FeatureMeasure& feature);

/// Returns a measure as an objective. Where the text does not say, the price has the direction of the puzzle,
/// other measures of the same column are minimised where the puzzle minimises, and all else is maximised; the
/// reference is the worst value of all choices of heroes of the pool.
Objective objective_of(const Puzzle& puzzle, const ObjectiveMeasure& objective);

}  // namespace skerry::party
