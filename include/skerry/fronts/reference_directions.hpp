#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skerry {

/// Returns the number of directions of simplex_lattice(): the binomial coefficient of objectives + divisions
/// - 1 over divisions; the largest 64-bit number where it is larger than that. `objectives` is at least 1.
std::uint64_t simplex_lattice_size(std::size_t objectives, std::size_t divisions);

/// Returns the largest number of divisions, at least 1, whose lattice has at most `directions` directions; 1
/// if there is none. There are at least 2 objectives, and `directions` is at most 2^32.
std::size_t lattice_divisions(std::size_t objectives, std::uint64_t directions);

/// Returns the directions of the simplex lattice (Das & Dennis, SIAM Journal on Optimization 1998), along
/// which NSGA-III seeks its front (Deb & Jain, IEEE Transactions on Evolutionary Computation 2014): all
/// vectors of multiples of 1 / divisions, none negative, that add up to 1. They are simplex_lattice_size()
/// rows [direction][objective], in lexicographic order. `objectives` and `divisions` are at least 1. Each
/// entry is a quotient of integers, so it is the same on every machine.
std::vector<double> simplex_lattice(std::size_t objectives, std::size_t divisions);

/// Returns the directions of NSGA-III for a population of that many, at least 1: the largest lattice with at
/// most as many. If that has fewer divisions than objectives, so that all of its directions lie on the rim of
/// the simplex, a second lattice follows, the largest for which there is room, which is drawn in to half its
/// size around the centre of the simplex (Deb & Jain 2014). There are at least 2 objectives. The smallest
/// lattice, of a direction for each objective, is returned even where that is too many.
std::vector<double> reference_directions(std::size_t objectives, std::uint64_t population);

}  // namespace skerry
