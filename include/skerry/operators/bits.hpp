#pragma once

#include "skerry/operators/sites.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace skerry {

/// A bit string of up to 64 Words bits; bit i is in word i / 64, and bits from the string's length on are 0.
template <std::size_t Words>
struct Bits {
  std::array<std::uint64_t, Words> words{};

  /// Tells whether a bit is set, from 0 to 64 Words - 1.
  bool test(std::size_t bit) const { return (words[bit / 64] >> (bit % 64) & 1) != 0; }
  /// Flips a bit, from 0 to 64 Words - 1.
  void flip(std::size_t bit) { words[bit / 64] ^= std::uint64_t{1} << (bit % 64); }
  /// Returns the number of bits that are set.
  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : words) sum += static_cast<std::uint64_t>(std::popcount(word));
    return sum;
  }
  friend bool operator==(const Bits&, const Bits&) = default;
};

/// Returns a bit string of that length, 1 .. 64 Words, drawn uniformly.
template <std::size_t Words>
Bits<Words> random_bits(std::size_t length, Random& random) {
  Bits<Words> bits;
  for (std::size_t word = 0; 64 * word < length; ++word) bits.words[word] = random.bits64();
  if (length % 64 != 0) bits.words[length / 64] &= (std::uint64_t{1} << (length % 64)) - 1;
  return bits;
}

/// One-point crossover: the cut is uniform in 1 .. length - 1; the bits before it are from a, the rest from
/// b. length >= 2; the child is neither parent.
template <std::size_t Words>
[[gnu::always_inline]] inline void one_point_crossover_into(const Bits<Words>& a, const Bits<Words>& b,
                                                            Bits<Words>& __restrict child, std::size_t length,
                                                            Random& random) {
  static constexpr auto ones_then_zeros = [] {
    std::array<std::uint64_t, 2 * Words> masks{};
    std::fill_n(masks.begin(), Words, ~std::uint64_t{0});
    return masks;
  }();
  const std::size_t cut = 1 + random.below(static_cast<std::uint32_t>(length - 1));
  // There are no branches, so that the loop handles several words at a time.
  const std::uint64_t* from_a = ones_then_zeros.data() + Words - cut / 64;
  for (std::size_t word = 0; word < Words; ++word)
    child.words[word] = b.words[word] ^ ((a.words[word] ^ b.words[word]) & from_a[word]);
  const std::uint64_t low = (std::uint64_t{1} << (cut % 64)) - 1;
  child.words[cut / 64] = b.words[cut / 64] ^ ((a.words[cut / 64] ^ b.words[cut / 64]) & low);
}

/// Does the same, and returns the child.
template <std::size_t Words>
Bits<Words> one_point_crossover(const Bits<Words>& a, const Bits<Words>& b, std::size_t length,
                                Random& random) {
  Bits<Words> child;
  one_point_crossover_into(a, b, child, length, random);
  return child;
}

/// Two-point crossover: the bits between the cuts are from b, the rest from a. length >= 2.
template <std::size_t Words>
Bits<Words> two_point_crossover(const Bits<Words>& a, const Bits<Words>& b, std::size_t length,
                                Random& random) {
  const std::size_t first = random.below(static_cast<std::uint32_t>(length));
  const std::size_t second = random.below(static_cast<std::uint32_t>(length));
  const std::size_t begin = std::min(first, second);
  const std::size_t end = std::max(first, second) + 1;
  Bits<Words> child = a;
  for (std::size_t word = begin / 64; 64 * word < end; ++word) {
    std::uint64_t from_b = ~std::uint64_t{0};
    if (word == begin / 64) from_b &= ~std::uint64_t{0} << (begin % 64);
    if (word == end / 64) from_b &= (std::uint64_t{1} << (end % 64)) - 1;
    child.words[word] = (a.words[word] & ~from_b) | (b.words[word] & from_b);
  }
  return child;
}

/// Uniform crossover: each bit is from either parent with probability 1/2.
template <std::size_t Words>
Bits<Words> uniform_crossover(const Bits<Words>& a, const Bits<Words>& b, Random& random) {
  Bits<Words> child;
  for (std::size_t word = 0; word < Words; ++word) {
    const std::uint64_t from_a = random.bits64();
    child.words[word] = (a.words[word] & from_a) | (b.words[word] & ~from_a);
  }
  return child;
}

/// Flips each bit of a string independently with one probability.
class BitFlip {
 public:
  /// `length` is in bits; `rate`, the probability of a bit to flip, lies in [0, 1].
  BitFlip(std::size_t length, double rate) : sites_(length, rate) {}
  /// Returns the probability of a bit to flip.
  double rate() const { return sites_.rate(); }

  /// Mutates a bit string.
  template <std::size_t Words>
  [[gnu::always_inline]] void operator()(Bits<Words>& bits, Random& random) {
    if (Sites::Few few; sites_.draw_few(random, few)) [[likely]] {
      for (std::uint32_t i = 0; i < Sites::Few::most; ++i) {
        const std::uint32_t bit = few.positions[i];
        bits.words[bit / 64] ^= std::uint64_t{i < few.count} << (bit % 64);
      }
      return;
    }
    sites_(random, [&](std::uint32_t bit) { bits.flip(bit); });
  }

 private:
  Sites sites_;
};

}  // namespace skerry
