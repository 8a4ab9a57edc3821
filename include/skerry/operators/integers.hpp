#pragma once

#include "skerry/operators/operator_settings.hpp"
#include "skerry/operators/sites.hpp"
#include "skerry/random.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace skerry {

/// The bounds of integer genes, both ends included.
struct IntegerBounds {
  std::span<const std::int32_t> lower;
  std::span<const std::int32_t> upper;
};

/// Returns an integer drawn uniformly from lower .. upper.
std::int32_t random_integer(std::int32_t lower, std::int32_t upper, Random& random);

/// Returns the gene moved by 1 .. step, up or down, both drawn uniformly; beyond the interval it ends at the
/// bound. A gene at a bound moves away from it.
std::int32_t creep(std::int32_t gene, std::int32_t lower, std::int32_t upper, std::uint32_t step,
                   Random& random);

// These mutations change each gene with one probability. Both throw UsageError for parameters out of range.

/// Random reset: the gene is drawn anew, uniformly from its interval, and may keep its value.
class RandomReset {
 public:
  /// `rate` is the probability of a gene to be drawn anew, in [0, 1].
  RandomReset(std::size_t genes, double rate);
  /// Mutates a child; all spans have the same length.
  void operator()(IntegerBounds bounds, std::span<std::int32_t> child, Random& random);

 private:
  Sites sites_;
};

/// Creep mutation (Davis 1991).
class Creep {
 public:
  Creep(std::size_t genes, double rate, std::uint64_t step);  ///< step: the largest change, at least 1
  /// Mutates a child; all spans have the same length.
  void operator()(IntegerBounds bounds, std::span<std::int32_t> child, Random& random);

 private:
  Sites sites_;
  std::uint32_t step_;
};

}  // namespace skerry
