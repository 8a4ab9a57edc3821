#include "puzzles/sudoku/solve.hpp"

#include "skerry/random.hpp"

#include "puzzles/sudoku/layout.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

namespace skerry::sudoku {

namespace {

struct Guess {
  std::uint32_t cell = 0;
  Values value = 0;
};

template <class Layout>
class Search {
 public:
  Search(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings,
         std::uint64_t most_guesses)
      : limit_(limit), most_guesses_(most_guesses), inference_(puzzle, settings) {
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
  Inference inference_;
  Random random_{1};
  std::array<std::uint64_t, Layout::unit_count()> clashes_{};  // the number of clashes in each unit, plus 1
  std::vector<Candidates> levels_;
  std::uint64_t patience_ = 0;  // number of guesses without a solution after which a search starts anew
  std::uint64_t in_vain_ = 0;   // guesses since the last solution
  std::uint64_t found_ = 0;     // solutions found by this search
  bool out_of_patience_ = false;
  SolveResult result_;
};

}  // namespace

SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings,
                  std::uint64_t most_guesses) {
  return with_layout(puzzle.order, [&](auto layout) {
    return Search<decltype(layout)>(puzzle, limit, settings, most_guesses).run();
  });
}

}  // namespace skerry::sudoku
