#include "engine/philox/philox.hpp"

#include <array>

#include <Random123/philox.h>

namespace skerry {

FillPhilox philox_for([[maybe_unused]] InstructionSet set) {
#ifdef __x86_64__
  if (set == InstructionSet::avx512) return fill_philox_by_avx512;
  if (set == InstructionSet::avx2) return fill_philox_by_avx2;
#endif
  return fill_philox_plainly;
}

// Random123's own rounds; the loop over blocks is the innermost, so that it is vectorised.
void fill_philox_plainly(const PhiloxBlock& first, PhiloxNumbers numbers) {
  using Lane = std::array<std::uint32_t, philox_blocks>;
  std::array<Lane, 4> lane;
  for (std::size_t i = 0; i < philox_blocks; ++i) {
    const std::uint64_t block = first.block + i;
    lane[0][i] = static_cast<std::uint32_t>(block);
    lane[1][i] = static_cast<std::uint32_t>(block >> 32);
    lane[2][i] = first.island;
    lane[3][i] = first.purpose;
  }
  auto key_low = static_cast<std::uint32_t>(first.seed);
  auto key_high = static_cast<std::uint32_t>(first.seed >> 32);
  for (int round = 0; round < 10; ++round) {
    for (std::size_t i = 0; i < philox_blocks; ++i) {
      const std::uint64_t product = std::uint64_t{PHILOX_M4x32_0} * lane[0][i];
      const std::uint64_t other = std::uint64_t{PHILOX_M4x32_1} * lane[2][i];
      lane[0][i] = static_cast<std::uint32_t>(other >> 32) ^ lane[1][i] ^ key_low;
      lane[1][i] = static_cast<std::uint32_t>(other);
      lane[2][i] = static_cast<std::uint32_t>(product >> 32) ^ lane[3][i] ^ key_high;
      lane[3][i] = static_cast<std::uint32_t>(product);
    }
    key_low += PHILOX_W32_0;
    key_high += PHILOX_W32_1;
  }
  for (std::size_t i = 0; i < philox_blocks; ++i) {
    for (std::size_t word = 0; word < 4; ++word) numbers[4 * i + word] = lane[word][i];
  }
}

}  // namespace skerry
