#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace skerry::latin {

/// A set of units, by their numbers from 0 to most_units - 1.
template <std::size_t most_units>
class UnitSet {
 public:
  constexpr void add(std::uint32_t unit) { words_[unit / 64] |= bit(unit); }
  constexpr void remove(std::uint32_t unit) { words_[unit / 64] &= ~bit(unit); }
  constexpr bool contains(std::uint32_t unit) const { return (words_[unit / 64] & bit(unit)) != 0; }
  constexpr bool empty() const {
    return std::ranges::all_of(words_, [](std::uint64_t word) { return word == 0; });
  }
  /// Removes and returns the lowest number; the set must not be empty.
  constexpr std::uint32_t take_first() {
    std::uint32_t word = 0;
    while (words_[word] == 0) ++word;
    const auto unit = static_cast<std::uint32_t>(std::countr_zero(words_[word]));
    words_[word] &= words_[word] - 1;
    return 64 * word + unit;
  }

 private:
  static constexpr std::uint64_t bit(std::uint32_t unit) { return std::uint64_t{1} << (unit % 64); }

  std::array<std::uint64_t, (most_units + 63) / 64> words_{};
};

}  // namespace skerry::latin
