#pragma once

#include "skerry/island.hpp"
#include "skerry/statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Where one rank's island stands, and what of it is not recorded yet: the rows of the current epoch, also
/// those from before an interruption.
struct Logbook {
  /// Takes over what the island has noted. The island's clock started at `island_start_s` of the run's.
  void collect(Island& island, double island_start_s);
  /// After the epoch is recorded.
  void clear();

  std::vector<Statistics> rows;           ///< by generation
  std::vector<Improvement> improvements;  ///< by generation
  std::uint64_t generation = 0;           ///< at which the island stands
  std::uint64_t best_generation = 0;      ///< of the last new best of the island's life
  std::uint64_t evaluations = 0;          ///< of the island's life
};

/// The logbook and the island as bytes, and back. Throws DataError for bytes of another island.
std::vector<std::byte> pack(const Logbook& logbook, const Island& island);
void unpack(std::span<const std::byte> bytes, Logbook& logbook, Island& island);

}  // namespace skerry
