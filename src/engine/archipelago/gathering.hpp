#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/island.hpp"
#include "skerry/solution_set.hpp"

#include "engine/archipelago/logbook.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skerry {

class Communicator;

/// The numbers of events of one island in an epoch, in the order of event_lists, which every rank knows.
using EventCounts = std::array<std::uint64_t, number_of_event_lists>;
EventCounts counts_of(const IslandRows& rows);

/// Brings the rows of all islands to the first rank. Buffers are kept from epoch to epoch.
class Gathering {
 public:
  /// `genome_size_bytes` is the size of the genome that is recorded with each improvement; 0: none is.
  Gathering(Communicator& world, std::size_t genome_size_bytes)
      : world_(world), genome_size_bytes_(genome_size_bytes) {}

  /// All logbooks have as many generations; counts[r] is of the events of rank r. Collective.
  EpochRecord gather(const Logbook& logbook, const std::optional<MigrationCost>& cost,
                     std::span<const EventCounts> counts);

 private:
  Communicator& world_;
  std::size_t genome_size_bytes_;
  std::vector<std::byte> message_;
  std::vector<std::size_t> sizes_;
  std::vector<std::byte> messages_;
};

/// Brings the populations of all islands to the first rank.
class PopulationGathering {
 public:
  /// Genomes must have a form. Collective.
  PopulationGathering(Communicator& world, const Island& island);

  /// Sets populations and their genomes, which are empty except on the first rank. Collective.
  void gather(const Island& island, IslandRows& rows) const;

 private:
  Communicator& world_;
  std::vector<std::size_t> sizes_;  // individuals of each island
  std::size_t row_size_bytes_;
};

class SolutionGathering {
 public:
  /// Throws UsageError if some islands keep a map and others a front. Collective.
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
