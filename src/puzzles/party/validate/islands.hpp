#pragma once

#include "puzzles/party/search/roster.hpp"
#include "puzzles/party/validate/validation.hpp"

#include <cstdint>
#include <functional>
#include <memory>

namespace skerry {
class Communicator;
}

namespace skerry::party {

/// Evolves a party for a start price, one island on each rank, with the settings of
/// configs/party/designer.toml but for a quick descent as their local search, until the islands stand still
/// or `seconds` are over. Collective; the answer is the same on every rank.
IslandsAnswer evolve_party(const std::shared_ptr<const Roster>& roster, std::uint64_t seed, double seconds,
                           const std::function<bool()>& stop, Communicator& world);

}  // namespace skerry::party
