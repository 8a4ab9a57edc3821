#pragma once

#include "puzzles/party/map/party_map.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace skerry::party {

/// Returns a map as a table for people: with two features the first one downwards and the second one across,
/// else a line for each cell that is not proven empty.
std::string text_of(const PartyMap& map, const Puzzle& puzzle);

/// Returns a map as JSON; docs/party.md describes it.
nlohmann::ordered_json json_of(const PartyMap& map, const Puzzle& puzzle);

}  // namespace skerry::party
