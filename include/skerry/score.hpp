#pragma once

#include "skerry/record.hpp"

#include <compare>
#include <limits>
#include <tuple>

namespace skerry {

/// Whether a small fitness is good, or a large one.
enum class Direction { minimise, maximise };

constexpr const char* name_of(Direction direction) {
  return direction == Direction::minimise ? "minimise" : "maximise";
}

/// The judgement of a problem on a genome. Feasible ones come before infeasible ones, whatever their fitness.
struct Score {
  double violation = 0;  ///< 0 if feasible, otherwise the distance from feasibility in the problem's own
                         ///< unit; never negative
  double fitness = 0;    ///< in the problem's direction

  friend bool operator==(const Score&, const Score&) = default;
};

/// The score of a genome without a fitness, whose evaluation failed or gave no number; any other is better.
inline constexpr Score last_score{std::numeric_limits<double>::max(), 0};

/// A score as the engine orders individuals: smaller is better, and feasibility comes first.
struct Key {
  double violation = 0;
  double cost = 0;  ///< the fitness, negated if the problem maximises

  friend auto operator<=>(const Key&, const Key&) = default;
  // The result of <=> is a third value besides, for numbers that are not in order, which takes time.
  friend bool operator<(const Key& a, const Key& b) {
    return a.violation < b.violation || (a.violation == b.violation && a.cost < b.cost);
  }
};

template <>
inline constexpr auto members_of<Key> =
    std::tuple{Member{"violation", "1", "violation, 0 = feasible", &Key::violation},
               Member{"cost", fitness_unit, "fitness, negated where the problem maximises", &Key::cost}};
static_assert(describes_whole<Key>);

/// Tells whether a score or a key is that of a genome with a fitness. It has none if the violation is
/// infinite or the largest number, that of last_score; what the fitness holds has no meaning then.
constexpr bool has_fitness(const Score& score) {
  return score.violation < last_score.violation;
}
constexpr bool has_fitness(const Key& key) {
  return key.violation < last_score.violation;
}

/// The key of an order by a value that similar individuals share, such as the distance to another individual:
/// feasible individuals come first, then those with the smaller value, then those with the smaller key.
struct SimilarityKey {
  double value = 0;  ///< not NaN, which has no place in an order
  Key key;

  friend bool operator==(const SimilarityKey&, const SimilarityKey&) = default;
  friend std::partial_ordering operator<=>(const SimilarityKey& a, const SimilarityKey& b) {
    const bool infeasible[] = {a.key.violation != 0, b.key.violation != 0};
    if (infeasible[0] != infeasible[1]) return infeasible[0] <=> infeasible[1];
    if (a.value != b.value) return a.value <=> b.value;
    return a.key <=> b.key;
  }
};

// The fitness is subtracted from 0 rather than negated, so that 0 keeps its sign.

constexpr Key key_of(Score score, Direction direction) {
  return {score.violation, direction == Direction::minimise ? score.fitness : 0.0 - score.fitness};
}

/// Returns a key's score for people and files: an infinite violation and NaN without a fitness.
constexpr Score score_of(Key key, Direction direction) {
  if (!has_fitness(key))
    return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
  return {key.violation, direction == Direction::minimise ? key.cost : 0.0 - key.cost};
}

/// Returns the key of a score that score_of() returned.
constexpr Key key_of_recorded(Score score, Direction direction) {
  return key_of(has_fitness(score) ? score : last_score, direction);
}

}  // namespace skerry
