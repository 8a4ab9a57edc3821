#pragma once

#include "skerry/detail/instruction_set.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace skerry {

/// The place of a block of four random numbers: the key is the seed, the counter all that follows.
struct PhiloxBlock {
  std::uint64_t seed = 0;
  std::uint64_t block = 0;
  std::uint32_t island = 0;
  std::uint32_t purpose = 0;
};

inline constexpr std::size_t philox_blocks = 64;
using PhiloxNumbers = std::span<std::uint32_t, 4 * philox_blocks>;

/// Writes the numbers of `first` and the next blocks, [block][4], by Philox4x32-10 (Salmon et al., SC 2011).
using FillPhilox = void (*)(const PhiloxBlock& first, PhiloxNumbers numbers);

/// Returns the function for a set of instructions, which the machine must have. All write the same numbers.
FillPhilox philox_for(InstructionSet set);

void fill_philox_plainly(const PhiloxBlock& first, PhiloxNumbers numbers);
#ifdef __x86_64__
void fill_philox_by_avx2(const PhiloxBlock& first, PhiloxNumbers numbers);
void fill_philox_by_avx512(const PhiloxBlock& first, PhiloxNumbers numbers);
#endif

}  // namespace skerry
