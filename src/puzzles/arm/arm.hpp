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

/// A planar arm of links of length 1, as of Vassiliades & Mouret (GECCO 2018) and of Cully et al. (Nature
/// 2015): a gene is the angle between a link and the one before it, in [-pi, pi]. The fitness is the variance
/// of the angles, which is minimised, so that a good arm is a smooth curve. The features are the two
/// coordinates of its end.
class Arm {
 public:
  using Genome = Reals<>;

  /// `cells` is the number of cells of each feature.
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
