#pragma once

#include "skerry/app/settings.hpp"

#include "app/experiment/description.hpp"

#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

class Files;

/// Gives each pairing its figures from the CSV table that `published` names. A row is for an instance, a
/// variant or both; a column is a figure. Throws UsageError for a missing table, and DataError for a mistake
/// in it.
void add_published(const Settings& experiment, Files& files, std::vector<Pairing>& pairings);

/// Returns the list of claims, each once for every instance that has the variants it is about. The names of
/// variants include their points of the grid. Throws UsageError.
nlohmann::ordered_json read_claims(const Settings& experiment, const std::vector<Pairing>& pairings);

}  // namespace skerry
