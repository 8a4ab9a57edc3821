#pragma once

#include "puzzles/latin/candidates.hpp"
#include "puzzles/latin/unit_set.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace skerry::latin {

/// The reason why a puzzle, or a guess, has no solution.
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

/// Inference that is valid in every puzzle whose units (rows, columns, boxes) hold each value once.
/// Propagation: a resolved value is removed from the rest of its units. Elimination: a value with one cell
/// left in a unit is put there. The class keeps track of the units and cells that are still to be examined,
/// so that a change costs no more than its consequences.
///
/// A Layout describes the grid: size(), the number of values and of the cells of a unit; unit_count();
/// unit(u), whose cell(at) is a cell; units_of(cell), a range of all units that hold the cell.
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

  /// Goes back to candidates with which settle() ended without a clash. The list of work stays; resume()
  /// clears it.
  void restore(const Cells& candidates) { candidates_ = candidates; }

  /// Starts with every value in every cell, and with every unit to be looked at.
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

  /// Removes all candidates of a cell but these.
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

  /// Applies propagation and elimination until neither finds anything or there is a clash.
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
      // Where two values have this cell alone, the clash shows when the other value is looked at next.
      if (here != 0) restrict_cell(layout, cell, static_cast<Values>(here & -here));
    }
  }

  Cells candidates_;
  std::optional<Clash> clash_;
  Units touched_;
  bool changed_ = false;
  // The list of work; it is empty where settle() ends without a clash.
  std::array<std::uint16_t, most_cells> newly_resolved_{};
  std::uint32_t newly_resolved_count_ = 0;
  Units to_eliminate_;
};

}  // namespace skerry::latin
