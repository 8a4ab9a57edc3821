#pragma once

#include "skerry/app/command.hpp"
#include "skerry/problem.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skerry {

class Settings;

/// How a genetic algorithm uses inference. An exact solver takes part in none of these.
enum class Assistance {
  none,     ///< genomes keep the rules by which they are built, and nothing more is known
  prepare,  ///< before the run, inference without guesses reduces the candidates of each cell
  repair,  ///< besides, inference draws conclusions from a child's genes, and exchanges genes that contradict
           ///< each other
};

/// Key of the [problem] table: inference (default repair).
Assistance read_assistance(const Settings& settings);

/// Each kind of puzzle defines its levels.
enum class Difficulty : std::uint8_t {
  easy,
  hard,
  unreasonable,  ///< inference leaves cells open, and guesses are needed
};

constexpr std::array<const char*, 3> difficulty_names = {"easy", "hard", "unreasonable"};
constexpr const char* name_of(Difficulty difficulty) {
  return difficulty_names[static_cast<std::size_t>(difficulty)];
}
/// `name` is one of difficulty_names.
constexpr Difficulty difficulty_named(std::string_view name) {
  return static_cast<Difficulty>(std::ranges::find(difficulty_names, name) - difficulty_names.begin());
}

// This header serves puzzles whose rows and columns hold each value of 1 to `size` once. 0 is an empty cell.

/// Returns the places in a row, a column or a box that are empty, above `size`, or repeat an earlier value.
std::vector<std::uint32_t> misfits(std::span<const std::uint8_t> values, std::uint32_t size);

/// Returns the text of a value (not 0) or of a place in messages.
using Written = std::function<std::string(std::uint32_t)>;

/// Judges the rule "row 3 holds 1 to 9 once each". `place` makes the text of a place in `values`.
Verdict once_each(const std::string& unit, const std::string& range, std::span<const std::uint8_t> values,
                  const Written& value, const Written& place);

/// `place` makes the text of a cell.
Verdict givens_kept(std::span<const std::uint8_t> givens, std::span<const std::uint8_t> grid,
                    const Written& value, const Written& place);

}  // namespace skerry

namespace skerry::latin {

// Sets of values are unsigned integers; bit v - 1 stands for value v.

template <class Values>
constexpr Values value_bit(std::uint32_t value) {
  return static_cast<Values>(1U << (value - 1));
}
template <class Values>
constexpr Values values_up_to(std::uint32_t value) {
  return static_cast<Values>((std::uint64_t{1} << value) - 1);
}
template <class Values>
constexpr bool single(Values values) {
  return std::has_single_bit(values);
}
template <class Values>
constexpr std::uint32_t lowest(Values values) {
  return static_cast<std::uint32_t>(std::countr_zero(values)) + 1;
}

/// The set must not be empty; each value has equal probability.
template <class Values>
Values random_value(Values values, Random& random) {
  for (auto skip = random.below(static_cast<std::uint32_t>(std::popcount(values))); skip > 0; --skip) {
    values = static_cast<Values>(values & (values - 1));
  }
  return static_cast<Values>(values & -values);
}

/// It is copied at every guess, so it owns no memory, and a copy takes only the cells in use.
template <class ValueSet, std::size_t most_cells>
struct Candidates {
  using Values = ValueSet;

  std::array<Values, most_cells> cells;  ///< the first size * size are used
  std::uint32_t size = 0;
  std::uint32_t resolved = 0;  ///< cells with one candidate

