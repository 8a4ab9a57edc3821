#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::party {

/// A set of 256 heroes; the compiler maps it to the vector registers of the machine.
using Block = std::uint64_t __attribute__((vector_size(32)));
constexpr std::uint32_t block_bits = 256;

/// A set of heroes: hero h is bit h % 64 of element h / 64 % 4 of block h / 256.
using Bitset = std::vector<Block>;
using BitsetView = std::span<const Block>;

inline std::size_t blocks_for(std::uint32_t heroes) {
  return (heroes + block_bits - 1) / block_bits;
}
inline void insert(Bitset& set, std::uint32_t hero) {
  set[hero / block_bits][hero / 64 % 4] |= std::uint64_t{1} << (hero % 64);
}
inline void erase(Bitset& set, std::uint32_t hero) {
  set[hero / block_bits][hero / 64 % 4] &= ~(std::uint64_t{1} << (hero % 64));
}
inline bool contains(BitsetView set, std::uint32_t hero) {
  return (set[hero / block_bits][hero / 64 % 4] >> (hero % 64) & 1) != 0;
}
inline bool any(const Block& block) {
  return (block[0] | block[1] | block[2] | block[3]) != 0;
}
inline std::uint32_t count(const Block& block) {
  return static_cast<std::uint32_t>(std::popcount(block[0]) + std::popcount(block[1]) +
                                    std::popcount(block[2]) + std::popcount(block[3]));
}

/// Calls visit(hero) in ascending order until it returns false.
template <typename Visit>
void for_each_until(BitsetView set, Visit visit) {
  for (std::uint32_t block = 0; block < set.size(); ++block) {
    if (!any(set[block])) continue;
    for (std::uint32_t part = 0; part < 4; ++part) {
      for (std::uint64_t word = set[block][part]; word != 0; word &= word - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(word));
        if (!visit(block * block_bits + part * 64 + bit)) return;
      }
    }
  }
}

}  // namespace skerry::party
