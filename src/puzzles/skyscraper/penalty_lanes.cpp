#include "puzzles/skyscraper/penalty_lanes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

// GCC 12 and its successors warn of their own header (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"

namespace skerry::skyscraper {

namespace {

#define SKERRY_LANES 16
#define SKERRY_TARGET
namespace baseline {
#include "puzzles/latin/byte_lanes.inc"
#include "puzzles/skyscraper/penalty_lanes.inc"
}  // namespace baseline
#undef SKERRY_LANES
#undef SKERRY_TARGET

#ifdef __x86_64__
#define SKERRY_LANES 32
#define SKERRY_TARGET [[gnu::target("avx2")]]
namespace avx2 {
#include "puzzles/latin/byte_lanes.inc"
#include "puzzles/skyscraper/penalty_lanes.inc"
}  // namespace avx2
#undef SKERRY_LANES
#undef SKERRY_TARGET

#define SKERRY_LANES 64
#define SKERRY_TARGET [[gnu::target("avx512f,avx512bw")]]
namespace avx512 {
#include "puzzles/latin/byte_lanes.inc"
#include "puzzles/skyscraper/penalty_lanes.inc"
}  // namespace avx512
#undef SKERRY_LANES
#undef SKERRY_TARGET
#endif

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
