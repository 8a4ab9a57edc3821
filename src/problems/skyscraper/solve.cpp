#include "skerry/problems/skyscraper/solve.hpp"

#include <bit>

namespace skerry::skyscraper {

namespace {

class Search {
 public:
  Search(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings)
      : limit_(limit), inference_(puzzle, settings) {}

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
      ++result_.guesses;
      inference_.restore(here);
      if (inference_.assume(cell, static_cast<Values>(open & -open))) explore();
    }
  }

  static std::uint32_t narrowest(const Candidates& candidates) {
    std::uint32_t best = 0;
    int fewest = max_size + 1;
    for (std::uint32_t cell = 0; cell < candidates.cell_count(); ++cell) {
      const int count = std::popcount(candidates[cell]);
      if (count == 1 || count >= fewest) continue;
      best = cell;
      fewest = count;
    }
    return best;
  }

  std::uint64_t limit_;
  Inference inference_;
  SolveResult result_;
};

}  // namespace

SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings) {
  return Search(puzzle, limit, settings).run();
}

}  // namespace skerry::skyscraper
