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

}  // namespace skerry
