#pragma once

#include "skerry/record.hpp"

#include <compare>
#include <limits>
#include <tuple>

namespace skerry {

/// Whether a small fitness is good, or a large one.
enum class Direction { minimise, maximise };

/// What a problem says of a genome. Feasible genomes come before infeasible ones whatever their fitness.
struct Score {
  double violation =
      0;               ///< 0 = feasible, otherwise how far from it, in the problem's own unit; never negative
  double fitness = 0;  ///< in the problem's direction

  friend bool operator==(const Score&, const Score&) = default;
};

/// Of a genome whose evaluation is no finite number: behind every other genome.
inline constexpr Score last_score{std::numeric_limits<double>::max(), 0};

/// The same in the one order the engine works with: smaller is better, feasibility first.
struct Key {
  double violation = 0;
  double cost = 0;  ///< the fitness, negated where the problem maximises

  friend auto operator<=>(const Key&, const Key&) = default;
};

template <>
inline constexpr auto members_of<Key> =
    std::tuple{Member{"violation", "1", "violation, 0 = feasible", &Key::violation},
               Member{"cost", fitness_unit, "fitness, negated where the problem maximises", &Key::cost}};
static_assert(describes_whole<Key>);

/// Where an individual stands in the order by likeness to another one, its distance to which it holds:
/// feasible ones come first, then the nearer, then by key.
struct DistanceKey {
  double distance = 0;
  Key key;

  friend bool operator==(const DistanceKey&, const DistanceKey&) = default;
  friend std::partial_ordering operator<=>(const DistanceKey& a, const DistanceKey& b) {
    const bool infeasible[] = {a.key.violation != 0, b.key.violation != 0};
    if (infeasible[0] != infeasible[1]) return infeasible[0] <=> infeasible[1];
    if (a.distance != b.distance) return a.distance <=> b.distance;
    return a.key <=> b.key;
  }
};

// Subtracted from 0 rather than negated, so that 0 keeps its sign.

/// A score in the engine's order.
constexpr Key key_of(Score score, Direction direction) {
  return {score.violation, direction == Direction::minimise ? score.fitness : 0.0 - score.fitness};
}

/// The score that a key stands for.
constexpr Score score_of(Key key, Direction direction) {
  return {key.violation, direction == Direction::minimise ? key.cost : 0.0 - key.cost};
}

}  // namespace skerry
