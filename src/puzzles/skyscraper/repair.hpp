#pragma once

#include "skerry/random.hpp"

#include "puzzles/skyscraper/inference.hpp"
#include "puzzles/skyscraper/row_sequences.hpp"
#include "puzzles/skyscraper/rows.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace skerry::skyscraper {

/// Repairs grids by inference. It goes through the genes of a grid in random order, assumes each gene to be
/// true and applies inference to it. A gene that contradicts the genes before it is replaced by a random
/// value that does not. No step is undone: where a cell has no value left, the remaining rows become the
/// sequences nearest to the values known so far.
class Repair {
 public:
  /// `prepared` are the candidates that inference finds for the puzzle alone, without a contradiction. The
  /// puzzle and the sequences, one entry a row, must outlive this object.
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
  std::vector<std::uint16_t> order_;  // the same cells, in the order drawn for one grid
  std::vector<std::uint8_t> scratch_;
  std::uint64_t tried_ = 0;
};

}  // namespace skerry::skyscraper
