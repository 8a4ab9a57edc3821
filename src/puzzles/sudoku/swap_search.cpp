#include "puzzles/sudoku/swap_search.hpp"

#include "puzzles/sudoku/evaluation.hpp"
#include "puzzles/sudoku/line_counts.hpp"

#include <cmath>
#include <span>
#include <utility>

namespace skerry::sudoku {

template <std::uint32_t order>
SwapSearch<order>::SwapSearch(const Boxes<order>& boxes, double temperature) : boxes_(boxes) {
  for (std::size_t lost = 0; lost < thresholds_.size(); ++lost) {
    thresholds_[lost] =
        static_cast<std::uint64_t>(std::exp(-static_cast<double>(lost) / temperature) * 0x1p32);
  }
}

template <std::uint32_t order>
std::uint64_t SwapSearch<order>::operator()(Cells<order>& cells, std::uint32_t& fitness, std::uint64_t budget,
                                            Random& random) const {
  const std::span free = boxes_.free_cells();
  std::uint64_t used = 0;
  Cells<order> now = cells;
  auto reached = static_cast<std::int32_t>(fitness);
  auto best = reached;
  LineCounts<order> counts(now);
  while (used < budget && best < static_cast<std::int32_t>(best_fitness(order)) && !free.empty()) {
    ++used;
    const std::uint32_t a = free[random.below(static_cast<std::uint32_t>(free.size()))];
    const std::span box = boxes_.free_cells(box_of(order, a));
    const std::uint32_t b = box[random.below(static_cast<std::uint32_t>(box.size()))];
    const std::uint8_t x = now[a];
    const std::uint8_t y = now[b];
    if (a == b || !boxes_.allows(a, y) || !boxes_.allows(b, x)) continue;
    const std::int32_t gained = counts.gain(a, x, b, y);
    if (gained < 0 && random() >= thresholds_[static_cast<std::size_t>(-gained)]) continue;
    counts.swap(a, x, b, y);
    std::swap(now[a], now[b]);
    reached += gained;
    if (reached <= best) continue;
    best = reached;
    cells = now;
  }
  fitness = static_cast<std::uint32_t>(best);
  return used;
}

template class SwapSearch<2>;
template class SwapSearch<3>;
template class SwapSearch<4>;
template class SwapSearch<5>;

}  // namespace skerry::sudoku
