#pragma once

#include <cstddef>
#include <functional>

namespace skerry {

class Communicator;

/// Calls `work` once for each of so many islands, with a communicator that holds them all: on the ranks of
/// `world` where it has as many, and on threads of this process where `world` is one rank. Throws
/// AgreedFailure (UsageError) for any other number of ranks, otherwise as on_threads() does. Collective.
void for_each_island(Communicator& world, std::size_t islands,
                     const std::function<void(Communicator&)>& work);

}  // namespace skerry
