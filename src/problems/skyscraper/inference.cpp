#include "skerry/problems/skyscraper/inference.hpp"

#include <algorithm>
#include <numeric>

namespace skerry::skyscraper {

namespace {

Lines line_bit(std::uint32_t line) {
  return Lines{1} << line;
}

Lines lines_through(std::uint32_t size, std::uint32_t cell) {
  return line_bit(row_of(size, cell)) | line_bit(column_of(size, cell));
}

Lines all_lines(std::uint32_t size) {
  return static_cast<Lines>((std::uint64_t{1} << (2 * size)) - 1);
}

}  // namespace

Inference::Inference(const Puzzle& puzzle, const InferenceSettings& settings)
    : puzzle_(puzzle), settings_(settings), candidates_(puzzle.size) {}

bool Inference::start() {
  candidates_ = Candidates(puzzle_.size);
  clash_.reset();
  resolved_count_ = 0;
  to_eliminate_ = all_lines(puzzle_.size);
  to_filter_ = all_lines(puzzle_.size);
  if (puzzle_.size == 1) resolved_cells_[resolved_count_++] = 0;
  apply_givens();
  if (settings_.edge_clues) apply_edge_clues();
  return settle();
}

bool Inference::assume(std::uint32_t cell, Values values) {
  clash_.reset();
  resolved_count_ = 0;
  to_eliminate_ = 0;
  to_filter_ = 0;
  restrict_cell(cell, values);
  return settle();
}

void Inference::restrict_cell(std::uint32_t cell, Values values) {
  const Values before = candidates_.cells[cell];
  const auto after = static_cast<Values>(before & values);
  if (after == before) return;
  candidates_.cells[cell] = after;
  const Lines lines = lines_through(puzzle_.size, cell);
  to_eliminate_ |= lines;
  to_filter_ |= lines;
  if (after == 0) {
    if (!clash_) clash_ = {Clash::Kind::no_value, lines, cell, 0};
  } else if (single(after)) {
    ++candidates_.resolved;
    resolved_cells_[resolved_count_++] = cell;
  }
}

void Inference::apply_givens() {
  for (std::uint32_t cell = 0; cell < candidates_.cell_count(); ++cell) {
    if (puzzle_.givens[cell] != 0) restrict_cell(cell, value_bit(puzzle_.givens[cell]));
  }
}

void Inference::apply_edge_clues() {
  const std::uint32_t size = puzzle_.size;
  const auto apply = [&](std::uint32_t clue, auto cell_at) {
    if (clue == 0) return;
    if (clue == 1) restrict_cell(cell_at(0), value_bit(size));
    // The clue - 1 lower buildings that are seen need room before the highest, and so on downwards.
    for (std::uint32_t distance = 0; distance + 1 < clue; ++distance) {
      restrict_cell(cell_at(distance), values_up_to(size - clue + 1 + distance));
    }
    // As many as there are cells: they can only rise.
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
  for (bool changed = settings_.filtration; changed && !clash_ && !candidates_.all_resolved();) {
    const Candidates before = candidates_;
    filter_round();
    changed = before.cells != candidates_.cells;
  }
  if (!clash_ && candidates_.all_resolved()) check_solution();
  return !clash_;
}

/// Lines that were resolved from outside, without being filtered, may break what they were to meet.
void Inference::check_solution() {
  const std::uint32_t size = puzzle_.size;
  const Grid grid = candidates_.grid();
  for (std::uint32_t line = 0; line < 2 * size && !clash_; ++line) {
    Values values = 0;
    for (std::uint32_t at = 0; at < size; ++at) values |= candidates_.cells[line_of(size, line).cell(at)];
    const LineClues clues = clues_of(puzzle_, line);
    const LineClues found = seen(grid, size, line);
    const bool near = clues.near == 0 || clues.near == found.near;
    const bool far = clues.far == 0 || clues.far == found.far;
    if (values == values_up_to(size) && near && far) continue;
    clash_ = {Clash::Kind::no_sequence, line_bit(line), 0, 0};
  }
}

/// Forms 2 and 3, until neither finds anything.
void Inference::draw_simple_consequences() {
  while (!clash_) {
    if (settings_.propagation && resolved_count_ > 0) {
      propagate(resolved_cells_[--resolved_count_]);
    } else if (settings_.elimination && to_eliminate_ != 0) {
      const auto line = static_cast<std::uint32_t>(std::countr_zero(to_eliminate_));
      to_eliminate_ &= to_eliminate_ - 1;
      eliminate(line);
    } else {
      return;
    }
  }
}

void Inference::propagate(std::uint32_t cell) {
  const std::uint32_t size = puzzle_.size;
  const auto others = static_cast<Values>(~candidates_.cells[cell]);
  for (const std::uint32_t line : {row_of(size, cell), column_of(size, cell)}) {
    const Line cells = line_of(size, line);
    for (std::uint32_t at = 0; at < size; ++at) {
      if (cells.cell(at) != cell) restrict_cell(cells.cell(at), others);
    }
  }
}

void Inference::eliminate(std::uint32_t line) {
  const Line cells = line_of(puzzle_.size, line);
  std::uint32_t once = 0;
  std::uint32_t twice = 0;
  for (std::uint32_t at = 0; at < puzzle_.size; ++at) {
    const Values values = candidates_.cells[cells.cell(at)];
    twice |= once & values;
    once |= values;
  }
  if (const auto homeless = static_cast<Values>(values_up_to(puzzle_.size) & ~once); homeless != 0) {
    clash_ = {Clash::Kind::no_cell, line_bit(line), 0, lowest(homeless)};
    return;
  }
  const std::uint32_t unique = once & ~twice;
  for (std::uint32_t at = 0; at < puzzle_.size; ++at) {
    const std::uint32_t cell = cells.cell(at);
    const std::uint32_t here = candidates_.cells[cell] & unique;
    // Where two values have this cell alone, the other is found homeless next.
    if (here != 0) restrict_cell(cell, static_cast<Values>(here & -here));
  }
}

/// Form 4, each line once, with forms 2 and 3 after each.
void Inference::filter_round() {
  order_lines();
  bool any = false;
  for (std::uint32_t i = 0; i < 2 * puzzle_.size && !clash_ && !candidates_.all_resolved(); ++i) {
    const std::uint32_t line = order_[i];
    const LineClues clues = clues_of(puzzle_, line);
    if (settings_.skipping && clues.near == 0 && clues.far == 0) continue;
    if (settings_.remembering && (to_filter_ & line_bit(line)) == 0) continue;
    if (!any) ++counts_.rounds;
    any = true;
    filter(line);
    draw_simple_consequences();
  }
}

void Inference::order_lines() {
  const std::uint32_t lines = 2 * puzzle_.size;
  std::iota(order_.begin(), order_.begin() + lines, 0U);
  if (!settings_.sorting) return;
  std::array<std::uint32_t, max_lines> open{};
  for (std::uint32_t cell = 0; cell < candidates_.cell_count(); ++cell) {
    const auto count = static_cast<std::uint32_t>(std::popcount(candidates_.cells[cell]));
    open[row_of(puzzle_.size, cell)] += count;
    open[column_of(puzzle_.size, cell)] += count;
  }
  std::ranges::stable_sort(std::span(order_).first(lines), {},
                           [&](std::uint32_t line) { return open[line]; });
}

void Inference::filter(std::uint32_t line) {
  const std::uint32_t size = puzzle_.size;
  const Line cells = line_of(size, line);
  std::array<Values, max_size> values{};
  for (std::uint32_t at = 0; at < size; ++at) values[at] = candidates_.cells[cells.cell(at)];
  const Filtered filtered =
      filter_line(std::span(values).first(size), clues_of(puzzle_, line), settings_.sequences);
  ++counts_.lines;
  counts_.sequences += filtered.sequences;
  if (filtered.cells[0] == 0) {
    clash_ = {Clash::Kind::no_sequence, line_bit(line), 0, 0};
    return;
  }
  for (std::uint32_t at = 0; at < size; ++at) restrict_cell(cells.cell(at), filtered.cells[at]);
  // What it has just lost of itself tells it nothing new.
  to_filter_ &= ~line_bit(line);
}

}  // namespace skerry::skyscraper
