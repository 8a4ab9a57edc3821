#include "puzzles/skyscraper/solve.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

class SequenceEnumeration {
 public:
  SequenceEnumeration(std::span<const Values> cells, LineClues clues, const SequenceSettings& settings)
      : cells_(cells), clues_(clues), settings_(settings) {
    // The patience is an eighth of the most steps that sets of values take; measurements show that they
    // seldom take all.
    if (settings.subsets) patience_ = 8 + (std::uint64_t{cells.size()} << (cells.size() - 1)) / 8;
    for (std::size_t at = 0; at < cells.size(); ++at) {
      missing_[at] = cells[at];
      if (cells[at] != 0) unmet_ |= 1U << at;
    }
  }

  Filtered run() {
    extend({values_up_to(static_cast<std::uint32_t>(cells_.size())), 0, 0, 0}, 0);
    if (patience_ == 0) filtered_.cells = filter_by_subsets(cells_, clues_);
    return filtered_;
  }

 private:
  void extend(const Beginning& before, std::uint32_t at) {
    for (std::uint32_t open = cells_[at] & before.unused; open != 0; open &= open - 1) {
      if (patience_ == 0 || --patience_ == 0) return;
      const std::uint32_t value = open & -open;
      const Beginning now = before.with(value);
      sequence_[at] = static_cast<Values>(value);
      kept_ = std::min(kept_, at);
      if (settings_.early_end && !may_add(at, now.unused)) continue;
      if (at + 1 == cells_.size()) {
        ++filtered_.sequences;
        if (now.meets(clues_)) keep();
      } else if (!settings_.pruning ||
                 now.can_meet(clues_, static_cast<std::uint32_t>(cells_.size()) - at - 1)) {
        extend(now, at + 1);
      }
      if (settings_.early_end && unmet_ == 0) return;
    }
  }

  /// Tells whether a sequence with this beginning may hold a candidate that no earlier sequence held.
  bool may_add(std::uint32_t at, std::uint32_t unused) const {
    for (std::uint32_t filled = kept_; filled <= at; ++filled) {
      if ((missing_[filled] & sequence_[filled]) != 0) return true;
    }
    for (std::size_t open = at + 1; open < cells_.size(); ++open) {
      if ((missing_[open] & unused) != 0) return true;
    }
    return false;
  }

  void keep() {
    for (std::size_t at = kept_; at < cells_.size(); ++at) {
      filtered_.cells[at] = static_cast<Values>(filtered_.cells[at] | sequence_[at]);
      missing_[at] = static_cast<Values>(missing_[at] & ~sequence_[at]);
      if (missing_[at] == 0) unmet_ &= ~(1U << at);
    }
    kept_ = static_cast<std::uint32_t>(cells_.size());
  }

  std::span<const Values> cells_;
  LineClues clues_;
  SequenceSettings settings_;
  std::array<Values, max_size> sequence_{};
  std::array<Values, max_size> missing_{};  // candidates that no sequence holds yet
  std::uint32_t kept_ = 0;                  // cells of the present sequence that keep() has seen
  Filtered filtered_;
  std::uint64_t patience_ = UINT64_MAX;  // the most beginnings to try before changing to sets of values
  std::uint32_t unmet_ = 0;              // cells with a candidate that no sequence has yet
};

/// A set of numbers: bit k says that k buildings are seen. Below the highest value there are at most 15.
using Sights = std::uint16_t;

/// The cells from one end of a line on, filled with values below the highest.
class Wing {
 public:
  /// `clue` counts the highest value too; it is 0 if there is no clue.
  template <typename CellAt>
  Wing(std::uint32_t size, std::uint32_t clue, CellAt cell_at)
      : wanted_(static_cast<Sights>(clue == 0 ? 0xFFFF : 1U << (clue - 1))), sets_(1U << (size - 1)) {
    for (std::uint32_t at = 0; at < size; ++at) cells_[at] = cell_at(at);
    std::fill_n(reached_.begin(), sets_, Sights{0});
    std::fill_n(useful_.begin(), sets_, Sights{0});
    reached_[0] = 1;
    for (std::uint32_t set = 0; set + 1 < sets_; ++set) {
      if (reached_[set] == 0) continue;
      for (std::uint32_t next = next_cell(set) & (sets_ - 1) & ~set; next != 0; next &= next - 1) {
        const std::uint32_t value = next & -next;
        const std::uint32_t sights = static_cast<std::uint32_t>(reached_[set]) << (value > set ? 1 : 0);
        reached_[set | value] = static_cast<Sights>(reached_[set | value] | sights);
      }
    }
  }

