#pragma once

#include <array>
#include <string_view>

namespace skerry {

/// The vector instructions of the hot loops, in rising order. All sets compute the same numbers, bit for bit.
enum class InstructionSet {
  baseline,  ///< those for which the program was compiled
  avx2,
  avx512  ///< AVX-512 F, BW, DQ, VL and VPOPCNTDQ
};

inline constexpr std::array<std::string_view, 3> instruction_set_names = {"baseline", "avx2", "avx512"};

InstructionSet machine_instruction_set();

/// Returns the set that SKERRY_VECTORS names in the environment, otherwise the largest one of the machine.
/// The first call decides for all. Throws UsageError for a name of no set, or of one that the machine lacks.
InstructionSet instruction_set();

}  // namespace skerry
