#pragma once

#include "skerry/detail/fronts/crowded_order.hpp"
#include "skerry/random.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace skerry {

/// Levels at which other objectives are held while the fitness is improved: the epsilon-constraint method
/// (Haimes, Lasdon & Wismer, IEEE Transactions on Systems, Man, and Cybernetics 1971).
struct FrontLevel {
  std::size_t start = 0;             ///< the solution of the front from which an improvement begins
  std::vector<double> at_most = {};  ///< of each objective, minimised; infinity where none is held
};

/// Draws a level before the first solution of a front (which holds nothing) or beyond its last, an eighth of
/// the times each, three eighths any place, and three a wide gap between neighbours rather than a narrow one,
/// in the objective and in cost. `front` and `costs`, the fitness of each, are minimised; an objective that
/// equals it is never held. Returns none where there are no solutions, or no other objectives.
std::optional<FrontLevel> draw_level(ObjectiveRows front, std::span<const double> costs, Random& random);

}  // namespace skerry
