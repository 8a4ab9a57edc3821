#include "puzzles/skyscraper/solve.hpp"

#include <array>
#include <bit>

namespace skerry::skyscraper {

namespace {

class Search {
 public:
  Search(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings,
         std::uint64_t most_guesses)
      : limit_(limit), most_guesses_(most_guesses), inference_(puzzle, settings) {}

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
  Inference inference_;
  SolveResult result_;
};

}  // namespace

SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings,
                  std::uint64_t most_guesses) {
  return Search(puzzle, limit, settings, most_guesses).run();
}

}  // namespace skerry::skyscraper
