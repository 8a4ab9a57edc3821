#pragma once

#include "puzzles/party/puzzle/judge.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"
#include "support/testing.hpp"

namespace skerry::party::test {

/// Returns all parties of a small puzzle that break no rule, by trying every choice of heroes.
inline std::vector<std::vector<std::uint32_t>> every_sound_party(const Puzzle& puzzle) {
  std::vector<std::vector<std::uint32_t>> sound;
  std::vector<std::uint32_t> party;
  const auto extend = [&](const auto& self) -> void {
    if (party.size() == puzzle.nodes.size()) {
      if (score(puzzle, party).violation == 0) sound.push_back(party);
      return;
    }
    for (std::uint32_t hero = 0; hero < puzzle.pool.size(); ++hero) {
      if (std::ranges::find(party, hero) != party.end()) continue;
      party.push_back(hero);
      self(self);
      party.pop_back();
    }
  };
  extend(extend);
  return sound;
}

/// Returns the fitness of the best of them, if there is any.
inline std::optional<double> best_fitness(const Puzzle& puzzle) {
  std::optional<double> best;
  for (const auto& party : every_sound_party(puzzle)) {
    const double fitness = score(puzzle, party).fitness;
    const bool minimise = puzzle.direction == Direction::minimise;
    if (!best || (minimise ? fitness < *best : fitness > *best)) best = fitness;
  }
  return best;
}

}  // namespace skerry::party::test
