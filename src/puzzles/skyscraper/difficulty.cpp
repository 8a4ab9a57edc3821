#include "puzzles/skyscraper/difficulty.hpp"

#include "puzzles/skyscraper/solve.hpp"

namespace skerry::skyscraper {

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
