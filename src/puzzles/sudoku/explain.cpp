#include "puzzles/sudoku/explain.hpp"

#include "puzzles/latin/chains.hpp"
#include "puzzles/latin/rules.hpp"
#include "puzzles/sudoku/solve.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace skerry::sudoku {

using latin::Board;
using latin::CellValues;
using latin::InGuesses;
using latin::Marks;
using latin::Step;
using latin::UnitRange;

latin::Board board_of(const Puzzle& puzzle) {
  return with_layout(puzzle.order, [&](auto layout) {
    std::vector<std::string> names;
    for (std::uint32_t unit = 0; unit < layout.unit_count(); ++unit) {
      names.push_back(unit_name(puzzle.order, unit));
    }
    std::vector<std::string> symbols;
    for (std::uint32_t value = 1; value <= layout.size(); ++value) {
      symbols.push_back(puzzle.symbols.text(value));
    }
    return Board(layout, std::move(names), std::move(symbols));
  });
}

namespace {

/// If all cells for a value in a unit of `from` are in one of `to`, too, the value leaves the rest of that.
std::optional<Step> locked(const Board& board, const Marks& marks, UnitRange from, UnitRange to) {
  std::vector<std::uint32_t> holders;
  for (std::uint32_t unit = from.first; unit < from.end; ++unit) {
    for (std::uint32_t value = 1; value <= board.size(); ++value) {
      holders.clear();
      for (const std::uint32_t cell : board.cells(unit)) {
        if (!marks.placed[cell] && (marks[cell] & value_bit(value)) != 0) holders.push_back(cell);
      }
      if (holders.empty()) continue;
      for (const std::uint32_t other : board.units(holders.front())) {
        const auto within = [&](std::uint32_t cell) { return board.holds(other, cell); };
        if (other < to.first || other >= to.end || !std::ranges::all_of(holders, within)) continue;
        Step step{.units = {unit}, .values = value_bit(value)};
        for (const std::uint32_t cell : board.cells(other)) {
          if (!board.holds(unit, cell)) latin::remove_from(marks, std::span(&cell, 1), step.values, step);
        }
        if (!step.useful()) continue;
        step.argument = fmt::format("the {} of {} is in {}", board.symbol(value), board.unit_name(unit),
                                    board.unit_name(other));
        return step;
      }
    }
  }
  return std::nullopt;
}

/// A pivot and two cells of two candidates that see it: whichever value the pivot has, one of the others
/// holds what they have in common. The pivot of an XYZ-wing has that candidate, too.
std::optional<Step> wing(const Board& board, const Marks& marks, bool with_pivot) {
  const int pivot_values = with_pivot ? 3 : 2;
  for (std::uint32_t pivot = 0; pivot < board.cell_count(); ++pivot) {
    if (std::popcount(marks[pivot]) != pivot_values) continue;
    std::vector<std::uint32_t> pincers;
    for (const std::uint32_t cell : board.peers(pivot)) {
      if (std::popcount(marks[cell]) == 2 && std::popcount(marks[cell] & marks[pivot]) == pivot_values - 1) {
        pincers.push_back(cell);
      }
    }
    for (std::size_t i = 0; i < pincers.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::uint32_t one = pincers[j];
        const std::uint32_t other = pincers[i];
        const std::uint32_t common = marks[one] & marks[other];
        const bool fits = single(common) && (marks[one] | marks[other]) == (marks[pivot] | common) &&
                          with_pivot == ((marks[pivot] & common) != 0);
        if (!fits) continue;
        Step step{.cells = {pivot, one, other}};
        for (const std::uint32_t cell : board.peers(one)) {
          if (cell == pivot || !board.see(cell, other)) continue;
          if (!with_pivot || board.see(cell, pivot)) {
            latin::remove_from(marks, std::span(&cell, 1), common, step);
          }
        }
        if (!step.useful()) continue;
        step.argument = fmt::format(
            "whichever of {} is in {}, {} holds {}", board.symbols(marks[pivot], "or"),
            board.cell_name(pivot),
            board.cell_names(with_pivot ? std::vector{pivot, one, other} : std::vector{one, other}, "or"),
            board.symbols(common));
        return step;
      }
    }
  }
  return std::nullopt;
}

latin::Rules rules_of(const Board& board) {
  const std::uint32_t size = board.size();
  const UnitRange lines{0, 2 * size};
  const UnitRange boxes{2 * size, 3 * size};
  constexpr auto always = InGuesses::always;
  constexpr auto if_needed = InGuesses::if_needed;
  constexpr auto never = InGuesses::never;
  latin::Rules rules(board);
  rules.add("contradiction", 0, always, latin::contradiction);
  rules.add("last cell", 1.0, always, latin::last_cell);
  rules.add("hidden single in a box", 1.2, always, latin::hidden_single, boxes);
  rules.add("hidden single in a line", 1.5, always, latin::hidden_single, lines);
  rules.add("naked single", 2.3, always, latin::naked_single);
  rules.add("pointing", 2.6, if_needed, locked, boxes, lines);
  rules.add("claiming", 2.8, if_needed, locked, lines, boxes);
  rules.add("naked pair", 3.0, if_needed, latin::naked_subset, 2U);
  rules.add("X-wing", 3.2, if_needed, latin::fish, 2U);
  rules.add("hidden pair", 3.4, if_needed, latin::hidden_subset, 2U);
  rules.add("naked triple", 3.6, if_needed, latin::naked_subset, 3U);
  rules.add("swordfish", 3.8, if_needed, latin::fish, 3U);
  rules.add("hidden triple", 4.0, if_needed, latin::hidden_subset, 3U);
  rules.add("XY-wing", 4.2, if_needed, wing, false);
  rules.add("XYZ-wing", 4.4, if_needed, wing, true);
  rules.add("naked quad", 5.0, never, latin::naked_subset, 4U);
  rules.add("jellyfish", 5.2, never, latin::fish, 4U);
  rules.add("hidden quad", 5.4, never, latin::hidden_subset, 4U);
  rules.add("simple colouring", 6.5, never, latin::simple_colouring);
  rules.add("X-chain", 6.6, never, latin::alternating_chain, latin::ChainKind::one_value);
  rules.add("alternating chain", 7.0, never, latin::alternating_chain, latin::ChainKind::any);
  rules.add("forcing chains", 8.0, never, latin::forcing_chains);
  return rules;
}

}  // namespace

latin::Explanation explain(const Puzzle& puzzle, const Board& board, const latin::ExplainLimits& limits) {
  return latin::explain(board, Marks(board, puzzle.givens), rules_of(board).all(),
                        latin::explain_settings(puzzle, limits, guess_rating));
}

}  // namespace skerry::sudoku
