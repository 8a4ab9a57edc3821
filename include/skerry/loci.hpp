#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

namespace skerry {

/// The values at the loci of one genome, in the order of the loci: bits, cells, nodes with their heroes. Two
/// genomes have the same gene at a locus if and only if their values there are equal. It keeps its memory
/// from genome to genome.
class Loci {
 public:
  /// Appends the value at the next locus.
  void add(std::uint64_t value) { values_.push_back(value); }
  /// Appends the integers of a range, a locus for each.
  template <std::ranges::input_range Range>
  void add_all(const Range& values) requires std::integral<std::ranges::range_value_t<Range>> {
    for (const auto value : values) add(static_cast<std::uint64_t>(value));
  }
  /// Appends the number, from 0 to 31, of the part of an interval that holds a real number, where the
  /// interval is divided into 32 parts of equal length.
  void add_real(double value, double lower, double upper) {
    const double place = 32 * ((value - lower) / (upper - lower));
    add(place >= 31 ? 31 : place > 0 ? static_cast<std::uint64_t>(place) : 0);  // NaN is not > 0
  }

  /// Removes all values.
  void clear() { values_.clear(); }
  /// Returns the values, by locus.
  std::span<const std::uint64_t> values() const { return values_; }

 private:
  std::vector<std::uint64_t> values_;
};

}  // namespace skerry
