#pragma once

#include "skerry/random.hpp"

#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>

namespace skerry::skyscraper {

/// A Latin square of 1 to `size`, by the random walk of Jacobson and Matthews ("Generating uniformly
/// distributed random Latin squares", Journal of Combinatorial Designs 4, 1996), which tends to the uniform
/// distribution over all squares. It goes over size^3 squares from a cyclic one, whose rows, columns and
/// values then are permuted at random, so that what bias is left (nobody has proven how fast the walk
/// forgets) is among classes of isotopic squares alone.
Grid random_latin_square(std::uint32_t size, Random& random);

}  // namespace skerry::skyscraper
