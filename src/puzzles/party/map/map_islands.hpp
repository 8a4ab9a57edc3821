#pragma once

#include "puzzles/party/map/party_map.hpp"

#include <functional>
#include <memory>

namespace skerry::party {

/// Fills cells by MAP-Elites, an island on each thread, for `seconds` or the evaluations of the settings.
void fill_by_islands(PartyMap& map, const std::shared_ptr<const Roster>& roster,
                     const PartyMapSettings& settings, double seconds, const std::function<bool()>& stop);

}  // namespace skerry::party
