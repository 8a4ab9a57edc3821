#pragma once

#include "skerry/island.hpp"
#include "skerry/solution_set.hpp"

namespace skerry {

class Communicator;

/// Gathers on the first rank what all islands have kept besides their populations, as one set.
class SolutionGathering {
 public:
  /// Learns what the islands keep. Throws UsageError where some keep a map and others a front. Collective.
  SolutionGathering(Communicator& world, const Island& island);

  /// Returns merged() of all sets on the first rank, and an empty set on others. Collective.
  SolutionSet gather(const Island& island) const;

 private:
  Communicator& world_;
  SetDescription description_;  // of the first island that keeps anything
};

/// Gives every rank the set of the first. Collective.
void broadcast_solutions(SolutionSet& solutions, Communicator& world);

}  // namespace skerry
