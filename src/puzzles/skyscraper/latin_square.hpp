#pragma once

#include "skerry/random.hpp"

#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>

namespace skerry::skyscraper {

/// Returns a Latin square of 1 to `size`, by the random walk of Jacobson and Matthews ("Generating uniformly
/// distributed random Latin squares", Journal of Combinatorial Designs 4, 1996), which tends to the uniform
/// distribution over all squares. The walk visits size^3 squares from a cyclic one; then rows, columns and
/// values are permuted at random, so that any bias that is left (nobody has proven how fast the walk forgets
/// its start) is only among classes of isotopic squares.
Grid random_latin_square(std::uint32_t size, Random& random);

}  // namespace skerry::skyscraper
