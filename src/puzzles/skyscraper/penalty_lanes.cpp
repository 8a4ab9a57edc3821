#include "puzzles/skyscraper/penalty_lanes.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

// GCC 12 and its successors warn of their own header (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"

namespace skerry::skyscraper {

namespace {

#define SKERRY_KERNEL "puzzles/skyscraper/penalty_lanes.inc"
#include "puzzles/latin/lanes.inc"

}  // namespace

PenaltyLanes penalty_lanes(std::uint32_t size, [[maybe_unused]] InstructionSet set) {
#ifdef __x86_64__
  if (set == InstructionSet::avx512)
    return {avx512::lanes, size <= 8 ? avx512::evaluate<8> : avx512::evaluate<16>};
  if (set == InstructionSet::avx2) return {avx2::lanes, size <= 8 ? avx2::evaluate<8> : avx2::evaluate<16>};
#endif
  return {baseline::lanes, size <= 8 ? baseline::evaluate<8> : baseline::evaluate<16>};
}

}  // namespace skerry::skyscraper
