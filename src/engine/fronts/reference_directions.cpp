#include "skerry/fronts/reference_directions.hpp"

#include <algorithm>
#include <limits>

namespace skerry {

namespace {

__extension__ using WideCount = unsigned __int128;

}  // namespace

std::uint64_t simplex_lattice_size(std::size_t objectives, std::size_t divisions) {
  const std::uint64_t chosen = std::min(objectives - 1, divisions);
  const std::uint64_t others = std::max(objectives - 1, divisions);
  WideCount size = 1;
  for (std::uint64_t i = 1; i <= chosen; ++i) {
    size = size * (others + i) / i;  // the binomial coefficient of others + i over i, without a remainder
    if (size > std::numeric_limits<std::uint64_t>::max()) return std::numeric_limits<std::uint64_t>::max();
  }
  return static_cast<std::uint64_t>(size);
}

std::size_t lattice_divisions(std::size_t objectives, std::uint64_t directions) {
  const auto fits = [&](std::size_t divisions) {
    return simplex_lattice_size(objectives, divisions) <= directions;
  };
  std::size_t above = 2;
  while (fits(above)) above *= 2;
  std::size_t fitting = above / 2;
  while (above - fitting > 1) {
    const std::size_t middle = fitting + (above - fitting) / 2;
    (fits(middle) ? fitting : above) = middle;
  }
  return fitting;
}

std::vector<double> simplex_lattice(std::size_t objectives, std::size_t divisions) {
  std::vector<double> directions;
  directions.reserve(simplex_lattice_size(objectives, divisions) * objectives);
  std::vector<std::size_t> parts(objectives, 0);
  parts.back() = divisions;
  for (;;) {
    for (const std::size_t part : parts) {
      directions.push_back(static_cast<double>(part) / static_cast<double>(divisions));
    }
    // The next in lexicographic order moves one unit out of the last part that has any, to the part before,
    // and the rest of it to the end.
    std::size_t last = objectives - 1;
    while (last > 0 && parts[last] == 0) --last;
    if (last == 0) return directions;
    const std::size_t rest = parts[last] - 1;
    parts[last] = 0;
    ++parts[last - 1];
    parts.back() = rest;
  }
}

std::vector<double> reference_directions(std::size_t objectives, std::uint64_t population) {
  const std::size_t divisions = lattice_divisions(objectives, population);
  std::vector<double> directions = simplex_lattice(objectives, divisions);
  const std::uint64_t count = simplex_lattice_size(objectives, divisions);
  if (divisions >= objectives || population < count + objectives) return directions;
  const double centre = 1 / static_cast<double>(objectives);
  for (const double part : simplex_lattice(objectives, lattice_divisions(objectives, population - count)))
    directions.push_back((part + centre) / 2);
  return directions;
}

}  // namespace skerry
