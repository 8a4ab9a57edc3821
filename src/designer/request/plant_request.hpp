#pragma once

#include "skerry/app/settings.hpp"

#include "designer/request/request.hpp"

#include <cstdint>
#include <filesystem>

namespace skerry::party {

/// Makes a generated pool for the rules and the formation of a request, in which a planted party is the
/// optimum. Returns the request with that pool, and with the proof in its puzzle's certificate.
///
/// A party of the pool that meets the rules, sums aside, is looked for first. Its levels and gear are moved
/// until their sums are exactly at the bounds that requirements set them. Every total, average and count that
/// the party meets exactly gets a multiplier, and every hero the price
///
///     base + sum of multiplier x contribution + slack,    slack >= 0,
///
/// with slack 0 for the party: by linear programming duality no party is cheaper, whatever else the rules ask
/// (docs/designer.md).
///
/// Throws DataError for a request with [wanted], ranges, a pool from a file, another objective than the
/// price, a requirement on the price, or a bound on levels or gear whose sum is no whole number; and Error
/// where no party that meets the rules was found.
Request plant_request(const std::filesystem::path& file, const std::filesystem::path& generated_pool,
                      std::uint64_t seed, Files& files);

}  // namespace skerry::party
