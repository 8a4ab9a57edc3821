#pragma once

#include "skerry/random.hpp"

#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>

namespace skerry::skyscraper {

/// Returns a Latin square of 1 to `size`, by the random walk of Jacobson and Matthews ("Generating uniformly
/// distributed random Latin squares", Journal of Combinatorial Designs 4, 1996), which tends to the uniform
/// distribution over all squares. The walk visits size^3 squares from a cyclic one; then rows, columns and
/// values are permuted at random. How fast the walk becomes independent of its start has not been proven, but
/// any bias that is left is only among classes of isotopic squares.
Grid random_latin_square(std::uint32_t size, Random& random);

}  // namespace skerry::skyscraper
