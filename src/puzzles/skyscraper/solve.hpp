#pragma once

#include "puzzles/latin/deduction.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace skerry::skyscraper {

/// A set of values: value v is bit v - 1.
using Values = std::uint16_t;
using Candidates = latin::Candidates<Values, max_cells>;
using latin::lowest;
using latin::single;

constexpr Values value_bit(std::uint32_t value) {
  return latin::value_bit<Values>(value);
}
constexpr Values values_up_to(std::uint32_t value) {
  return latin::values_up_to<Values>(value);
}

struct SequenceSettings {
  /// Abandons a beginning as soon as no continuation can meet the clues.
  bool pruning = true;
  /// Skips a beginning whose continuations could hold only candidates that some sequence already holds.
  bool early_end = true;
  /// Changes to sets of values if a line takes long; they take n * 2^n steps at most.
  bool subsets = true;
};

struct Filtered {
  std::array<Values, max_size> cells{};  ///< the values of each cell in some sequence; 0 where there is none
  std::uint64_t sequences = 0;           ///< sequences generated: complete, without a repeated value
};

/// Keeps the sequences that meet the clues. Without `subsets` it takes time exponential in the open cells, up
/// to n!.
Filtered filter_line(std::span<const Values> cells, LineClues clues, const SequenceSettings& settings);

struct InferenceSettings {
  bool edge_clues = true;   ///< 1: a clue alone excludes values of the cells before it
  bool propagation = true;  ///< 2: a resolved value is removed from the rest of its lines
  bool elimination = true;  ///< 3: a value with one cell left in a line is put there
  bool filtration = true;   ///< 4: only values of sequences that meet the line's clues are kept

  bool sorting = true;   ///< each round orders the lines by candidates, fewest first, else columns, then rows
  bool skipping = true;  ///< skips lines without clues
  bool remembering = true;  ///< skips lines that have not changed since their last filtration
  SequenceSettings sequences{};

  /// Sequences are generated in full, then filtered, as the published program counts.
  static InferenceSettings published() {
    InferenceSettings settings;
    settings.sequences = {.pruning = false, .early_end = false, .subsets = false};
    return settings;
  }
};

struct InferenceCounts {
  std::uint64_t sequences = 0;
  std::uint64_t lines = 0;
  std::uint64_t rounds = 0;  ///< rounds over the lines in which any was filtered
};

/// The units of a clash are lines.
using Clash = latin::Clash;

/// Returns a text such as "row 2 (clues 3 and 1)".
std::string with_clues(const Puzzle& puzzle, std::uint32_t line);

/// Returns a text such as "row 2 (clue 3) and column 3 leave no value for the cell where they meet".
std::string text_of(const Clash& clash, const Puzzle& puzzle);

/// The final candidates do not depend on the order of steps.
class Inference : public latin::InferenceState<Values, max_cells, max_lines, InferenceCounts> {
 public:
  /// The puzzle must outlive this object.
  explicit Inference(const Puzzle& puzzle, const InferenceSettings& settings = {});

  /// Returns false if the puzzle has no solution; clash() then holds the reason. If it returns true and every
  /// cell is resolved, the candidates are a solution.
  bool start();
  bool assume(std::uint32_t cell, Values values);

 private:
  void restrict_cell(std::uint32_t cell, Values values) {
    deduction_.restrict_cell(Lines{puzzle_.size}, cell, values);
  }
  void apply_givens();
  void apply_edge_clues();
  bool settle();
  void check_resolved_lines();
  void draw_simple_consequences();
  void filter_round();
  void filter(std::uint32_t line);
  void order_lines();

  const Puzzle& puzzle_;
  InferenceSettings settings_;
  std::array<std::uint32_t, max_lines> order_{};
};

/// Generates no sequence: dynamic programming over the sets of values in the first cells, and in the last,
/// takes time n * 2^n. The values before the highest one decide the near clue, the values behind it the far
/// one.
std::array<Values, max_size> filter_by_subsets(std::span<const Values> cells, LineClues clues);

/// Values are bits.
struct Beginning {
  std::uint32_t unused = 0;   ///< the values that none of these cells holds
  std::uint32_t seen = 0;     ///< the number of buildings seen from the near end
  std::uint32_t highest = 0;  ///< the bit of the highest value
  /// The bits of the values that no later cell hides from the far end, as far as the sequence is filled.
  std::uint32_t bare = 0;

  Beginning with(std::uint32_t value) const {
    Beginning now = *this;
    now.unused &= ~value;
    if (value > highest) {
      now.highest = value;
      ++now.seen;
    }
    now.bare = (bare & -value) | value;  // -value: its bit and all higher ones
    return now;
  }

  /// All cells must be filled.
  bool meets(LineClues clues) const {
    return (clues.near == 0 || clues.near == seen) && (clues.far == 0 || clues.far == count(bare));
  }

  /// The condition is necessary, not sufficient.
  bool can_meet(LineClues clues, std::uint32_t cells_left) const {
    if (clues.near != 0) {
      const std::uint32_t higher = count(unused & -highest);
      const std::uint32_t least = seen + (higher > 0 ? 1 : 0);
      if (least > clues.near || seen + higher < clues.near) return false;
    }
    if (clues.far != 0) {
      // The highest value to come hides all lower ones, and is seen itself.
      const std::uint32_t stay = count(bare & -std::bit_floor(unused));
      if (stay + 1 > clues.far || stay + cells_left < clues.far) return false;
    }
    return true;
  }

 private:
  static std::uint32_t count(std::uint32_t bits) { return static_cast<std::uint32_t>(std::popcount(bits)); }
};

using SolveResult = latin::SolveResult<InferenceCounts>;

/// Backtracks on the cell with the fewest candidates, with inference after each guess. The search is complete
/// whichever forms are left out, unless it gives up: every solution is checked.
SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings = {},
                  std::uint64_t most_guesses = UINT64_MAX, std::size_t kept = 0);

/// The puzzle has one solution. Easy needs edge clues, propagation and elimination, hard also sequence
/// filtration; any other puzzle is unreasonable.
Difficulty rate(const Puzzle& puzzle);

/// The puzzle must have one solution, too. Returns none for `unreasonable` if it would take more guesses than
/// `most_guesses`.
std::optional<bool> decided_by(Difficulty difficulty, const Puzzle& puzzle, std::uint64_t most_guesses);
bool decided_by(Difficulty difficulty, const Puzzle& puzzle);

}  // namespace skerry::skyscraper
