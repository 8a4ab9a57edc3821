#pragma once

#include "puzzles/skyscraper/puzzle.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#ifdef __SSSE3__
#include <tmmintrin.h>
#endif

namespace skerry::skyscraper {

/// A row, or any 16 small values. Comparisons give 0 or 255 in each lane.
using Lanes [[gnu::vector_size(16)]] = std::uint8_t;

inline Lanes load_lanes(const std::uint8_t* bytes) {
  Lanes lanes;
  std::memcpy(&lanes, bytes, sizeof lanes);
  return lanes;
}

inline Lanes mask(Lanes condition) {
  return condition;
}

template <typename Condition>
Lanes mask(Condition condition) {
  return reinterpret_cast<Lanes>(condition);
}

inline Lanes filled(std::uint8_t value) {
  return Lanes{} + value;
}

/// Returns 255 in the first `count` lanes.
inline Lanes first_lanes(std::uint32_t count) {
  Lanes lanes{};
  for (std::uint32_t lane = 0; lane < count; ++lane) lanes[lane] = 255;
  return lanes;
}

inline void store_lanes(Lanes lanes, std::uint8_t* bytes) {
  std::memcpy(bytes, &lanes, sizeof lanes);
}

inline Lanes lower(Lanes a, Lanes b) {
  return a < b ? a : b;
}

/// Counts along `count` rows, the first in front; `row_at(at)` returns their lanes.
template <typename RowAt>
Lanes seen_along(std::uint32_t count, RowAt row_at) {
  Lanes highest{};
  Lanes seen{};
  for (std::uint32_t at = 0; at < count; ++at) {
    const Lanes row = row_at(at);
    const Lanes higher = mask(row > highest);
    seen -= higher;
    highest = (row & higher) | (highest & ~higher);
  }
  return seen;
}

/// Returns table[at[lane]] in each lane; `at` is below 16.
inline Lanes look_up(Lanes table, Lanes at) {
#ifdef __SSSE3__
  return reinterpret_cast<Lanes>(
      _mm_shuffle_epi8(reinterpret_cast<__m128i>(table), reinterpret_cast<__m128i>(at)));
#else
  Lanes found;
  for (std::size_t lane = 0; lane < sizeof found; ++lane) found[lane] = table[at[lane]];
  return found;
#endif
}

inline std::uint32_t sum(Lanes lanes) {
  using Halves [[gnu::vector_size(16)]] = std::uint64_t;
  // Pairs of bytes become 16-bit sums, which one multiplication adds.
  const auto halves = reinterpret_cast<Halves>(lanes);
  constexpr std::uint64_t low = 0x00FF00FF00FF00FF;
  const std::uint64_t pairs =
      (halves[0] & low) + (halves[0] >> 8 & low) + (halves[1] & low) + (halves[1] >> 8 & low);
  return static_cast<std::uint32_t>(pairs * 0x0001000100010001 >> 48);
}

inline void transpose(std::array<Lanes, max_size>& rows) {
  std::array<Lanes, max_size> woven;
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < max_size / 2; ++i) {
      const Lanes a = rows[i];
      const Lanes b = rows[i + max_size / 2];
      woven[2 * i] = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      woven[2 * i + 1] =
          __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    }
    rows = woven;
  }
}

}  // namespace skerry::skyscraper
