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
  /// Returns g - 1, which is 0 on the true front. It is not named as optimum, since a run would end there.
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

namespace dtlz {

/// Test problems with any number m of objectives, to be minimised (Deb, Thiele, Laumanns & Zitzler, CEC
/// 2002), in n dimensions of [0, 1]. The first m - 1 genes give a direction, and the others, by g >= 0, how
/// far a solution is from the true front, where each of them is 1/2 and so g = 0.
///   dtlz1  the front is a simplex, where the objectives add up to 1/2; many local fronts; n = m + 4
///   dtlz2  the front is the part of the unit sphere with positive coordinates; n = m + 9
///   dtlz3  as dtlz2, with the many local fronts of dtlz1
///   dtlz4  as dtlz2, with solutions that are dense at the edges: the first genes are raised to the power 100
class Dtlz {
 public:
  enum class Kind { dtlz1, dtlz2, dtlz3, dtlz4 };
  using Genome = Reals<>;

  /// `objectives` is at least 2, `dimension` at least as large.
  Dtlz(Kind kind, std::size_t objectives, std::size_t dimension)
      : kind_(kind), objectives_(objectives), dimension_(dimension) {}
  /// Keys of the [problem] table: function (default dtlz2), objectives, 2 to 15 (default 3), dimension, at
  /// least as many, to 10000 (default as published).
  Dtlz(const Settings& settings, Files& files);

  Box<> bounds() const { return Box<>(dimension_, 0, 1); }
  /// Returns g, which is 0 on the true front.
  double evaluate(const Genome& x) const;
  /// The references are 1.1 times the worst values on the true front, as is usual for these problems.
  std::vector<Objective> objectives() const;
  void objectives(const Genome& x, std::span<double> values) const;
  /// Returns at most 500 points, in the directions of a simplex lattice.
  std::vector<double> known_front() const;

 private:
  Kind kind_;
  std::size_t objectives_;
  std::size_t dimension_;
};

}  // namespace dtlz
}  // namespace skerry
