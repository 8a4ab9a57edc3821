#include "puzzles/sudoku/score_all.hpp"

#include "puzzles/latin/score_in_lanes.hpp"

#include <cstddef>

#ifdef __x86_64__
#include <immintrin.h>
#endif

// GCC 12 and its successors warn of their own header (GCC bug 105593).
#pragma GCC diagnostic ignored "-Wuninitialized"

namespace skerry::sudoku {

namespace {

#define SKERRY_KERNEL "puzzles/sudoku/fitness_lanes.inc"
#include "puzzles/latin/lanes.inc"

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
  const auto score_of = [](std::uint32_t fitness) { return Score{0, static_cast<double>(fitness)}; };
  std::size_t done = 0;
  if constexpr (order <= 4) {
    const FitnessLanes vectors = fitness_lanes<order>(set);
    done = latin::score_in_lanes(
        grids, scores, vectors.lanes, [](const Cells<order>& grid) { return grid.values.data(); },
        vectors.evaluate, score_of);
  }
  for (; done < grids.size(); ++done) scores[done] = score_of(fitness_of(*grids[done]));
}

template void score_all<2>(std::span<const Cells<2>* const>, std::span<Score>, InstructionSet);
template void score_all<3>(std::span<const Cells<3>* const>, std::span<Score>, InstructionSet);
template void score_all<4>(std::span<const Cells<4>* const>, std::span<Score>, InstructionSet);
template void score_all<5>(std::span<const Cells<5>* const>, std::span<Score>, InstructionSet);

}  // namespace skerry::sudoku
