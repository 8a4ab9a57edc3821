#include "puzzles/sudoku/repair.hpp"

#include "puzzles/latin/assume_any.hpp"

#include <bit>
#include <span>
#include <utility>

namespace skerry::sudoku {

template <std::uint32_t order>
Repair<order>::Repair(const Puzzle& puzzle, const Candidates& prepared, const Boxes<order>& boxes)
    : inference_(puzzle), prepared_(prepared), boxes_(boxes) {}

template <std::uint32_t order>
std::uint64_t Repair<order>::operator()(Cells<order>& cells, Random& random) {
  tried_ = 0;
  inference_.restore(prepared_);
  const std::span free = boxes_.free_cells();
  // The order is drawn anew and not from the last one, which a resumed run does not know.
  open_.assign(free.begin(), free.end());
  random.shuffle(std::span(open_));
  while (const auto cell = take_most_constrained()) {
    before_ = inference_.candidates();
    if (!latin::assume_any(inference_, before_, *cell, cells[*cell], random, tried_)) break;
  }
  complete(cells, random);
  return tried_;
}

/// Returns the open cell with the fewest candidates, or none where all are resolved.
template <std::uint32_t order>
std::optional<std::uint32_t> Repair<order>::take_most_constrained() {
  const Candidates& known = inference_.candidates();
  std::size_t least = 0;
  int fewest = 0;
  for (std::size_t at = open_.size(); at-- > 0 && fewest != 2;) {
    const int count = std::popcount(known[open_[at]]);
    if (count == 1) {
      if (least == open_.size() - 1) least = at;
      open_[at] = open_.back();
      open_.pop_back();
    } else if (fewest == 0 || count < fewest) {
      fewest = count;
      least = at;
    }
  }
  if (fewest == 0) return std::nullopt;
  const std::uint32_t cell = std::exchange(open_[least], open_.back());
  open_.pop_back();
  return cell;
}

template <std::uint32_t order>
void Repair<order>::complete(Cells<order>& cells, Random& random) const {
  const auto allowed = allowed_by<order>(inference_.candidates());
  for (std::uint32_t box = 0; box < Cells<order>::size; ++box) boxes_.deal(cells, box, allowed, random);
}

template class Repair<2>;
template class Repair<3>;
template class Repair<4>;
template class Repair<5>;

}  // namespace skerry::sudoku
