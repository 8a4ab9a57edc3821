#include "puzzles/skyscraper/inference.hpp"

#include "puzzles/skyscraper/beginning.hpp"

#include <array>
#include <bit>
#include <numeric>

namespace skerry::skyscraper {

Inference::Inference(const Puzzle& puzzle, const InferenceSettings& settings)
    : InferenceState(puzzle.size), puzzle_(puzzle), settings_(settings) {}

bool Inference::start() {
  deduction_.start(Lines{puzzle_.size});
  apply_givens();
  if (settings_.edge_clues) apply_edge_clues();
  return settle();
}

bool Inference::assume(std::uint32_t cell, Values values) {
  deduction_.resume();
  restrict_cell(cell, values);
  return settle();
}

void Inference::apply_givens() {
  for (std::uint32_t cell = 0; cell < candidates().cell_count(); ++cell) {
    if (puzzle_.givens[cell] != 0) restrict_cell(cell, value_bit(puzzle_.givens[cell]));
  }
}

void Inference::apply_edge_clues() {
  const std::uint32_t size = puzzle_.size;
  const auto apply = [&](std::uint32_t clue, auto cell_at) {
    if (clue == 0) return;
    if (clue == 1) restrict_cell(cell_at(0), value_bit(size));
    // The clue - 1 lower buildings that are seen need cells before the highest one; likewise for the second
    // highest, and so on.
    for (std::uint32_t distance = 0; distance + 1 < clue; ++distance) {
      restrict_cell(cell_at(distance), values_up_to(size - clue + 1 + distance));
    }
    // Where the clue equals the number of cells, the buildings must rise from cell to cell.
    for (std::uint32_t distance = 0; clue == size && distance < size; ++distance) {
      restrict_cell(cell_at(distance), value_bit(distance + 1));
    }
  };
  for (std::uint32_t line = 0; line < 2 * size; ++line) {
    const Line cells = line_of(size, line);
    const LineClues clues = clues_of(puzzle_, line);
    apply(clues.near, [&](std::uint32_t distance) { return cells.cell(distance); });
    apply(clues.far, [&](std::uint32_t distance) { return cells.cell(size - 1 - distance); });
  }
}

bool Inference::settle() {
  draw_simple_consequences();
  deduction_.take_changed();
  bool changed = settings_.filtration;
  while (changed && !clash() && !candidates().all_resolved()) {
    filter_round();
    changed = deduction_.take_changed();
  }
  if (!clash() && (candidates().all_resolved() || !settings_.filtration)) check_resolved_lines();
  return !clash();
}

/// Checks lines that were resolved without filtration, since they may not meet their clues.
void Inference::check_resolved_lines() {
  const std::uint32_t size = puzzle_.size;
  for (std::uint32_t line = 0; line < 2 * size && !clash(); ++line) {
    const Line cells = line_of(size, line);
    bool resolved = true;
    Beginning all{values_up_to(size), 0, 0, 0};
    for (std::uint32_t at = 0; at < size; ++at) {
      const Values values = candidates()[cells.cell(at)];
      resolved = resolved && single(values);
      all = all.with(values);
    }
    if (!resolved || (all.unused == 0 && all.meets(clues_of(puzzle_, line)))) continue;
    deduction_.fail({Clash::Kind::no_sequence, line, 0, 0});
  }
}

void Inference::draw_simple_consequences() {
  deduction_.settle(Lines{puzzle_.size}, settings_.propagation, settings_.elimination);
}

/// Applies form 4 to each line once, and forms 2 and 3 after each line.
void Inference::filter_round() {
  order_lines();
  bool any = false;
  for (std::uint32_t i = 0; i < 2 * puzzle_.size && !clash() && !candidates().all_resolved(); ++i) {
    const std::uint32_t line = order_[i];
    const LineClues clues = clues_of(puzzle_, line);
    if (settings_.skipping && clues.near == 0 && clues.far == 0) continue;
    if (settings_.remembering && !deduction_.touched().contains(line)) continue;
    if (!any) ++counts_.rounds;
    any = true;
    filter(line);
    draw_simple_consequences();
  }
}

void Inference::order_lines() {
  const std::uint32_t lines = 2 * puzzle_.size;
  if (!settings_.sorting) {
    std::iota(order_.begin(), order_.begin() + lines, 0U);
    return;
  }
  std::array<std::uint32_t, max_lines> open{};
  for (std::uint32_t cell = 0; cell < candidates().cell_count(); ++cell) {
    const auto count = static_cast<std::uint32_t>(std::popcount(candidates()[cell]));
    open[row_of(puzzle_.size, cell)] += count;
    open[column_of(puzzle_.size, cell)] += count;
  }
  // Insertion sort is stable and needs no memory.
  for (std::uint32_t line = 0; line < lines; ++line) {
    std::uint32_t at = line;
    for (; at > 0 && open[order_[at - 1]] > open[line]; --at) order_[at] = order_[at - 1];
    order_[at] = line;
  }
}

void Inference::filter(std::uint32_t line) {
  const std::uint32_t size = puzzle_.size;
  const Line cells = line_of(size, line);
  std::array<Values, max_size> values{};
  for (std::uint32_t at = 0; at < size; ++at) values[at] = candidates()[cells.cell(at)];
  const Filtered filtered =
      filter_line(std::span(values).first(size), clues_of(puzzle_, line), settings_.sequences);
  ++counts_.lines;
  counts_.sequences += filtered.sequences;
  if (filtered.cells[0] == 0) {
    deduction_.fail({Clash::Kind::no_sequence, line, 0, 0});
    return;
  }
  for (std::uint32_t at = 0; at < size; ++at) restrict_cell(cells.cell(at), filtered.cells[at]);
  // Candidates that a line loses by its own filtration tell it nothing new.
  deduction_.touched().remove(line);
}

}  // namespace skerry::skyscraper
