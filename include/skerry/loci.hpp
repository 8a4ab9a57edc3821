#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

namespace skerry {

/// The values at the loci of one genome, in order; two genomes have a gene in common where they are equal.
class Loci {
 public:
  void add(std::uint64_t value) { values_.push_back(value); }
  template <std::ranges::input_range Range>
  void add_all(const Range& values) requires std::integral<std::ranges::range_value_t<Range>> {
    for (const auto value : values) add(static_cast<std::uint64_t>(value));
  }
  /// Appends which of 32 equal parts of the interval holds a real number, from 0 to 31.
  void add_real(double value, double lower, double upper) {
    const double place = 32 * ((value - lower) / (upper - lower));
    add(place >= 31 ? 31 : place > 0 ? static_cast<std::uint64_t>(place) : 0);  // NaN is not > 0
  }

  void clear() { values_.clear(); }
  std::span<const std::uint64_t> values() const { return values_; }

 private:
  std::vector<std::uint64_t> values_;
};

}  // namespace skerry
