#pragma once

#include "skerry/record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>

namespace skerry {

/// The purpose of a stream of random numbers; streams of different purposes are independent.
enum class Purpose : std::uint32_t {
  evolution = 0,
  initialisation = 1,
  diversity = 2,
  migration = 3,
  generation = 4,
  construction = 5,
  tessellation = 6,
  migrants = 7
};

/// A probability, prepared for many draws.
struct Chance {
  /// Prepares a probability, with which Random::chance() gives the same answers as with `rate` itself.
  explicit Chance(double rate)
      : threshold(static_cast<std::uint64_t>(std::ceil(std::clamp(rate, 0.0, 1.0) * 0x1p32))) {}

  std::uint64_t threshold;  ///< a number below it is a yes
};

/// A stream of Philox4x32-10 numbers (Salmon et al., SC 2011; from Random123), keyed by (seed, island,
/// purpose): two keys give independent streams, which are the same on every machine.
class Random {
 public:
  using result_type = std::uint32_t;

  /// The position in a stream, for checkpoints.
  struct State {
    std::uint64_t seed = 0;
    std::uint32_t island = 0;
    std::uint32_t purpose = 0;
    std::uint64_t drawn = 0;

    friend bool operator==(const State&, const State&) = default;
  };

  explicit Random(std::uint64_t seed, std::uint32_t island = 0, Purpose purpose = Purpose::evolution);
  explicit Random(const State& state);
  State state() const { return {seed_, island_, purpose_, block_ * 4 - (buffer_.size() - next_)}; }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return UINT32_MAX; }

  std::uint32_t operator()() {
    if (next_ == buffer_.size()) refill();
    return buffer_[next_++];
  }
  std::uint64_t bits64() {
    const std::uint64_t low = (*this)();
    return low | std::uint64_t{(*this)()} << 32;
  }
  /// Returns a number that is uniform in [0, 1), with 53 random bits.
  double uniform() { return static_cast<double>(bits64() >> 11) * 0x1p-53; }
  /// Returns a number that is uniform in {0, ..., bound - 1}, without bias (Lemire 2019); bound > 0.
  [[gnu::always_inline]] std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = std::uint64_t{(*this)()} * bound;
    if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
      const std::uint32_t threshold = -bound % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{(*this)()} * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }
  /// Returns several numbers, as calls of below() would one after another.
  template <std::size_t count>
  [[gnu::always_inline]] std::array<std::uint32_t, count> several_below(std::uint32_t bound) {
    std::array<std::uint32_t, count> numbers;
    if (ready() >= count) [[likely]] {
      bool biased = false;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t product = std::uint64_t{buffer_[next_ + i]} * bound;
        biased |= static_cast<std::uint32_t>(product) < bound;
        numbers[i] = static_cast<std::uint32_t>(product >> 32);
      }
      if (!biased) [[likely]] {
        next_ += count;
        return numbers;
      }
    }
    for (std::uint32_t& number : numbers) number = below(bound);
    return numbers;
  }
  /// Returns how many numbers can be looked at by peek().
  std::size_t ready() const { return buffer_.size() - next_; }
  /// Returns the number that follows after `skipped` others, which is not taken; skipped < ready().
  std::uint32_t peek(std::size_t skipped) const { return buffer_[next_ + skipped]; }
  /// `count` is at most ready().
  void take(std::size_t count) { next_ += count; }
  /// Returns true with probability `rate`, to within 2^-32; never for 0 and always for 1.
  bool chance(double rate) { return static_cast<double>((*this)()) < rate * 0x1p32; }

  bool chance(Chance chance) { return (*this)() < chance.threshold; }

  /// Puts the items into a random order, each with the same probability (Fisher and Yates 1938).
  template <typename T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
    }
  }

 private:
  static constexpr std::size_t blocks = 64;
  void refill();

  std::uint64_t seed_;
  std::uint32_t island_;
  std::uint32_t purpose_;
  std::uint64_t block_ = 0;  // the next block to be generated
  std::size_t next_ = 4 * blocks;
  std::array<std::uint32_t, 4 * blocks> buffer_{};
};

template <>
inline constexpr auto members_of<Random::State> =
    std::tuple{Member{"seed", "1", "seed of the run", &Random::State::seed},
               Member{"island", "1", "island that draws", &Random::State::island},
               Member{"purpose", "1", "Purpose of the stream", &Random::State::purpose},
               Member{"drawn", "1", "32-bit numbers taken so far", &Random::State::drawn}};
static_assert(describes_whole<Random::State>);

}  // namespace skerry
