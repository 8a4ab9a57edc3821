#pragma once

#include "engine/communication/communicator.hpp"

#include <cstddef>
#include <functional>

namespace skerry {

/// Returns the first of the islands of a rank, which has as many as the others, or one less.
constexpr std::size_t first_island(std::size_t islands, std::size_t ranks, std::size_t rank) {
  return rank * islands / ranks;
}

constexpr std::size_t islands_of_rank(std::size_t islands, std::size_t ranks, std::size_t rank) {
  return first_island(islands, ranks, rank + 1) - first_island(islands, ranks, rank);
}

/// Returns the most islands that a rank has.
constexpr std::size_t most_islands(std::size_t islands, std::size_t ranks) {
  return (islands + ranks - 1) / ranks;
}

/// Calls `work` for each of so many islands, with a communicator of all: on the ranks of `world` or threads
/// of these (first_island). Throws AgreedFailure for fewer islands, else as on_threads(). Collective.
void for_each_island(Communicator& world, std::size_t islands,
                     const std::function<void(Communicator&)>& work);

/// Numbers of cores. A launcher may bind a process to fewer than it has itself.
struct Cores {
  std::size_t here = 1;       ///< that this process may use
  std::size_t of_parent = 1;  ///< that the process may use which started this one
};
Cores cores();

}  // namespace skerry
