#pragma once

#include "skerry/random.hpp"

#include "puzzles/party/puzzle.hpp"

#include <cstdint>
#include <vector>

namespace skerry::party::test {

struct RandomPuzzleSettings {
  std::uint32_t most_heroes = 400;
  std::uint32_t most_nodes = 8;
  bool whole_weights = false;  ///< traits weigh the same, and the curve has steps of a half
};

/// A puzzle with any mixture of requirements, each met by a random party, so that most can be solved but for
/// synergy.
Puzzle random_puzzle(Random& random, const RandomPuzzleSettings& settings = {});

/// Different heroes on all nodes, whatever the rules say.
std::vector<std::uint32_t> random_party(const Puzzle& puzzle, Random& random);

}  // namespace skerry::party::test
