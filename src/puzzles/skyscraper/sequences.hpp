#pragma once

#include "puzzles/skyscraper/candidates.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace skerry::skyscraper {

struct SequenceSettings {
  /// Leave a beginning as soon as no end of it can meet the clues.
  bool pruning = true;
  /// Try no beginning whose ends could show only candidates that stand in some sequence already.
  bool early_end = true;
  /// Go over to sets of values where a line takes long; they take n * 2^n steps at most.
  bool subsets = true;
};

/// What sequence filtration leaves of a line.
struct Filtered {
  std::array<Values, max_size>
      cells{};                  ///< the values that stand there in some sequence; 0 where there is none
  std::uint64_t sequences = 0;  ///< generated: complete, without a value twice
};

/// Sequence filtration: of the sequences that the candidates of a line allow, those that meet its clues.
/// Without subsets it takes time exponential in the cells that are open, up to n!.
Filtered filter_line(std::span<const Values> cells, LineClues clues, const SequenceSettings& settings);

}  // namespace skerry::skyscraper
