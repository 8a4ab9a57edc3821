#pragma once

#include "puzzles/latin/explanation.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace skerry::latin {

/// The rules of a puzzle, in the order in which they are tried.
class Rules {
 public:
  /// `board` must outlive the rules.
  explicit Rules(const Board& board) : board_(board) {}

  void add(const Rule& rule) { rules_.push_back(rule); }
  /// The step is that of find(board, marks, more...).
  template <typename Find, typename... More>
  void add(std::string_view name, double rating, InGuesses in_guesses, Find find, More... more) {
    const Board& board = board_;
    add({name, rating, in_guesses,
         [&board, find, more...](const Marks& marks) { return find(board, marks, more...); }});
  }

  const std::vector<Rule>& all() const { return rules_; }

 private:
  const Board& board_;
  std::vector<Rule> rules_;
};

// Rules of all puzzles whose units hold each value once. `board` must be that of the marks. Ranges of units
// are from `first` to before `end`.

struct UnitRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
};

/// Finds a cell without a candidate, or a value without a cell in a unit.
std::optional<Step> contradiction(const Board& board, const Marks& marks);
std::optional<Step> last_cell(const Board& board, const Marks& marks);
std::optional<Step> hidden_single(const Board& board, const Marks& marks, UnitRange units);
std::optional<Step> naked_single(const Board& board, const Marks& marks);
/// The cells of `count` values are removed from the cells that see all of them.
std::optional<Step> naked_subset(const Board& board, const Marks& marks, std::uint32_t count);
std::optional<Step> hidden_subset(const Board& board, const Marks& marks, std::uint32_t count);
/// A value that `count` parallel lines hold in as many lines across only is removed from the rest of those.
std::optional<Step> fish(const Board& board, const Marks& marks, std::uint32_t count);

}  // namespace skerry::latin