  Candidates() = default;
  explicit Candidates(std::uint32_t n) : size(n), resolved(n == 1 ? 1 : 0) {
    std::fill_n(cells.begin(), cell_count(), values_up_to<Values>(n));
  }
  /// `givens` are [n * n], 0 where nothing is given.
  Candidates(std::uint32_t n, std::span<const std::uint8_t> givens) : Candidates(n) {
    if (n == 1) return;
    for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
      if (givens[cell] == 0) continue;
      cells[cell] = value_bit<Values>(givens[cell]);
      ++resolved;
    }
  }
  Candidates(const Candidates& other) : size(other.size), resolved(other.resolved) {
    std::copy_n(other.cells.begin(), cell_count(), cells.begin());
  }
  Candidates& operator=(const Candidates& other) {
    size = other.size;
    resolved = other.resolved;
    std::copy_n(other.cells.begin(), cell_count(), cells.begin());
    return *this;
  }
  ~Candidates() = default;

  std::uint32_t cell_count() const { return size * size; }
  bool all_resolved() const { return resolved == cell_count(); }
  Values operator[](std::uint32_t cell) const { return cells[cell]; }

  /// Unresolved cells are 0.
  std::vector<std::uint8_t> grid() const {
    std::vector<std::uint8_t> values(cell_count());
    for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
      if (single(cells[cell])) values[cell] = static_cast<std::uint8_t>(lowest(cells[cell]));
    }
    return values;
  }
};

/// How values are written: 1 to 9, then letters from `first_letter`.
std::vector<std::string> symbols_of(std::uint32_t size, char first_letter);

/// Columns are aligned. `symbols` are the texts of the values from 1; commas part candidates if one is longer
/// than a character. A dash stands for none.
std::string text_of(std::span<const std::uint32_t> cells, std::span<const std::string> symbols);

template <class Values, std::size_t most_cells>
std::string text_of(const Candidates<Values, most_cells>& candidates, char first_letter) {
  const auto first = candidates.cells.begin();
  return text_of(std::vector<std::uint32_t>(first, first + candidates.cell_count()),
                 symbols_of(candidates.size, first_letter));
}

/// Units have the numbers 0 to most_units - 1.
template <std::size_t most_units>
class UnitSet {
 public:
  constexpr void add(std::uint32_t unit) { words_[unit / 64] |= bit(unit); }
  constexpr void remove(std::uint32_t unit) { words_[unit / 64] &= ~bit(unit); }
  constexpr bool contains(std::uint32_t unit) const { return (words_[unit / 64] & bit(unit)) != 0; }
  constexpr bool empty() const {
    return std::ranges::all_of(words_, [](std::uint64_t word) { return word == 0; });
  }
  /// Removes the lowest number; the set must not be empty.
  constexpr std::uint32_t take_first() {
    std::uint32_t word = 0;
    while (words_[word] == 0) ++word;
    const auto unit = static_cast<std::uint32_t>(std::countr_zero(words_[word]));
    words_[word] &= words_[word] - 1;
    return 64 * word + unit;
  }

 private:
  static constexpr std::uint64_t bit(std::uint32_t unit) { return std::uint64_t{1} << (unit % 64); }

  std::array<std::uint64_t, (most_units + 63) / 64> words_{};
};

struct Clash {
  enum class Kind : std::uint8_t {
    no_value,     ///< `cell` has no candidate left
    no_cell,      ///< `value` has no cell left in `unit`
    no_sequence,  ///< no sequence of `unit` meets its clues
  };
  Kind kind = Kind::no_value;
  std::uint32_t unit = 0;
  std::uint32_t cell = 0;
  std::uint32_t value = 0;
};

/// Inference that is valid if units (rows, columns, boxes) hold each value once. Propagation removes a
/// resolved value from the rest of its units; elimination puts a value with one cell left in a unit there. A
/// change costs no more than its consequences.
///
/// A Layout has size(), the number of values and of the cells of a unit; unit_count(); unit(u), whose
/// cell(at) is a cell; units_of(cell), a range of all units that hold the cell.
template <class ValueSet, std::size_t most_cells, std::size_t most_units>
class Deduction {
 public:
  using Values = ValueSet;
  using Cells = Candidates<Values, most_cells>;
  using Units = UnitSet<most_units>;

  Deduction() = default;
  explicit Deduction(std::uint32_t size) : candidates_(size) {}

