#pragma once

#include "skerry/random.hpp"

#include "puzzles/skyscraper/candidates.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::skyscraper {

/// The cost of each value in each place of a row: [column][value - 1].
using RowCosts = std::array<std::array<std::uint8_t, max_size>, max_size>;

/// All sequences that a row's candidates allow and that meet its clues, in blocks of 16, so that the costs of
/// 16 of them are looked up at once.
class RowSequences {
 public:
  /// Keeps at most `limit` sequences; where there are more, complete() is false and none is kept.
  RowSequences(std::span<const Values> cells, LineClues clues, std::size_t limit);

  bool complete() const { return complete_; }
  std::uint32_t count() const { return count_; }
  std::size_t scratch_size() const { return values_.size() / size_; }
  bool contains(const std::uint8_t* row) const;
  /// Writes sequence number `index` to row[0 .. size - 1].
  void copy(std::uint32_t index, std::uint8_t* row) const;

  /// Draws one of the sequences that cost at most `slack` more than the cheapest, each with equal
  /// probability. `scratch` is [scratch_size()]. Returns its number.
  std::uint32_t draw(const RowCosts& costs, std::uint8_t slack, std::span<std::uint8_t> scratch,
                     Random& random) const;

 private:
  std::uint32_t size_;
  std::uint32_t count_ = 0;
  bool complete_ = true;
  std::vector<std::uint8_t> values_;  // [block][column][16] value - 1
};

/// Returns the size of scratch that is enough for drawing from any of them.
std::size_t largest_scratch(std::span<const RowSequences> rows);

}  // namespace skerry::skyscraper
