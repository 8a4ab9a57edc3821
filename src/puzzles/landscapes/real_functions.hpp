#pragma once

#include "skerry/genomes/reals.hpp"
#include "skerry/measures.hpp"
#include "skerry/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skerry {

class Settings;
class Files;

/// Test functions of continuous optimisation in any number of dimensions, with the minimum 0:
///   sphere      sum of x_i^2, in [-5.12, 5.12]; De Jong 1975
///   rosenbrock  sum of 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2, in [-5, 10]; Rosenbrock 1960
///   rastrigin   10 n + sum of x_i^2 - 10 cos(2 pi x_i), in [-5.12, 5.12]; Rastrigin 1974
class RealFunction {
 public:
  enum class Kind { sphere, rosenbrock, rastrigin };
  /// The features of a point: the sums of the first half and of the other genes, which depend on all genes a
  /// little (the linear projection of Fontaine et al., GECCO 2020), or the first two genes.
  enum class Traits { sums, genes };
  static constexpr bool seeks_fitness_first = true;
  using Genome = Reals<>;

  /// `cells` is the number of cells of each feature.
  RealFunction(Kind kind, std::size_t dimension, Traits traits = Traits::sums, std::uint64_t cells = 100)
      : kind_(kind), dimension_(dimension), traits_(traits), cells_(cells) {}
  /// Keys of the [problem] table: function (default sphere), dimension, 2 to 10000 (default 20), and those of
  /// maps: features (default sums), cells (default 100).
  RealFunction(const Settings& settings, Files& files);

  Box<> bounds() const;
  double evaluate(const Genome& x) const;
  std::optional<double> optimum() const { return 0; }
  std::vector<Feature> features() const;
  void features(const Genome& x, std::span<double> values) const;

 private:
  Kind kind_;
  std::size_t dimension_;
  Traits traits_;
  std::uint64_t cells_;
};

/// A planar arm of links of length 1 (Vassiliades & Mouret, GECCO 2018; Cully et al., Nature 2015): a gene is
/// the angle to the link before, in [-pi, pi]. The fitness is the variance of the angles, which is minimised,
/// and the features are the coordinates of the arm's end.
class Arm {
 public:
  using Genome = Reals<>;

  Arm(std::size_t joints, std::uint64_t cells) : joints_(joints), cells_(cells) {}
  /// Keys of the [problem] table: joints, 2 to 10000 (default 12), cells (default 100).
  Arm(const Settings& settings, Files& files);

  Box<> bounds() const;
  double evaluate(const Genome& angles) const;
  std::optional<double> optimum() const { return 0; }
  std::vector<Feature> features() const;
  void features(const Genome& angles, std::span<double> values) const;

 private:
  std::size_t joints_;
  std::uint64_t cells_;
};

}  // namespace skerry
