#pragma once

#include "puzzles/skyscraper/candidates.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace skerry::skyscraper {

struct SequenceSettings {
  /// Abandons a beginning as soon as no continuation can meet the clues.
  bool pruning = true;
  /// Skips a beginning whose continuations could hold only candidates that some sequence already holds.
  bool early_end = true;
  /// Changes to sets of values where a line takes long; they take n * 2^n steps at most.
  bool subsets = true;
};

/// The candidates of a line after sequence filtration.
struct Filtered {
  std::array<Values, max_size> cells{};  ///< the values of each cell in some sequence; 0 where there is none
  std::uint64_t sequences = 0;           ///< sequences generated: complete, without a repeated value
};

/// Filters a line: of the sequences that its candidates allow, those stay that meet its clues. Without
/// `subsets` it takes time exponential in the open cells, up to n!.
Filtered filter_line(std::span<const Values> cells, LineClues clues, const SequenceSettings& settings);

}  // namespace skerry::skyscraper
