#pragma once

#include "skerry/random.hpp"

#include "puzzles/skyscraper/puzzle.hpp"
#include "puzzles/skyscraper/row_sequences.hpp"
#include "puzzles/skyscraper/rows.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::skyscraper {

/// Returns the cost to its column of each value in each place of `row`, the other rows unchanged: the points
/// of the published fitness that the column then loses.
RowCosts column_costs(const Puzzle& puzzle, const Rows& rows, std::uint32_t row);

/// Returns the points that the columns lose.
std::uint32_t columns_penalty(const Puzzle& puzzle, const Rows& rows);

/// Local search over grids whose rows are sequences of their own lists, so that only columns lose points. A
/// step replaces a row by the sequence that costs the columns least.
class RowSearch {
 public:
  /// `noise` is the share of steps that may also take a sequence which costs a point more than the cheapest.
  /// The puzzle and the sequences, one entry a row, must outlive this object.
  RowSearch(const Puzzle& puzzle, std::span<const RowSequences> sequences, double noise);

  /// Searches until the columns lose nothing or the budget, a number of evaluated sequences, is used up.
  /// Leaves the best grid found, which is no worse than the first; returns the budget used.
  std::uint64_t operator()(Rows& rows, std::uint32_t& penalty, std::uint64_t budget, Random& random);

 private:
  const Puzzle& puzzle_;
  std::span<const RowSequences> sequences_;
  double noise_;
  std::vector<std::uint8_t> scratch_;
};

}  // namespace skerry::skyscraper
