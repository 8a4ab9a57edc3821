#pragma once

#include "skerry/genomes/bits.hpp"
#include "skerry/problem.hpp"

#include "puzzles/nk/landscape.hpp"

#include <memory>
#include <optional>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::nk {

/// The search for the highest point of an NK landscape: the mean contribution of the bits is maximised.
class NkProblem {
 public:
  using Genome = nk::Genome;

  /// Throws UsageError as Landscape's constructor does.
  explicit NkProblem(const NkSettings& settings);
  /// Keys of the [problem] table: n, k, neighbours, instance_seed.
  NkProblem(const Settings& settings, Files& files);

  Direction direction() const { return Direction::maximise; }
  BitStrings<Genome> bounds() const { return BitStrings<Genome>(landscape_->n()); }
  double evaluate(const Genome& genome) const { return landscape_->mean(landscape_->sum(genome)); }
  /// Returns the proven optimum where largest_sum() finds it.
  std::optional<double> optimum() const { return optimum_; }

 private:
  std::shared_ptr<const Landscape> landscape_;  // shared by the islands' copies
  std::optional<double> optimum_;
};

}  // namespace skerry::nk
