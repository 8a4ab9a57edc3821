#pragma once

#include "skerry/archipelago.hpp"

#include "engine/archipelago/logbook.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skerry {

class Communicator;

/// Brings the rows of all islands to the first rank, in one message each. Buffers are kept from epoch to
/// epoch.
class Gathering {
 public:
  explicit Gathering(Communicator& world) : world_(world) {}

  /// Returns, on the first rank, a record with statistics, improvements and the costs of the migration (none
  /// where no migration took place), and an empty record on the other ranks. All logbooks must have as many
  /// rows; every rank must know how many improvements each rank has. Collective.
  EpochRecord gather(const Logbook& logbook, const std::optional<MigrationCost>& cost,
                     std::span<const std::uint64_t> improvements);

 private:
  Communicator& world_;
  std::vector<std::byte> message_;
  std::vector<std::size_t> sizes_;
  std::vector<std::byte> messages_;
};

}  // namespace skerry
