#include "puzzles/sudoku/solve.hpp"

#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

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

namespace {

struct Guess {
  std::uint32_t cell = 0;
  Values value = 0;
};

template <class Layout>
class Search {
 public:
  Search(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings,
         std::uint64_t most_guesses, std::size_t kept)
      : limit_(limit), most_guesses_(most_guesses), kept_(kept), inference_(puzzle, settings) {
    clashes_.fill(1);
  }

  SolveResult run() {
    if (limit_ > 0) {
      if (inference_.start()) {
        search();
      } else {
        result_.clash = inference_.clash();
      }
    }
    result_.counts = inference_.counts();
    return result_;
  }

 private:
  static constexpr std::uint64_t first_patience = 100;

  void search() {
    const Candidates root = inference_.candidates();
    for (patience_ = first_patience;; patience_ += patience_ / 2) {
      found_ = 0;
      result_.grids.clear();
      in_vain_ = 0;
      out_of_patience_ = false;
      inference_.restore(root);
      explore(0);
      result_.solutions = std::max(result_.solutions, found_);
      if (!out_of_patience_ || result_.gave_up) return;
    }
  }

  bool done() const { return found_ == limit_ || out_of_patience_ || result_.gave_up; }

  void explore(std::size_t depth) {
    if (depth == levels_.size()) levels_.emplace_back();
    while (!inference_.candidates().all_resolved()) {
      const Guess guess = choose();
      levels_[depth] = inference_.candidates();
      if (result_.guesses == most_guesses_) result_.gave_up = true;
      if (in_vain_ == patience_) out_of_patience_ = true;
      if (done()) return;
      ++result_.guesses;
      ++in_vain_;
      if (inference_.assume(guess.cell, guess.value)) {
        explore(depth + 1);
        if (done()) return;
      } else {
        learn();
      }
      // The cell does not hold that value.
      inference_.restore(levels_[depth]);
      if (!inference_.assume(guess.cell, inference_.candidates()[guess.cell] & ~guess.value)) {
        learn();
        return;
      }
    }
    ++found_;
    in_vain_ = 0;
    if (!result_.grid) result_.grid = inference_.candidates().grid();
    if (result_.grids.size() < kept_) result_.grids.push_back(inference_.candidates().grid());
  }

  void learn() {
    const Clash& clash = *inference_.clash();
    if (clash.kind == Clash::Kind::no_cell) {
      ++clashes_[clash.unit];
    } else {
      for (const std::uint32_t unit : Layout::units_of(clash.cell)) ++clashes_[unit];
    }
  }

  /// Returns a value of the cell with the fewest candidates for the weight of its units. Ties are broken at
  /// random, so that no search repeats the one before.
  Guess choose() {
    const Candidates& candidates = inference_.candidates();
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t best = 0;
    std::uint32_t ties = 0;
    for (std::uint32_t cell = 0; cell < Layout::cell_count(); ++cell) {
      if (single(candidates[cell])) continue;
      std::uint64_t weight = 0;
      for (const std::uint32_t unit : Layout::units_of(cell)) weight += clashes_[unit];
      const double ratio = std::popcount(candidates[cell]) / static_cast<double>(weight);
      if (ratio > least) continue;
      ties = ratio < least ? 1 : ties + 1;
      if (random_.below(ties) != 0) continue;
      least = ratio;
      best = cell;
    }
    return {best, latin::random_value(candidates[best], random_)};
  }

  std::uint64_t limit_;
  std::uint64_t most_guesses_;
  std::size_t kept_;
  Inference inference_;
  Random random_{1};
  std::array<std::uint64_t, Layout::unit_count()> clashes_{};  // the number of clashes in each unit, plus 1
  std::vector<Candidates> levels_;
  std::uint64_t patience_ = 0;  // number of guesses without a solution after which a search starts anew
  std::uint64_t in_vain_ = 0;   // guesses since the last solution
  std::uint64_t found_ = 0;
  bool out_of_patience_ = false;
  SolveResult result_;
};

}  // namespace

SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings,
                  std::uint64_t most_guesses, std::size_t kept) {
  return with_layout(puzzle.order, [&](auto layout) {
    return Search<decltype(layout)>(puzzle, limit, settings, most_guesses, kept).run();
  });
}

}  // namespace skerry::sudoku
