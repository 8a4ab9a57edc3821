#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace skerry::jump_maze {

/// A set of cells: bit i % 64 of word i / 64 stands for cell i.
template <std::uint32_t words>
using CellSet = std::array<std::uint64_t, words>;

template <std::size_t words>
constexpr void insert(std::array<std::uint64_t, words>& cells, std::uint32_t cell) {
  cells[cell / 64] |= std::uint64_t{1} << (cell % 64);
}
template <std::size_t words>
constexpr void remove(std::array<std::uint64_t, words>& cells, std::uint32_t cell) {
  cells[cell / 64] &= ~(std::uint64_t{1} << (cell % 64));
}
template <std::size_t words>
constexpr bool contains(const std::array<std::uint64_t, words>& cells, std::uint32_t cell) {
  return (cells[cell / 64] >> (cell % 64) & 1U) != 0;
}

/// Calls visit(cell) for each cell of the set, in ascending order.
template <std::size_t words, typename Visit>
constexpr void for_each_cell(const std::array<std::uint64_t, words>& cells, Visit visit) {
  // The loop is unrolled, so that small sets stay in registers.
#pragma GCC unroll 8
  for (std::uint32_t word = 0; word < words; ++word) {
    for (std::uint64_t rest = cells[word]; rest != 0; rest &= rest - 1) {
      visit(64 * word + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
}

/// Makes one level of a breadth-first search. The frontier becomes the set of those neighbours of its cells
/// that are `unseen`, and these are removed from `unseen`; `neighbours(cell)` is a set. Returns false where
/// the new frontier is empty.
template <std::size_t words, typename Neighbours>
constexpr bool expand(std::array<std::uint64_t, words>& frontier, std::array<std::uint64_t, words>& unseen,
                      const Neighbours& neighbours) {
  std::array<std::uint64_t, words> next{};
  for_each_cell(frontier, [&](std::uint32_t cell) {
    const std::array<std::uint64_t, words>& ends = neighbours(cell);
    for (std::uint32_t at = 0; at < words; ++at) next[at] |= ends[at];
  });
  std::uint64_t any = 0;
  for (std::uint32_t at = 0; at < words; ++at) {
    frontier[at] = next[at] & unseen[at];
    unseen[at] &= ~next[at];
    any |= frontier[at];
  }
  return any != 0;
}

}  // namespace skerry::jump_maze