  /// Tells whether some order of these values meets the clue once the highest value follows.
  bool meets(std::uint32_t set) const { return (reached_[set] & wanted_) != 0; }
  void use(std::uint32_t set) { useful_[set] = static_cast<Sights>(reached_[set] & wanted_); }

  /// Calls found(at, value) for each value at each place in some order of a set in use.
  template <typename Found>
  void trace_back(Found found) {
    for (std::uint32_t set = sets_ - 1; set > 0; --set) {
      if (useful_[set] == 0) continue;
      for (std::uint32_t last = set & cell_of(set); last != 0; last &= last - 1) {
        const std::uint32_t value = last & -last;
        const std::uint32_t before = set ^ value;
        const std::uint32_t ways =
            static_cast<std::uint32_t>(useful_[set] >> seen_last(set, value)) & reached_[before];
        if (ways == 0) continue;
        useful_[before] = static_cast<Sights>(useful_[before] | ways);
        found(static_cast<std::uint32_t>(std::popcount(set)) - 1, static_cast<Values>(value));
      }
    }
  }

 private:
  std::uint32_t next_cell(std::uint32_t set) const {
    return cells_[static_cast<std::uint32_t>(std::popcount(set))];
  }
  std::uint32_t cell_of(std::uint32_t set) const {
    return cells_[static_cast<std::uint32_t>(std::popcount(set)) - 1];
  }
  static std::uint32_t seen_last(std::uint32_t set, std::uint32_t value) {
    return value == std::bit_floor(set) ? 1 : 0;
  }

  Sights wanted_;
  std::uint32_t sets_;
  std::array<Values, max_size> cells_{};
  // The first sets_ entries are in use; the arrays have a fixed size, so that nothing is allocated.
  std::array<Sights, 1U << (max_size - 1)> reached_;  // [values that fill the first cells]
  std::array<Sights, 1U << (max_size - 1)> useful_;   // the entries of which some sequence makes use
};

class Search {
 public:
  Search(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings,
         std::uint64_t most_guesses, std::size_t kept)
      : limit_(limit), most_guesses_(most_guesses), kept_(kept), inference_(puzzle, settings) {}

  SolveResult run() {
    if (limit_ > 0) {
      if (inference_.start()) {
        explore();
      } else {
        result_.clash = inference_.clash();
      }
    }
    result_.counts = inference_.counts();
    return result_;
  }

 private:
  void explore() {
    if (inference_.candidates().all_resolved()) {
      if (++result_.solutions == 1) result_.grid = inference_.candidates().grid();
      if (result_.grids.size() < kept_) result_.grids.push_back(inference_.candidates().grid());
      return;
    }
    const Candidates here = inference_.candidates();
    const std::uint32_t cell = narrowest(here);
    for (std::uint32_t open = here[cell]; open != 0 && result_.solutions < limit_; open &= open - 1) {
      if (result_.guesses == most_guesses_) result_.gave_up = true;
      if (result_.gave_up) return;
      ++result_.guesses;
      inference_.restore(here);
      if (inference_.assume(cell, static_cast<Values>(open & -open))) explore();
    }
  }

  /// Returns, of the cells with the fewest candidates, one whose lines have the most, since a guess there
  /// tells most.
  static std::uint32_t narrowest(const Candidates& candidates) {
    const std::uint32_t size = candidates.size;
    std::array<std::uint32_t, max_cells> counts{};
    std::array<std::uint32_t, max_lines> open{};
    for (std::uint32_t cell = 0; cell < candidates.cell_count(); ++cell) {
      counts[cell] = static_cast<std::uint32_t>(std::popcount(candidates[cell]));
      open[row_of(size, cell)] += counts[cell];
      open[column_of(size, cell)] += counts[cell];
    }
    std::uint32_t best = 0;
    std::uint32_t fewest = UINT32_MAX;
    std::uint32_t most_open = 0;
    for (std::uint32_t cell = 0; cell < candidates.cell_count(); ++cell) {
      if (counts[cell] == 1 || counts[cell] > fewest) continue;
      const std::uint32_t around = open[row_of(size, cell)] + open[column_of(size, cell)];
      if (counts[cell] == fewest && around <= most_open) continue;
      best = cell;
      fewest = counts[cell];
      most_open = around;
    }
    return best;
  }

