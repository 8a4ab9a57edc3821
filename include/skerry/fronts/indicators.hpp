#pragma once

#include "skerry/fronts/dominance.hpp"

namespace skerry {

/// Returns the modified inverted generational distance IGD+ of a front (Ishibuchi, Masuda, Tanigaki & Nojima,
/// EMO 2015): the mean over all reference points of the distance from the point to what the front's nearest
/// solution dominates, which is the Euclidean norm of max(solution - point, 0). It is 0 if the front weakly
/// dominates every reference point, smaller is better, and it is infinite for a front of nobody.
///
/// Both have the same number of objectives; there is at least one reference point, and all are finite. It
/// takes O(m n r) for r reference points.
double igd_plus(ObjectiveRows front, ObjectiveRows references);

/// Returns the additive epsilon indicator of a front (Zitzler, Thiele, Laumanns, Fonseca & Grunert da
/// Fonseca, IEEE Transactions on Evolutionary Computation 2003): the least number that, taken from every
/// objective of the front, makes it weakly dominate every reference point. It is negative for a front that is
/// better than all of them, smaller is better, and it is infinite for a front of nobody. The rest is as for
/// igd_plus().
double additive_epsilon(ObjectiveRows front, ObjectiveRows references);

}  // namespace skerry
