#pragma once

#include "skerry/operators/operator_settings.hpp"
#include "skerry/operators/sites.hpp"
#include "skerry/random.hpp"

#include <cstddef>
#include <span>

namespace skerry {

/// The bounds of real genes: lower[i] <= gene i <= upper[i].
struct RealBounds {
  std::span<const double> lower;
  std::span<const double> upper;
};

// Crossovers. Both parents a and b are in the box, and so is the child. All spans have the same length.
// Constructors throw UsageError for parameters out of range.

/// Simulated binary crossover (Deb and Agrawal 1995) in the form that keeps to bounds (Deb 2000): each gene
/// is crossed with probability 1/2, and the child takes either of the two results with the same probability.
class SimulatedBinaryCrossover {
 public:
  /// eta is the distribution index, at least 0; the larger it is, the nearer children are to their parents.
  explicit SimulatedBinaryCrossover(double eta);
  /// Makes a child.
  void operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                  std::span<double> child, Random& random) const;
  /// Makes two children: of each gene that is crossed, one has the one result and one the other.
  void both(RealBounds bounds, std::span<const double> a, std::span<const double> b, std::span<double> first,
            std::span<double> second, Random& random) const;

 private:
  double eta_;
};

/// Blend crossover BLX-alpha (Eshelman and Schaffer 1993): each gene is uniform in the interval between its
/// parents, extended on both sides by alpha times its length and cut at the bounds.
class BlendCrossover {
 public:
  explicit BlendCrossover(double alpha);  ///< at least 0
  /// Makes a child.
  void operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                  std::span<double> child, Random& random) const;

 private:
  double alpha_;
};

/// Line crossover, the directional part of the operator "iso + line" (Vassiliades & Mouret, "Discovering the
/// elite hypervolume by leveraging interspecies correlation", GECCO 2018): the child is
/// a + step * N(0, 1) * (b - a), with one normal deviate for all genes; a gene that leaves the box is
/// reflected at the bound. The isotropic part is a gaussian mutation of all genes (GaussianMutation).
class LineCrossover {
 public:
  explicit LineCrossover(double step);  ///< at least 0
  /// Makes a child.
  void operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                  std::span<double> child, Random& random) const;

 private:
  double step_;
};

/// Uniform crossover (Syswerda 1989): each gene is from either parent with probability 1/2.
template <typename T>
void uniform_crossover(std::span<const T> a, std::span<const T> b, std::span<T> child, Random& random) {
  std::uint32_t coins = 0;
  for (std::size_t gene = 0; gene < child.size(); ++gene) {
    if (gene % 32 == 0) coins = random();
    child[gene] = (coins & 1U) != 0 ? a[gene] : b[gene];
    coins >>= 1U;
  }
}

/// Does the same for two children; what the first does not take from a parent, the second does.
template <typename T>
void uniform_crossover(std::span<const T> a, std::span<const T> b, std::span<T> first, std::span<T> second,
                       Random& random) {
  uniform_crossover(a, b, first, random);
  for (std::size_t gene = 0; gene < first.size(); ++gene)
    second[gene] = first[gene] == a[gene] ? b[gene] : a[gene];
}

/// Returns a gene changed by polynomial mutation (Deb and Goyal 1996), in the form that keeps to bounds; eta
/// is at least 0.
double polynomial_step(double gene, double lower, double upper, double eta, Random& random);

/// Polynomial mutation; it changes each gene with one probability.
class PolynomialMutation {
 public:
  /// `rate` is the probability of a gene to mutate, in [0, 1]; `eta` is the distribution index, at least 0.
  /// Throws UsageError for other values.
  PolynomialMutation(std::size_t genes, double rate, double eta);
  /// Mutates a child; all spans have the same length.
  void operator()(RealBounds bounds, std::span<double> child, Random& random);

 private:
  Sites sites_;
  double eta_;
};

/// Gaussian mutation: it adds a normal deviate to each gene with one probability; a gene that leaves the box
/// is reflected at the bound.
class GaussianMutation {
 public:
  /// step is the standard deviation as a share of each gene's interval, above 0 and at most 1.
  GaussianMutation(std::size_t genes, double rate, double step);
  /// See Sites::take_all_at_one().
  void take_all_at_one() { sites_.take_all_at_one(); }
  /// Mutates a child; all spans have the same length.
  void operator()(RealBounds bounds, std::span<double> child, Random& random);

 private:
  Sites sites_;
  double step_;
};

/// Mutative self-adaptation of one step size for each gene (Schwefel 1977; the log-normal rule with the
/// learning rates of Baeck and Schwefel 1993: 1 / sqrt(2 n) for all genes together, 1 / sqrt(2 sqrt(n)) for
/// each). Step sizes are shares of the genes' intervals; they stay in [1e-12, 1].
class SelfAdaptiveMutation {
 public:
  static constexpr double least_step = 1e-12;
  static constexpr double most_step = 1;

  /// `genes` is the number of genes of a genome, at least 1.
  explicit SelfAdaptiveMutation(std::size_t genes);
  /// Changes the steps first, then each gene by a normal deviate whose standard deviation is its step; a gene
  /// that leaves the box is reflected at the bound.
  void operator()(RealBounds bounds, std::span<double> child, std::span<double> steps, Random& random) const;

 private:
  double common_rate_;
  double gene_rate_;
};

/// Returns a value that is reflected at the bounds until it lies between them.
double reflected(double value, double lower, double upper);

}  // namespace skerry
