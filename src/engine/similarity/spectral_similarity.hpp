#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

inline constexpr std::size_t most_sampled = 64;

/// Returns counts by island, together most_sampled or all; each share is that of the island's size, up to 1.
std::vector<std::size_t> sample_counts(std::span<const std::size_t> sizes);

/// The slots stand evenly over a ranking, its best first; `count` is at most `size`.
std::vector<std::size_t> sample_slots(std::size_t size, std::size_t count);

/// Places individuals on a line by spectral clustering of a sample (Shi & Malik 2000; von Luxburg 2007). An
/// edge has the weight (s / (s + d))^2 for the distance d in [0, 1] and the mean distance s, which every
/// machine rounds alike. The sample gets its entries in the second eigenvector of the random-walk Laplacian;
/// others get their mean, weighted by similarity (Nystrom extension: Bengio et al. 2004). Distances of stock
/// genomes are of negative type, so that no eigenvalue is below 0.
struct SpectralOrder {
  std::size_t sampled = 0;
  double scale = 0;  ///< s; 0 if all of the sample are equal, and all values are 0 then
  std::array<double, most_sampled> entries{};  ///< in [-1, 1]

  friend bool operator==(const SpectralOrder&, const SpectralOrder&) = default;
};

/// distances[a * n + b] is of individuals a and b, n = `sampled`; it counts as the nearer end of [0, 1], and
/// NaN as 1. `first` gets an entry of at most 0, which decides the direction. 128 steps take O(n^2) each.
SpectralOrder spectral_order(std::span<const double> distances, std::size_t sampled, std::size_t first);

/// Values are in [-1, 1]; distances[a * values.size() + i] is that of the sample's a and the individual i.
void extend(const SpectralOrder& order, std::span<const double> distances, std::span<double> values);

}  // namespace skerry
