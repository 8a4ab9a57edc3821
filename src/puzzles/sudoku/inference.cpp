#include "puzzles/sudoku/inference.hpp"

#include "skerry/error.hpp"

#include "puzzles/sudoku/layout.hpp"

#include <array>

#include <fmt/core.h>

namespace skerry::sudoku {

Inference::Inference(const Puzzle& puzzle, const InferenceSettings& settings)
    : InferenceState(puzzle.size()), puzzle_(puzzle), settings_(settings) {}

bool Inference::start() {
  return with_layout(puzzle_.order, [this](auto layout) {
    deduction_.start(layout);
    for (std::uint32_t cell = 0; cell < layout.cell_count(); ++cell) {
      const std::uint32_t given = puzzle_.givens[cell];
      if (given != 0) deduction_.restrict_cell(layout, cell, value_bit(given));
    }
    return settle(layout);
  });
}

bool Inference::assume(std::uint32_t cell, Values values) {
  return with_layout(puzzle_.order, [&](auto layout) {
    deduction_.resume();
    deduction_.restrict_cell(layout, cell, values);
    return settle(layout);
  });
}

template <class Layout>
bool Inference::settle(const Layout& layout) {
  deduction_.settle(layout, settings_.propagation, settings_.elimination);
  deduction_.take_changed();
  bool changed = settings_.locked_candidates;
  while (changed && !clash() && !candidates().all_resolved()) {
    lock_round(layout);
    changed = deduction_.take_changed();
  }
  // Either of the first two forms excludes repeated values once every cell is resolved.
  const bool checked = settings_.propagation || settings_.elimination;
  if (!checked && !clash() && candidates().all_resolved()) check_resolved_units(layout);
  return !clash();
}

/// Applies form 3 to each band of rows and of columns once, and forms 1 and 2 after each band.
template <class Layout>
void Inference::lock_round(const Layout& layout) {
  ++counts_.rounds;
  for (std::uint32_t band = 0; band < 2 * layout.order() && !clash(); ++band) {
    if (!take_touched(layout, band)) continue;
    lock(layout, band);
    deduction_.settle(layout, settings_.propagation, settings_.elimination);
  }
}

/// Tells whether a line of the band has lost a candidate since the last call.
template <class Layout>
bool Inference::take_touched(const Layout& layout, std::uint32_t band) {
  bool touched = false;
  for (std::uint32_t line = band * layout.order(); line < (band + 1) * layout.order(); ++line) {
    touched = touched || deduction_.touched().contains(line);
    deduction_.touched().remove(line);
  }
  return touched;
}

/// A crossing is what a line and a box of the band have in common.
template <class Layout>
void Inference::lock(const Layout& layout, std::uint32_t band) {
  constexpr std::uint32_t order = Layout::order();
  std::array<std::array<Values, order>, order> crossings{};  // [line][box]
  std::array<Values, order> in_line{};
  std::array<Values, order> in_two_boxes{};  // [line] values with cells in two or more of its boxes
  std::array<Values, order> in_box{};
  std::array<Values, order> in_two_lines{};  // [box]
  for (std::uint32_t line = 0; line < order; ++line) {
    const auto cells = layout.unit(band * order + line);
    for (std::uint32_t box = 0; box < order; ++box) {
      Values here = 0;
      for (std::uint32_t at = 0; at < order; ++at) here |= candidates()[cells.cell(box * order + at)];
      crossings[line][box] = here;
      in_two_boxes[line] |= in_line[line] & here;
      in_line[line] |= here;
      in_two_lines[box] |= in_box[box] & here;
      in_box[box] |= here;
    }
  }
  for (std::uint32_t line = 0; line < order; ++line) {
    const auto cells = layout.unit(band * order + line);
    for (std::uint32_t box = 0; box < order; ++box) {
      Values locked_elsewhere = 0;
      for (std::uint32_t other = 0; other < order; ++other) {
        if (other != line) locked_elsewhere |= crossings[other][box] & ~in_two_boxes[other];
        if (other != box) locked_elsewhere |= crossings[line][other] & ~in_two_lines[other];
      }
      if ((locked_elsewhere & crossings[line][box]) == 0) continue;
      for (std::uint32_t at = 0; at < order; ++at) {
        deduction_.restrict_cell(layout, cells.cell(box * order + at), ~locked_elsewhere);
      }
    }
  }
}

template <class Layout>
void Inference::check_resolved_units(const Layout& layout) {
  for (std::uint32_t unit = 0; unit < layout.unit_count(); ++unit) {
    Values missing = latin::values_up_to<Values>(layout.size());
    for (std::uint32_t at = 0; at < layout.size(); ++at) missing &= ~candidates()[layout.unit(unit).cell(at)];
    if (missing != 0) return deduction_.fail({Clash::Kind::no_cell, unit, 0, lowest(missing)});
  }
}

std::string text_of(const Clash& clash, const Puzzle& puzzle) {
  const std::uint32_t order = puzzle.order;
  if (clash.kind == Clash::Kind::no_cell) {
    return fmt::format("{} has no cell left for {}", unit_name(order, clash.unit),
                       puzzle.symbols.text(clash.value));
  }
  const auto [row, column, box] = units_of(order, clash.cell);
  return fmt::format("{}, {} and {} leave no value for {}", unit_name(order, row), unit_name(order, column),
                     unit_name(order, box), cell_name(order, clash.cell));
}

Candidates inferred(const Puzzle& puzzle, const InferenceSettings& settings) {
  Inference inference(puzzle, settings);
  if (inference.start()) return inference.candidates();
  throw Error(ExitStatus::failed, fmt::format("there is no solution: {} ({})",
                                              text_of(*inference.clash(), puzzle), puzzle.where));
}

}  // namespace skerry::sudoku
