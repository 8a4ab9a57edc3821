#pragma once

#include "skerry/genomes/reals.hpp"
#include "skerry/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

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
  using Genome = Reals<>;

  RealFunction(Kind kind, std::size_t dimension) : kind_(kind), dimension_(dimension) {}
  /// Keys of the [problem] table: function (default sphere), dimension, 2 to 10000 (default 20).
  RealFunction(const Settings& settings, Files& files);

  Box<> bounds() const;
  double evaluate(const Genome& x) const;
  std::optional<double> optimum() const { return 0; }

 private:
  Kind kind_;
  std::size_t dimension_;
};

}  // namespace skerry
