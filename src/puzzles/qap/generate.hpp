#pragma once

#include "puzzles/qap/instance.hpp"

#include <cstdint>

namespace skerry::qap {

/// The modulus of Taillard's random numbers; seeds are 1 to modulus - 1.
constexpr std::uint32_t modulus = 2'147'483'647;
/// The seed of the second matrix of all of Taillard's uniform instances.
constexpr std::uint32_t published_second_seed = 123'456'789;

/// Returns a uniform instance of Taillard (1991, section 3): both matrices are symmetric with a diagonal of
/// 0, and their entries above it are, row by row, 100 x / (2^31 - 1) rounded down, where x are the numbers of
/// the generator of Park and Miller (1988), x' = 16807 x mod (2^31 - 1), which begins with the seed of the
/// matrix. Throws UsageError for a size or a seed out of range.
Instance uniform_instance(std::uint32_t size, std::uint32_t first_seed,
                          std::uint32_t second_seed = published_second_seed);

}  // namespace skerry::qap
