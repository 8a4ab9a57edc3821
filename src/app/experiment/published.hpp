#pragma once

#include "skerry/app/settings.hpp"

#include "app/experiment/crossing.hpp"

#include <vector>

#include <nlohmann/json.hpp>

namespace skerry {

class Files;

/// Gives each pairing its figures from the CSV table that `published` names: a row for an instance, a variant
/// or both, a column for each figure. Throws UsageError for a table that is not there, and DataError for a
/// mistake in it.
void add_published(const Settings& experiment, Files& files, std::vector<Pairing>& pairings);

/// The list of claims, each made once for every instance that has the variants it is about. Variants are
/// named with their points of the grid. Throws UsageError.
nlohmann::ordered_json read_claims(const Settings& experiment, const std::vector<Pairing>& pairings);

}  // namespace skerry
