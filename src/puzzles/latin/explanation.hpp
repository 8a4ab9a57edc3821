#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skerry::latin {

/// The units of a puzzle (rows, columns, boxes), and how its values, cells and units are written. The first
/// `size` units are lines of one direction, the next `size` those of the other: cell number j of line i is
/// cell number i of line `size` + j.
class Board {
 public:
  using Cells = std::vector<std::uint32_t>;

  /// `unit_names` are such as "row 3"; `symbols` are the texts of the values from 1.
  template <class Layout>
  Board(const Layout& layout, std::vector<std::string> unit_names, std::vector<std::string> symbols)
      : Board(layout.size(), std::move(unit_names), std::move(symbols)) {
    for (std::uint32_t unit = 0; unit < layout.unit_count(); ++unit) {
      for (std::uint32_t at = 0; at < layout.size(); ++at) add(unit, layout.unit(unit).cell(at));
    }
    find_peers();
  }

  std::uint32_t size() const { return size_; }
  std::uint32_t cell_count() const { return size_ * size_; }
  std::uint32_t unit_count() const { return static_cast<std::uint32_t>(unit_names_.size()); }
  std::uint32_t all_values() const { return static_cast<std::uint32_t>((std::uint64_t{1} << size_) - 1); }
  const Cells& cells(std::uint32_t unit) const { return cells_[unit]; }
  const Cells& units(std::uint32_t cell) const { return units_[cell]; }
  /// Returns the cells that share a unit with this one.
  const Cells& peers(std::uint32_t cell) const { return peers_[cell]; }
  bool see(std::uint32_t cell, std::uint32_t other) const { return see_[cell * cell_count() + other]; }
  bool holds(std::uint32_t unit, std::uint32_t cell) const;

  const std::string& unit_name(std::uint32_t unit) const { return unit_names_[unit]; }
  const std::string& symbol(std::uint32_t value) const { return symbols_[value - 1]; }
  /// Returns the usual short name, such as "r1c3".
  std::string cell_name(std::uint32_t cell) const;
  /// Returns texts such as "r1c3, r1c5 and r2c4"; `last` stands before the last one.
  std::string cell_names(std::span<const std::uint32_t> cells, const char* last = "and") const;
  std::string unit_names(std::span<const std::uint32_t> units) const;
  std::string symbols(std::uint32_t values, const char* last = "and") const;

 private:
  Board(std::uint32_t size, std::vector<std::string> unit_names, std::vector<std::string> symbols);
  void add(std::uint32_t unit, std::uint32_t cell);
  void find_peers();

  std::uint32_t size_;
  std::vector<std::string> unit_names_;
  std::vector<std::string> symbols_;
  std::vector<Cells> cells_;
  std::vector<Cells> units_;
  std::vector<Cells> peers_;
  std::vector<bool> see_;
};

/// Values of a cell; value v is bit v - 1.
struct CellValues {
  std::uint32_t cell = 0;
  std::uint32_t values = 0;
};

struct Step;

/// What a person has on the paper: placed values, and the candidates of the other cells.
struct Marks {
  /// The cells have all values, and the givens are placed (0 where nothing is given).
  Marks(const Board& board, std::span<const std::uint8_t> givens);

  std::uint32_t operator[](std::uint32_t cell) const { return candidates[cell]; }
  bool solved() const { return open == 0; }
  /// Places a value, which leaves the cells that see this one. Returns the candidates that go by it.
  std::vector<CellValues> place(const Board& board, const CellValues& placed);
  /// Returns the candidates that go by the step.
  std::vector<CellValues> take(const Board& board, const Step& step);

  std::vector<std::uint32_t> candidates;  ///< [cell]
  std::vector<bool> placed;               ///< [cell]
  std::uint32_t open = 0;                 ///< cells in which no value is placed
};

/// A link of a chain: a candidate that is, or is not, the value of its cell.
struct Link {
  CellValues candidate;
  bool holds = false;
};

