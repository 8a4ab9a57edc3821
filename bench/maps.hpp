#pragma once

#include "skerry/detail/operators/operators.hpp"
#include "skerry/genomes/reals.hpp"
#include "skerry/measures.hpp"
#include "skerry/problem.hpp"

#include "puzzles/landscapes/real_functions.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string_view>
#include <vector>

/// The problems of the comparison of maps, in the settings of the examples and tutorials that publish them.
namespace maps {

/// The sphere with linear projections as in pyribs' examples/sphere.py: the optimum is at 2.048, fitness lies
/// in [0, 100] and is maximised, the features are the sums of each half of the genes, of which one
/// beyond 5.12 counts 5.12 / gene, and a search begins at the origin. Genes have no bounds there; here they
/// are so far away that no search reaches them.
struct Sphere {
  using Genome = skerry::Reals<>;
  static constexpr double edge = 5.12;
  static constexpr double limit = 51.2;

  skerry::Direction direction() const { return skerry::Direction::maximise; }
  skerry::Box<> bounds() const { return {dimension, -limit, limit}; }
  Genome sample(skerry::Random& random) const {
    Genome x;
    x.resize(dimension);
    for (double& gene : x) gene = sigma * skerry::normal(random);
    return x;
  }
  double evaluate(const Genome& x) const {
    const double shift = 0.4 * edge;
    const double worst = (edge + shift) * (edge + shift) * static_cast<double>(dimension);
    double sum = 0;
    for (const double gene : x) sum += (gene - shift) * (gene - shift);
    return 100 * (1 - sum / worst);
  }
  std::vector<skerry::Feature> features() const {
    const double reach = edge * static_cast<double>(dimension / 2);
    return {{.name = "first", .least = -reach, .most = reach, .cells = cells},
            {.name = "second", .least = -reach, .most = reach, .cells = cells}};
  }
  void features(const Genome& x, std::span<double> values) const {
    values[0] = values[1] = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      values[i < dimension / 2 ? 0 : 1] += std::abs(x[i]) <= edge ? x[i] : edge / x[i];
  }

  std::uint64_t cells = 100;
  std::size_t dimension = 100;
  double sigma = 0.5;
};

/// The arm of pyribs' tutorial, for which a search begins with arms that are nearly straight.
struct StraightArm : skerry::Arm {
  explicit StraightArm(std::uint64_t cells) : Arm(12, cells) {}
  Genome sample(skerry::Random& random) const {
    Genome angles;
    angles.resize(12);
    for (double& angle : angles) angle = 0.1 * skerry::normal(random);
    return angles;
  }
};

}  // namespace maps
