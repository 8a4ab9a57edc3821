#pragma once

#include "puzzles/party/validate/validation.hpp"

#include <nlohmann/json.hpp>

namespace skerry::party {

/// Adds what the islands did to the answers about a puzzle: the key "islands", and "migrated" where
/// individuals moved between islands.
void add_islands(nlohmann::ordered_json& json, const IslandsAnswer& islands);

}  // namespace skerry::party
