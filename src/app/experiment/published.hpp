#pragma once

#include "skerry/app/settings.hpp"

#include "app/experiment/description.hpp"

#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

class Files;

/// A row of the CSV table `published` is for an instance, a variant or both; a column is a figure. Throws
/// UsageError for a missing table, and DataError for a mistake in it.
void add_published(const Settings& experiment, Files& files, std::vector<Pairing>& pairings);

/// A claim is there once for every instance that has its variants, whose names include their points of the
/// grid. Throws UsageError.
nlohmann::ordered_json read_claims(const Settings& experiment, const std::vector<Pairing>& pairings);

}  // namespace skerry
