#pragma once

#include "puzzles/latin/deduction.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <string>

namespace skerry::sudoku {

/// A set of values: value v is bit v - 1.
using Values = std::uint32_t;
using Candidates = latin::Candidates<Values, max_cells>;
using Clash = latin::Clash;
using latin::lowest;
using latin::single;

constexpr Values value_bit(std::uint32_t value) {
  return latin::value_bit<Values>(value);
}

/// Returns a text such as "row 2, column 3 and box 1 leave no value for row 2 column 3".
std::string text_of(const Clash& clash, const Puzzle& puzzle);

struct InferenceSettings {
  bool propagation = true;  ///< 1: a resolved value is removed from the rest of its units
  bool elimination = true;  ///< 2: a value with one cell left in a unit is put there
  /// 3: a value that a line allows in only one of its boxes is removed from the rest of the box, and a value
  /// that a box allows in only one of its lines is removed from the rest of the line
  bool locked_candidates = true;
};

struct InferenceCounts {
  std::uint64_t rounds = 0;  ///< rounds over all lines and their boxes, for locked candidates
};

/// The final candidates do not depend on the order of steps.
class Inference : public latin::InferenceState<Values, max_cells, max_units, InferenceCounts> {
 public:
  /// The puzzle must outlive this object.
  explicit Inference(const Puzzle& puzzle, const InferenceSettings& settings = {});

  /// Returns false if the puzzle has no solution; clash() then holds the reason. If it returns true and every
  /// cell is resolved, the candidates are a solution.
  bool start();
  /// Allocates nothing.
  bool assume(std::uint32_t cell, Values values);

 private:
  template <class Layout>
  bool settle(const Layout& layout);
  template <class Layout>
  void lock_round(const Layout& layout);
  template <class Layout>
  bool take_touched(const Layout& layout, std::uint32_t band);
  template <class Layout>
  void lock(const Layout& layout, std::uint32_t band);
  template <class Layout>
  void check_resolved_units(const Layout& layout);

  const Puzzle& puzzle_;
  InferenceSettings settings_;
};

/// Throws Error if there is no solution.
Candidates inferred(const Puzzle& puzzle, const InferenceSettings& settings = {});

using SolveResult = latin::SolveResult<InferenceCounts>;

/// Backtracks with inference after each guess, by dom/wdeg (Boussemart, Hemery, Lecoutre and Sais, "Boosting
/// systematic search by weighting constraints", ECAI 2004). A search that finds nothing for long starts anew,
/// with its weights and half as many guesses again. It is complete whichever forms are left out, unless it
/// ends after most_guesses, and the same on every machine.
SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings = {},
                  std::uint64_t most_guesses = UINT64_MAX, std::size_t kept = 0);

}  // namespace skerry::sudoku