  const Cells& candidates() const { return candidates_; }
  const std::optional<Clash>& clash() const { return clash_; }
  void fail(const Clash& clash) { clash_ = clash; }
  /// Returns the units of which a cell has lost a candidate since they were removed from this set.
  Units& touched() { return touched_; }
  /// Tells whether a cell has lost a candidate since the last call.
  bool take_changed() { return std::exchange(changed_, false); }

  /// settle() has ended with these candidates without a clash. The list of work stays; resume() clears it.
  void restore(const Cells& candidates) { candidates_ = candidates; }

  template <class Layout>
  void start(const Layout& layout) {
    candidates_ = Cells(layout.size());
    resume();
    for (std::uint32_t unit = 0; unit < layout.unit_count(); ++unit) {
      to_eliminate_.add(unit);
      touched_.add(unit);
    }
    if (layout.size() == 1) newly_resolved_[newly_resolved_count_++] = 0;
  }

  /// Clears the list of work: the candidates are those with which settle() ended without a clash.
  void resume() {
    clash_.reset();
    newly_resolved_count_ = 0;
    to_eliminate_ = {};
    touched_ = {};
  }

  template <class Layout>
  void restrict_cell(const Layout& layout, std::uint32_t cell, Values values) {
    const Values before = candidates_.cells[cell];
    const auto after = static_cast<Values>(before & values);
    if (after == before) return;
    candidates_.cells[cell] = after;
    changed_ = true;
    for (const std::uint32_t unit : layout.units_of(cell)) {
      to_eliminate_.add(unit);
      touched_.add(unit);
    }
    if (after == 0) {
      if (!clash_) clash_ = {Clash::Kind::no_value, 0, cell, 0};
    } else if (single(after)) {
      ++candidates_.resolved;
      newly_resolved_[newly_resolved_count_++] = static_cast<std::uint16_t>(cell);
    }
  }

  template <class Layout>
  void settle(const Layout& layout, bool propagation, bool elimination) {
    while (!clash_) {
      if (propagation && newly_resolved_count_ > 0) {
        propagate(layout, newly_resolved_[--newly_resolved_count_]);
      } else if (elimination && !to_eliminate_.empty()) {
        eliminate(layout, to_eliminate_.take_first());
      } else {
        return;
      }
    }
  }

 private:
  template <class Layout>
  void propagate(const Layout& layout, std::uint32_t cell) {
    const auto others = static_cast<Values>(~candidates_.cells[cell]);
    for (const std::uint32_t unit : layout.units_of(cell)) {
      const auto cells = layout.unit(unit);
      for (std::uint32_t at = 0; at < layout.size(); ++at) {
        if (cells.cell(at) != cell) restrict_cell(layout, cells.cell(at), others);
      }
    }
  }

  template <class Layout>
  void eliminate(const Layout& layout, std::uint32_t unit) {
    const auto cells = layout.unit(unit);
    std::uint32_t once = 0;
    std::uint32_t twice = 0;
    for (std::uint32_t at = 0; at < layout.size(); ++at) {
      const Values values = candidates_.cells[cells.cell(at)];
      twice |= once & values;
      once |= values;
    }
    if (const auto homeless = static_cast<Values>(values_up_to<Values>(layout.size()) & ~once);
        homeless != 0) {
      clash_ = {Clash::Kind::no_cell, unit, 0, lowest(homeless)};
      return;
    }
    const std::uint32_t unique = once & ~twice;
    for (std::uint32_t at = 0; at < layout.size(); ++at) {
      const std::uint32_t cell = cells.cell(at);
      const std::uint32_t here = candidates_.cells[cell] & unique;
      // If two values have this cell alone, the clash shows when the other value is looked at next.
      if (here != 0) restrict_cell(layout, cell, static_cast<Values>(here & -here));
    }
  }

