#pragma once

#include "skerry/random.hpp"

#include "puzzles/sudoku/boxes.hpp"
#include "puzzles/sudoku/inference.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace skerry::sudoku {

/// Repairs grids by inference. The genes of a grid are taken as true one after another, the cell with the
/// fewest candidates next, each with all that inference concludes from it; a gene that contradicts those
/// before it gives way to a random value that does not. Nothing is taken back: where a cell has no value
/// left, the boxes are completed with values that what is known still allows, as far as there are any.
template <std::uint32_t order>
class Repair {
 public:
  /// `prepared`: what inference makes of the puzzle alone, not in contradiction. Puzzle and boxes must
  /// outlive it.
  Repair(const Puzzle& puzzle, const Candidates& prepared, const Boxes<order>& boxes);

  /// Returns how many values were tried.
  std::uint64_t operator()(Cells<order>& cells, Random& random);

 private:
  std::optional<std::uint32_t> take_most_constrained();
  void complete(Cells<order>& cells, Random& random) const;

  Inference inference_;
  Candidates prepared_;
  const Boxes<order>& boxes_;
  Candidates before_;
  std::vector<std::uint16_t> open_;  // cells that may have several candidates
  std::uint64_t tried_ = 0;
};

}  // namespace skerry::sudoku
