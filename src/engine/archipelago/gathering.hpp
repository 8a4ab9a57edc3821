#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/island.hpp"
#include "skerry/solution_set.hpp"

#include "engine/archipelago/logbook.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skerry {

class Communicator;

/// The numbers of rows of one island in an epoch, which every rank knows.
struct RowCounts {
  std::uint64_t improvements = 0;
  std::uint64_t births = 0;
  std::uint64_t evaluation_rows = 0;
};

/// Brings the rows of all islands to the first rank, in one message each. Buffers are kept from epoch to
/// epoch.
class Gathering {
 public:
  explicit Gathering(Communicator& world) : world_(world) {}

  /// Returns, on the first rank, a record with statistics, improvements, births, evaluations and the costs of
  /// the migration (none where no migration took place), and an empty record on the other ranks. All logbooks
  /// must have as many rows; counts[r] is of the other rows of rank r. Collective.
  EpochRecord gather(const Logbook& logbook, const std::optional<MigrationCost>& cost,
                     std::span<const RowCounts> counts);

 private:
  Communicator& world_;
  std::vector<std::byte> message_;
  std::vector<std::size_t> sizes_;
  std::vector<std::byte> messages_;
};

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
