#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

/// The largest number of individuals of a sample.
inline constexpr std::size_t most_sampled = 64;

/// Returns how many individuals of each island are in a sample of the pool: most_sampled of all, or all where
/// there are fewer; each island's share is that of its size, up to 1. It is a pure function of the sizes.
std::vector<std::size_t> sample_counts(std::span<const std::size_t> sizes);

/// Returns the slots of `count` individuals that stand evenly over a ranking of `size`, its best first; count
/// is at most size.
std::vector<std::size_t> sample_slots(std::size_t size, std::size_t count);

/// Places individuals on a line by spectral clustering of a sample (Shi & Malik, IEEE Transactions on Pattern
/// Analysis and Machine Intelligence 2000; von Luxburg, "A tutorial on spectral clustering", Statistics and
/// Computing 2007). The individuals of the sample are the nodes of a graph. An edge has the weight
/// (s / (s + d))^2 for the distance d in [0, 1] and the mean distance s of all pairs of the sample, so the
/// graph is complete and has no component of its own. An individual of the sample gets its entry in the
/// second eigenvector of the random-walk Laplacian of the graph, which cuts it where it is most loosely
/// connected. Any individual gets the mean of these entries weighted by its similarity to each of the sample
/// (the Nystrom extension: Bengio et al., Neural Computation 2004).
///
/// The weight takes only operations that every machine rounds alike. For the distances of the stock genomes,
/// which are of negative type, the weights make a positive definite kernel, so no eigenvalue is below 0.
struct SpectralOrder {
  std::size_t sampled = 0;
  double scale = 0;  ///< s; 0 where all of the sample are equal, and all values are 0 then
  std::array<double, most_sampled> entries{};  ///< in [-1, 1]

  friend bool operator==(const SpectralOrder&, const SpectralOrder&) = default;
};

/// Returns the order of a sample, of which distances[a * n + b] is that of individuals a and b, n =
/// `sampled`. The individual `first` gets an entry of at most 0, which decides the direction of the order. A
/// distance that is not in [0, 1] counts as the nearer end of that interval, and NaN as 1. It takes 128 steps
/// of power iteration, with deflation of the first eigenvector, from a fixed start: O(n^2) each.
SpectralOrder spectral_order(std::span<const double> distances, std::size_t sampled, std::size_t first);

/// Writes the value of each individual, in [-1, 1], where distances[a * values.size() + i] is that of the
/// sample's individual a and the individual i. It takes O(sampled) for each.
void extend(const SpectralOrder& order, std::span<const double> distances, std::span<double> values);

}  // namespace skerry
