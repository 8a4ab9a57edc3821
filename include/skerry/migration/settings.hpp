#pragma once

#include "skerry/migration/plan.hpp"
#include "skerry/record.hpp"

#include <cstdint>
#include <tuple>

namespace skerry {

/// gather: the first rank collects, sorts and scatters, the textbook form and the referee.
/// direct: each rank plans from everyone's keys, and genomes go straight to their new island.
enum class Transport { direct, gather };

struct MigrationSettings {
  MigrationRule rule = {};
  std::uint64_t every = 10;  ///< generations in an epoch
  Transport transport = Transport::direct;
};

/// What one migration cost one island.
struct MigrationCost {
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t individuals_sent = 0;
  double elapsed_s = 0;
  double waiting_s = 0;
};

template <>
inline constexpr auto members_of<MigrationCost> = std::tuple{
    Member{"bytes_sent", "byte", "genomes and keys sent to other ranks", &MigrationCost::bytes_sent},
    Member{"bytes_received", "byte", "genomes and keys received from other ranks",
           &MigrationCost::bytes_received},
    Member{"individuals_sent", "1", "individuals sent to other islands", &MigrationCost::individuals_sent},
    Member{"elapsed_s", "s", "duration of the migration", &MigrationCost::elapsed_s},
    Member{"waiting_s", "s", "time spent waiting for the last island to arrive", &MigrationCost::waiting_s}};
static_assert(describes_whole<MigrationCost>);

}  // namespace skerry
