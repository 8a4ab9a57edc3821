#pragma once

#include "puzzles/party/proof/multipliers.hpp"

#include <nlohmann/json.hpp>

namespace skerry::party {

/// Returns multipliers as JSON; of long lists, the numbers that are not 0.
nlohmann::ordered_json json_of(const Multipliers& multipliers);

/// Returns the multipliers for a puzzle that json_of() has written. Throws std::out_of_range and exceptions
/// of nlohmann::json where they have another shape.
Multipliers multipliers_of(const nlohmann::ordered_json& json, const IntegerPuzzle& whole);

}  // namespace skerry::party
