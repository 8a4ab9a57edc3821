#pragma once

#include "skerry/genomes/reals.hpp"
#include "skerry/problem.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

class Settings;
class Files;

namespace zdt {

/// Test problems with two objectives to be minimised (Zitzler, Deb & Thiele, Evolutionary Computation 2000),
/// in n dimensions: f1 depends on the first gene, and f2 = g h(f1, g), where g >= 1 depends on the others.
/// The true front is where these are 0 and so g = 1.
///   zdt1  convex: h = 1 - sqrt(f1 / g), n = 30
///   zdt2  concave: h = 1 - (f1 / g)^2, n = 30
///   zdt3  in five parts: h = 1 - sqrt(f1 / g) - (f1 / g) sin(10 pi f1), n = 30
///   zdt4  as zdt1, with 21^(n - 1) local fronts: g is a Rastrigin function in [-5, 5], n = 10
///   zdt6  as zdt2, with solutions that are rare near the front and uneven along it, n = 10
/// zdt5, whose genomes are bits, is not among them.
class Zdt {
 public:
  enum class Kind { zdt1, zdt2, zdt3, zdt4, zdt6 };
  using Genome = Reals<>;

  /// `dimension` is at least 2.
  Zdt(Kind kind, std::size_t dimension) : kind_(kind), dimension_(dimension) {}
  /// Keys of the [problem] table: function (default zdt1), dimension, 2 to 10000 (default as published).
  Zdt(const Settings& settings, Files& files);

  Box<> bounds() const;
  /// Returns g - 1, which is 0 on the true front. It names no optimum, for a run would end with the first
  /// solution there.
  double evaluate(const Genome& x) const;
  /// The references are 11, as in the literature and in pagmo2's tutorials.
  std::vector<Objective> objectives() const;
  void objectives(const Genome& x, std::span<double> values) const;
  /// Returns some 500 points, evenly spaced in f1.
  std::vector<double> known_front() const;

 private:
  double first(double x) const;
  double second(double first, double g) const;

  Kind kind_;
  std::size_t dimension_;
};

}  // namespace zdt
}  // namespace skerry
