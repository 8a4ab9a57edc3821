#include "puzzles/sudoku/difficulty.hpp"

#include "puzzles/sudoku/solve.hpp"

namespace skerry::sudoku {

namespace {

bool decided_without_guesses(Difficulty difficulty, const Puzzle& puzzle) {
  Inference inference(puzzle, {.locked_candidates = difficulty == Difficulty::hard});
  return inference.start() && inference.candidates().all_resolved();
}

}  // namespace

std::optional<bool> decided_by(Difficulty difficulty, const Puzzle& puzzle, std::uint64_t most_guesses) {
  if (difficulty != Difficulty::unreasonable) return decided_without_guesses(difficulty, puzzle);
  const SolveResult result = solve(puzzle, 2, {}, most_guesses);
  if (result.gave_up && result.solutions < 2) return std::nullopt;
  return result.solutions == 1;
}

Difficulty rate(const Puzzle& puzzle) {
  for (const Difficulty difficulty : {Difficulty::easy, Difficulty::hard}) {
    if (decided_without_guesses(difficulty, puzzle)) return difficulty;
  }
  return Difficulty::unreasonable;
}

}  // namespace skerry::sudoku
