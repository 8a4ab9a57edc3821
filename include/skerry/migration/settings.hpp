#pragma once

#include "skerry/migration/plan.hpp"

#include <cstdint>

namespace skerry {

/// gather: the first rank collects, sorts and scatters, the textbook form and the referee.
/// direct: each rank plans from everyone's keys, and genomes go straight to their new island.
enum class Transport { direct, gather };

struct MigrationSettings {
  MigrationRule rule = {};
  std::uint64_t every = 10;  ///< generations in an epoch
  Transport transport = Transport::direct;
};

/// One migration, seen from one island.
struct MigrationCost {
  std::uint64_t bytes_sent = 0;  ///< genomes and keys to other ranks
  std::uint64_t bytes_received = 0;
  std::uint64_t individuals_sent = 0;  ///< to other islands
  double elapsed_s = 0;
  double waiting_s = 0;  ///< for the last island to arrive
};

}  // namespace skerry
