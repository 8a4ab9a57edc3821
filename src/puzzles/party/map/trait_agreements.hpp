#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstddef>
#include <vector>

namespace skerry::party {

/// The ways in which heroes on the ends of an edge can agree in the traits of the synergy. Two heroes of one
/// club are also of one league, where the pool says so, and a keeper shares a club with a striker of another
/// league only where the pool has two such players.
class TraitAgreements {
 public:
  explicit TraitAgreements(const Puzzle& puzzle);

  /// Tells whether two heroes who may stand on the ends of the edge agree in the traits of the bit mask, and
  /// differ in all others.
  bool possible(std::size_t edge, unsigned mask) const { return possible_[of_edge_[edge]][mask]; }

 private:
  std::vector<std::vector<bool>> possible_;  // [kind of edge][mask]
  std::vector<std::size_t> of_edge_;         // [edge] its kind: edges whose ends have the same heroes
};

}  // namespace skerry::party