  std::uint64_t limit_;
  std::uint64_t most_guesses_;
  std::size_t kept_;
  Inference inference_;
  SolveResult result_;
};

}  // namespace

Filtered filter_line(std::span<const Values> cells, LineClues clues, const SequenceSettings& settings) {
  return SequenceEnumeration(cells, clues, settings).run();
}

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
    // If the clue equals the number of cells, the buildings must rise from cell to cell.
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

std::array<Values, max_size> filter_by_subsets(std::span<const Values> cells, LineClues clues) {
  const auto size = static_cast<std::uint32_t>(cells.size());
  if (size == 0) return {};
  const std::uint32_t highest = value_bit(size);
  Wing near(size, clues.near, [&](std::uint32_t at) { return cells[at]; });
  Wing far(size, clues.far, [&](std::uint32_t at) { return cells[size - 1 - at]; });
  std::array<Values, max_size> left{};
  const auto found = [&](std::uint32_t at, Values value) {
    left[at] = static_cast<Values>(left[at] | value);
  };
  for (std::uint32_t set = 0; set < highest; ++set) {
    const auto at = static_cast<std::uint32_t>(std::popcount(set));
    const std::uint32_t rest = (highest - 1) ^ set;
    if ((cells[at] & highest) == 0 || !near.meets(set) || !far.meets(rest)) continue;
    found(at, static_cast<Values>(highest));
    near.use(set);
    far.use(rest);
  }
  near.trace_back(found);
  far.trace_back([&](std::uint32_t at, Values value) { found(size - 1 - at, value); });
  return left;
}

std::string with_clues(const Puzzle& puzzle, std::uint32_t line) {
  const auto [near, far] = clues_of(puzzle, line);
  const std::string name = line_name(puzzle.size, line);
  if (near != 0 && far != 0) return fmt::format("{} (clues {} and {})", name, near, far);
  if (near != 0 || far != 0) return fmt::format("{} (clue {})", name, near + far);
  return name;
}

std::string text_of(const Clash& clash, const Puzzle& puzzle) {
  switch (clash.kind) {
    case Clash::Kind::no_value:
      return fmt::format("{} and {} leave no value for the cell where they meet",
                         with_clues(puzzle, row_of(puzzle.size, clash.cell)),
                         with_clues(puzzle, column_of(puzzle.size, clash.cell)));
    case Clash::Kind::no_cell:
      return fmt::format("{} has no cell left for {}", with_clues(puzzle, clash.unit), clash.value);
    case Clash::Kind::no_sequence:
      break;
  }
  return with_clues(puzzle, clash.unit) + " has no sequence left that meets its clues";
}

SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings,
                  std::uint64_t most_guesses, std::size_t kept) {
  return Search(puzzle, limit, settings, most_guesses, kept).run();
}

std::optional<bool> decided_by(Difficulty difficulty, const Puzzle& puzzle, std::uint64_t most_guesses) {
  if (difficulty == Difficulty::unreasonable) {
    const SolveResult result = solve(puzzle, 2, {}, most_guesses);
    return result.gave_up ? std::nullopt : std::optional(result.solutions == 1);
  }
  Inference inference(puzzle, {.filtration = difficulty == Difficulty::hard});
  return inference.start() && inference.candidates().all_resolved();
}

bool decided_by(Difficulty difficulty, const Puzzle& puzzle) {
  return *decided_by(difficulty, puzzle, UINT64_MAX);
}

Difficulty rate(const Puzzle& puzzle) {
  for (const Difficulty difficulty : {Difficulty::easy, Difficulty::hard}) {
    if (decided_by(difficulty, puzzle)) return difficulty;
  }
  return Difficulty::unreasonable;
}

}  // namespace skerry::skyscraper
