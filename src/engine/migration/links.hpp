#pragma once

#include "skerry/migration/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skerry {

/// Where each island sends its migrants: targets in ascending order, never itself, none twice. Every island
/// receives from as many as it sends to. Empty for Topology::none; fully_connected has no links of its own.
std::vector<std::vector<std::size_t>> links_of(const MigrationRule& rule, std::uint64_t epoch,
                                               std::size_t islands);

}  // namespace skerry
