#pragma once

#include "skerry/random.hpp"

#include "puzzles/sudoku/boxes.hpp"
#include "puzzles/sudoku/inference.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace skerry::sudoku {

/// Repairs grids by inference. It goes through the genes of a grid, next always that of the cell with the
/// fewest candidates, assumes each gene to be true and applies inference to it. A gene that contradicts the
/// genes before it is replaced by a random value that does not. No step is undone: where a cell has no value
/// left, the boxes are completed with values that are still possible, as far as there are any.
template <std::uint32_t order>
class Repair {
 public:
  /// `prepared` are the candidates that inference finds for the puzzle alone, without a contradiction. Puzzle
  /// and boxes must outlive this object.
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