  Cells candidates_;
  std::optional<Clash> clash_;
  Units touched_;
  bool changed_ = false;
  // The list of work; it is empty if settle() ends without a clash.
  std::array<std::uint16_t, most_cells> newly_resolved_{};
  std::uint32_t newly_resolved_count_ = 0;
  Units to_eliminate_;
};

/// Tries the cell's gene, then random values until one fits. If none does, `inference` gets its candidates
/// `before` back, and the function returns false. Adds the values tried to `tried`. Allocates nothing.
template <class Inference, class Cells>
bool assume_any(Inference& inference, const Cells& before, std::uint32_t cell, std::uint8_t gene,
                Random& random, std::uint64_t& tried) {
  using Values = typename Cells::Values;
  Values left = before[cell];
  auto value = static_cast<Values>(value_bit<Values>(gene) & left);
  while (left != 0) {
    if (value == 0) value = random_value(left, random);
    ++tried;
    if (inference.assume(cell, value)) return true;
    inference.restore(before);
    left = static_cast<Values>(left & ~std::exchange(value, Values{0}));
  }
  return false;
}

template <class Values, std::size_t most_cells, std::size_t most_units, class Counts>
class InferenceState {
 public:
  using Cells = Candidates<Values, most_cells>;

  /// Goes back to candidates with which a step of inference ended without a clash. Allocates nothing.
  void restore(const Cells& candidates) { deduction_.restore(candidates); }

  const Cells& candidates() const { return deduction_.candidates(); }
  const std::optional<Clash>& clash() const { return deduction_.clash(); }
  const Counts& counts() const { return counts_; }

 protected:
  explicit InferenceState(std::uint32_t size) : deduction_(size) {}

  Deduction<Values, most_cells, most_units> deduction_;
  Counts counts_;
};

template <class InferenceCounts>
struct SolveResult {
  std::uint64_t solutions = 0;                    ///< solutions found, up to the limit
  std::optional<std::vector<std::uint8_t>> grid;  ///< the first one, [size * size]
  std::vector<std::vector<std::uint8_t>> grids;   ///< as many of them as were to be kept
  InferenceCounts counts;
  std::uint64_t guesses = 0;   ///< values tried when inference left a choice
  bool gave_up = false;        ///< whether the search ended after most_guesses, before it was complete
  std::optional<Clash> clash;  ///< the contradiction, if inference alone finds that there is no solution
};

/// A form of inference, or a method that saves work, which the command line can leave out by its name.
template <typename Settings>
struct InferenceForm {
  std::string_view name;
  bool& (*switch_of)(Settings&);
};

/// The option may be repeated, and may name several forms separated by commas.
void declare_without(CommandLine& line, std::vector<std::string>& forms);

[[noreturn]] void refuse_form(const std::string& name, const std::vector<std::string>& known);

/// Throws UsageError for an unknown name.
template <typename Settings, std::size_t count>
Settings without(const std::array<InferenceForm<Settings>, count>& forms,
                 const std::vector<std::string>& names) {
  Settings settings;
  for (const std::string& name : names) {
    const auto* const form = std::ranges::find(forms, name, &InferenceForm<Settings>::name);
    if (form == forms.end()) {
      std::vector<std::string> known;
      for (const auto& other : forms) known.emplace_back(other.name);
      refuse_form(name, known);
    }
    form->switch_of(settings) = false;
  }
  return settings;
}

/// `cell(at)` are the `size` cells.
template <std::size_t most>
class UnitValues {
 public:
  using Cells = std::span<const std::uint8_t>;

  template <class Cell>
  UnitValues(std::uint32_t size, Cells grid, Cell cell) : size_(size) {
    for (std::uint32_t at = 0; at < size; ++at) values_[at] = grid[cell(at)];
  }

  operator Cells() const { return Cells(values_).first(size_); }

 private:
  std::uint32_t size_;
  std::array<std::uint8_t, most> values_{};
};

}  // namespace skerry::latin