/// A conclusion that a person can follow: under a rule, from `cells` and from the places of `values` in
/// `units`, values are placed or removed.
struct Step {
  std::string_view rule = {};
  double rating = 0;  ///< of the rule, on the scale of its puzzle
  std::string argument = {};
  std::vector<std::uint32_t> cells = {};
  std::vector<std::uint32_t> units = {};
  std::uint32_t values = 0;
  std::vector<std::string> clues = {};  ///< such as "3 left of row 2"
  std::vector<CellValues> places = {};
  std::vector<CellValues> removes = {};
  std::vector<std::vector<Link>> chains = {};
  /// The sequences of a line that its candidates and clues allow, if they are few.
  std::vector<std::vector<std::uint8_t>> sequences = {};
  /// Of a guess: the steps from it to a contradiction.
  std::vector<Step> refutation = {};
  /// Whether the step shows that there is no solution; then it places and removes nothing.
  bool contradiction = false;

  bool useful() const { return contradiction || !places.empty() || !removes.empty(); }
};

/// Removes the values as far as the cells have them.
void remove_from(const Marks& marks, std::span<const std::uint32_t> cells, std::uint32_t values, Step& step);

/// Where a rule serves to refute a guess.
enum class InGuesses : std::uint8_t {
  always,
  if_needed,  ///< if no guess is refuted by the rules of `always`
  never,
};

struct Rule {
  std::string_view name;
  double rating = 0;
  InGuesses in_guesses = InGuesses::if_needed;
  /// Returns a step of the rule, with the argument and the effect, or none. It may set `rating`, and `rule`
  /// if steps have names of their own.
  std::function<std::optional<Step>(const Marks&)> find;
};

struct Explanation {
  enum class End : std::uint8_t {
    solved,
    contradiction,  ///< the last step shows that there is no solution
    ambiguous,      ///< rules and guesses lead no further, since there are several solutions
    open,           ///< there is one solution, but rules and guesses lead no further
  };
  std::vector<Step> steps;
  std::optional<End> end = {};            ///< none if its `most_steps` were taken
  std::vector<std::uint32_t> candidates;  ///< at the end, [cell]
};

struct ExplainLimits {
  std::size_t most_steps = SIZE_MAX;
  /// No step is taken that would have a higher rating.
  double most_rating = std::numeric_limits<double>::infinity();
};

struct ExplainSettings {
  ExplainLimits limits = {};
  double guess_rating = 0;  ///< of the shortest guess
  /// The only solution, if there is one; it says which guesses are wrong.
  std::optional<std::vector<std::uint8_t>> solution = {};
  /// Returns how far inference goes from a candidate to a contradiction; none if it finds none. Without it
  /// every guess is followed by the rules, which takes long if they are slow.
  std::function<std::optional<std::uint32_t>(const Marks&, const CellValues&)> refuted_after = {};
  std::size_t most_inferred = SIZE_MAX;  ///< candidates of which that is asked at a guess

  bool guesses() const { return guess_rating <= limits.most_rating; }
};

/// Returns settings that know the puzzle's only solution, if there is one and guesses are allowed. The
/// puzzle's own solve(puzzle, limit) finds it.
ExplainSettings explain_settings(const auto& puzzle, const ExplainLimits& limits, double guess_rating) {
  ExplainSettings settings{.limits = limits, .guess_rating = guess_rating};
  if (!settings.guesses()) return settings;
  auto solved = solve(puzzle, 2);
  if (solved.solutions == 1) settings.solution = std::move(solved.grid);
  return settings;
}

/// Returns a text such as "r1c3 is 5" or "r1c3 and r1c5 are not 5 or 7".
std::string effect_of(const Board& board, const Step& step);

/// Takes the first step that a rule finds, and the rules in their order, until none finds any; then the guess
/// whose refutation has the fewest steps.
Explanation explain(const Board& board, Marks marks, std::span<const Rule> rules,
                    const ExplainSettings& settings);

/// Returns the rating of the hardest step, to one decimal; none if the steps do not solve the puzzle, and if
/// it has none.
std::optional<double> rating_of(const Explanation& explanation);

struct RatingRange {
  double least = 0;
  double most = 0;

  bool holds(std::optional<double> rating) const { return rating && *rating >= least && *rating <= most; }
};

/// What is added to the rating of a rule for chains of this many links: 0.1 above 4, 6, 8, 12, 16, 24, ...
/// links, as Sudoku Explainer does.
double rating_of_length(std::size_t links);

}  // namespace skerry::latin
