#pragma once

#include "puzzles/party/generate/generate_world.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace skerry::party {

constexpr std::size_t team_size = 10;

/// The formation of the generated puzzles has three nodes in front, four behind them, three at the back.
inline constexpr std::array formation_names = {"front left",  "front centre", "front right", "wing left",
                                               "core left",   "core right",   "wing right",  "back left",
                                               "back centre", "back right"};
inline constexpr std::array<std::array<std::uint32_t, 2>, 15> formation_edges = {{{0, 1},
                                                                                  {1, 2},
                                                                                  {3, 4},
                                                                                  {4, 5},
                                                                                  {5, 6},
                                                                                  {7, 8},
                                                                                  {8, 9},
                                                                                  {0, 3},
                                                                                  {1, 4},
                                                                                  {1, 5},
                                                                                  {2, 6},
                                                                                  {3, 7},
                                                                                  {4, 8},
                                                                                  {5, 8},
                                                                                  {6, 9}}};

/// The rules of a type of the paper.
struct TypeRules {
  int half_edges = 0;  ///< twice the sum of edge weights that the synergy needs
  std::uint32_t synergy_percent = 0;
  std::uint32_t average_level = 0;
  std::uint32_t religions = 0;               ///< at least; 0: no rule
  std::uint32_t hometowns = 0;               ///< at least; 0: no rule
  std::uint32_t same_religion = 0;           ///< at most; 0: no rule
  std::uint32_t elves = 0;                   ///< at least; 0: no rule
  std::size_t synergy_traits = trait_count;  ///< how many traits synergy counts, from the first on
  std::vector<Trait> traits{};               ///< or these, where a market says so
};

TypeRules rules_of(int type);

/// Returns traits for each node that meet every rule but the level, with exactly as many elves as are asked.
/// It climbs from a random team; the heroes that replace others are drawn from the same world as the pool.
std::array<Traits, team_size> draw_team(const World& world, const TypeRules& rules, Random& random);

}  // namespace skerry::party
