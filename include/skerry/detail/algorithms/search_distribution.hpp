#pragma once

#include "skerry/random.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The normal distribution of CMA-ES (Hansen 2016, "The CMA evolution strategy: a tutorial", with positive
/// weights), over the unit box. Its covariance is kept as the lower triangular factor A with C = A A', which
/// rank-one updates change (Krause, Arbones and Igel 2016): samples * genes^2 steps a generation. What leaves
/// the box is reflected at its side, and learned as reflected.
class SearchDistribution {
 public:
  explicit SearchDistribution(std::size_t genes);

  /// Begins anew with a standard deviation of `step` in each coordinate and at least 4 samples a generation.
  void begin(std::span<const double> mean, double step, std::size_t samples);

  std::size_t genes() const { return mean_.size(); }
  std::size_t samples() const { return samples_; }
  /// Returns how many samples the tutorial recommends for so many genes.
  static std::size_t default_samples(std::size_t genes);

  /// Draws all samples of a generation.
  void draw(Random& random);
  /// The coordinates of a sample, which the caller may repair before learn().
  std::span<double> sample(std::size_t number) {
    return std::span(points_).subspan(number * genes(), genes());
  }
  /// Moves the distribution; `ranking` has the numbers of all samples, best first.
  void learn(std::span<const std::uint32_t> ranking);

  /// Tells whether the distribution has become too small or too thin for further samples to differ.
  bool exhausted() const;

  void save(std::vector<std::byte>& state) const;
  /// Takes what save() wrote from the front of the bytes. Throws DataError for values that it never writes.
  void load(std::span<const std::byte>& state, std::size_t most_samples);

 private:
  void set_samples(std::size_t samples);
  double* column(std::size_t j) { return factor_.data() + j * genes(); }
  const double* column(std::size_t j) const { return factor_.data() + j * genes(); }
  void add_outer_product(double weight);

  std::size_t samples_ = 0;
  std::uint64_t generation_ = 0;
  double step_ = 0;
  std::vector<double> mean_;
  std::vector<double> step_path_;
  std::vector<double> covariance_path_;
  std::vector<double> factor_;  // [column][row]; what is above the diagonal is 0

  std::vector<double> weights_;  // of the better half of the samples, best first
  double effective_ = 0;         // the variance effective number of these
  std::vector<double> points_;   // [sample][gene]
  std::vector<double> normal_;
  std::vector<double> moved_;
  std::vector<double> added_;
};

}  // namespace skerry
