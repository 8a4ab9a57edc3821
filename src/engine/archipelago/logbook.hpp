#pragma once

#include "skerry/island.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The progress of one rank's island, with the rows that are not recorded yet.
struct Logbook {
  /// The island's clock started at `island_start_s` of the run's clock.
  void collect(Island& island, double island_start_s);
  void clear() { rows = {}; }

  IslandRows rows;
  std::uint64_t generation = 0;
  std::uint64_t best_generation = 0;  ///< the generation of the island's last new best
  std::uint64_t evaluations = 0;
};

/// Throws DataError for bytes of another island.
std::vector<std::byte> pack(const Logbook& logbook, const Island& island);
void unpack(std::span<const std::byte> bytes, Logbook& logbook, Island& island);
/// Reads all but the values of a program's columns; returns bytes that begin with those of Island::save.
std::span<const std::byte> unpack(std::span<const std::byte> bytes, Logbook& logbook);

}  // namespace skerry
