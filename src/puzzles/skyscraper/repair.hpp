#pragma once

#include "skerry/random.hpp"

#include "puzzles/skyscraper/inference.hpp"
#include "puzzles/skyscraper/row_sequences.hpp"
#include "puzzles/skyscraper/rows.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace skerry::skyscraper {

/// Repairs grids by inference. The genes of a grid are taken as true one after another, in random order, each
/// with all that inference concludes from it; a gene that contradicts those before it gives way to a random
/// value that does not. Nothing is taken back: where a cell has no value left, the remaining rows become the
/// sequences nearest to what is known.
class Repair {
 public:
  /// `prepared`: what inference makes of the puzzle alone, not in contradiction. The puzzle and the
  /// sequences, one entry a row, must outlive it.
  Repair(const Puzzle& puzzle, const Candidates& prepared, std::span<const RowSequences> sequences);

  /// Returns how many values were tried.
  std::uint64_t operator()(Rows& rows, Random& random);

 private:
  bool settle(std::uint32_t cell, std::uint8_t gene, Random& random);
  void complete(Rows& rows, Random& random);

  Inference inference_;
  Candidates prepared_;
  std::span<const RowSequences> sequences_;
  std::vector<std::uint16_t> open_;   // cells with several candidates
  std::vector<std::uint16_t> order_;  // the same, as drawn for one grid
  std::vector<std::uint8_t> scratch_;
  std::uint64_t tried_ = 0;
};

}  // namespace skerry::skyscraper
