#include "puzzles/sudoku/score_all.hpp"

#include "puzzles/sudoku/evaluation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

// GCC 12 and its successors warn of their own header (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"

namespace skerry::sudoku {

namespace {

#define SKERRY_LANES 16
#define SKERRY_TARGET
namespace baseline {
#include "puzzles/latin/byte_lanes.inc"
#include "puzzles/sudoku/fitness_lanes.inc"
}  // namespace baseline
#undef SKERRY_LANES
#undef SKERRY_TARGET

#ifdef __x86_64__
#define SKERRY_LANES 32
#define SKERRY_TARGET [[gnu::target("avx2")]]
namespace avx2 {
#include "puzzles/latin/byte_lanes.inc"
#include "puzzles/sudoku/fitness_lanes.inc"
}  // namespace avx2
#undef SKERRY_LANES
#undef SKERRY_TARGET

#define SKERRY_LANES 64
#define SKERRY_TARGET [[gnu::target("avx512f,avx512bw")]]
namespace avx512 {
#include "puzzles/latin/byte_lanes.inc"
#include "puzzles/sudoku/fitness_lanes.inc"
}  // namespace avx512
#undef SKERRY_LANES
#undef SKERRY_TARGET
#endif

constexpr std::size_t most_lanes = 64;
/// Fewer grids than these are evaluated one by one, which takes less time than a vector of them.
constexpr std::size_t fewest_in_lanes = 8;

struct FitnessLanes {
  std::size_t lanes;
  void (*evaluate)(const std::uint8_t* const* grids, std::uint32_t* fitness);  // [lanes] each
};

template <std::uint32_t order>
FitnessLanes fitness_lanes([[maybe_unused]] InstructionSet set) {
#ifdef __x86_64__
  if (set == InstructionSet::avx512) return {avx512::lanes, avx512::evaluate<order>};
  if (set == InstructionSet::avx2) return {avx2::lanes, avx2::evaluate<order>};
#endif
  return {baseline::lanes, baseline::evaluate<order>};
}

}  // namespace

template <std::uint32_t order>
void score_all(std::span<const Cells<order>* const> grids, std::span<Score> scores,
               [[maybe_unused]] InstructionSet set) {
  std::size_t done = 0;
  if constexpr (order <= 4) {
    const FitnessLanes vectors = fitness_lanes<order>(set);
    std::array<const std::uint8_t*, most_lanes> values;
    std::array<std::uint32_t, most_lanes> fitness;
    while (grids.size() - done >= fewest_in_lanes) {
      const std::size_t count = std::min(grids.size() - done, vectors.lanes);
      for (std::size_t lane = 0; lane < vectors.lanes; ++lane)
        values[lane] = grids[done + std::min(lane, count - 1)]->values.data();
      vectors.evaluate(values.data(), fitness.data());
      for (std::size_t lane = 0; lane < count; ++lane)
        scores[done + lane] = {0, static_cast<double>(fitness[lane])};
      done += count;
    }
  }
  for (; done < grids.size(); ++done) scores[done] = {0, static_cast<double>(fitness_of(*grids[done]))};
}

template void score_all<2>(std::span<const Cells<2>* const>, std::span<Score>, InstructionSet);
template void score_all<3>(std::span<const Cells<3>* const>, std::span<Score>, InstructionSet);
template void score_all<4>(std::span<const Cells<4>* const>, std::span<Score>, InstructionSet);
template void score_all<5>(std::span<const Cells<5>* const>, std::span<Score>, InstructionSet);

}  // namespace skerry::sudoku
