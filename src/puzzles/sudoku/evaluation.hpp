#pragma once

#include "puzzles/sudoku/cells.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace skerry::sudoku {

/// Returns the fitness of a grid that solves a puzzle.
constexpr std::uint32_t best_fitness(std::uint32_t order) {
  return 2 * order * order * order * order;
}

/// Computes fitness() of judge.hpp in the hot loop, with a bit for each value that a line holds, four columns
/// at once. Values are at most 30.
template <std::uint32_t order>
std::uint32_t fitness_of(const Cells<order>& cells) {
  constexpr std::uint32_t size = Cells<order>::size;
  constexpr std::uint32_t fours = size / 4;
  static_assert(size % 4 <= 1);
  using Four [[gnu::vector_size(16)]] = std::uint32_t;
  using FourInts [[gnu::vector_size(16)]] = std::int32_t;
  using FourFloats [[gnu::vector_size(16)]] = float;
  using Bytes [[gnu::vector_size(16)]] = std::uint8_t;

  // The bits are powers of two, made as floating-point numbers whose exponents are the values, since older
  // machines can only shift all lanes by the same amount.
  const auto bits_of = [](const std::uint8_t* values) {
    Bytes bytes{};
    std::memcpy(&bytes, values, 4);
    const auto four = reinterpret_cast<Four>(
        __builtin_shufflevector(bytes, Bytes{}, 0, 16, 17, 18, 1, 19, 20, 21, 2, 22, 23, 24, 3, 25, 26, 27));
    const auto powers = reinterpret_cast<FourFloats>((four + 127) << 23);
    return reinterpret_cast<Four>(__builtin_convertvector(powers, FourInts));
  };
  const auto joined = [](Four held) {
    held |= __builtin_shufflevector(held, held, 2, 3, 0, 1);
    return held[0] | held[1];
  };
  // Bit 0 stands for empty cells.
  const auto count = [](std::uint32_t held) { return static_cast<std::uint32_t>(std::popcount(held & ~1U)); };

  std::array<Four, fours> columns{};
  std::uint32_t last_column = 0;
  std::uint32_t different = 0;
  for (std::uint32_t row = 0; row < size; ++row) {
    const std::uint8_t* const values = cells.values.data() + std::size_t{row} * size;
    Four held{};
    for (std::uint32_t four = 0; four < fours; ++four) {
      const Four bits = bits_of(values + std::size_t{4} * four);
      columns[four] |= bits;
      held |= bits;
    }
    std::uint32_t last = 0;
    if constexpr (size % 4 == 1) last = 1U << values[size - 1];
    last_column |= last;
    different += count(joined(held) | last);
  }
  for (const Four& held : columns) {
    for (int lane = 0; lane < 4; ++lane) different += count(held[lane]);
  }
  return different + count(last_column);
}

}  // namespace skerry::sudoku
