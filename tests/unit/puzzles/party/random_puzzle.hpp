#pragma once

#include "skerry/random.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/search/roster.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace skerry::party::test {

struct RandomPuzzleSettings {
  std::uint32_t most_heroes = 400;
  std::uint32_t most_nodes = 8;
  bool whole_weights = false;  ///< traits weigh the same, and the curve has steps of a half
  bool graded = false;         ///< with affinities, weights of edges and soft conditions, or some of these
  bool alike = false;  ///< with rules that ask for heroes of one value, and for one of several of a hero
};

/// Returns a puzzle with a random mixture of requirements. A random party meets each of them, so that most
/// puzzles can be solved except for the synergy.
Puzzle random_puzzle(Random& random, const RandomPuzzleSettings& settings = {});

/// Returns such a puzzle on free nodes with one requirement that no party meets, "average level at least 61".
Puzzle too_high_a_level(Random& random);

/// Returns such a puzzle, compiled for the search.
std::shared_ptr<const Roster> random_roster(Random& random, const RandomPuzzleSettings& settings = {});

/// Returns heroes 1, 2, 3 ... of these prices for nodes without edges or rules, on whose second one the
/// second hero may be locked.
std::shared_ptr<const Roster> free_roster(std::uint32_t nodes, std::uint32_t heroes, bool locked = false);

/// Returns different heroes for all nodes, without regard to the rules.
std::vector<std::uint32_t> random_party(const Puzzle& puzzle, Random& random);

}  // namespace skerry::party::test
