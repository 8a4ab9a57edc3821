#pragma once

#include "puzzles/party/generate/market.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry::party {

/// How strongly traits go together where nothing else is asked.
constexpr double usual_together = 0.5;

/// The settings of `generate party`. The three types are those of the paper, on a formation of 10 nodes:
/// - type 1: synergy at least 0.8, average level at least 84
/// - type 2: synergy at least 0.9, average level at least 75, 8 religions, 6 hometowns, at most 2 heroes of
///   one religion
/// - type 3: synergy at least 0.8, average level at least 84, at least 8 elves
struct GenerateSettings {
  std::uint32_t heroes = 10'000;  ///< at least least_heroes
  int type = 2;                   ///< 1, 2 or 3
  bool planted = true;            ///< whether the puzzle has an optimum that its file proves
  std::uint64_t seed = 1;
  double traits_together = usual_together;  ///< how strongly traits go together, in [0, 1]: see World
  bool class_counts = true;                 ///< whether the class is one of the traits that synergy counts
  /// Where there is one, heroes and prices are those of a market, and nothing is planted.
  std::optional<MarketSettings> market{};
  std::uint32_t draw = 0;  ///< which of the pools of this seed; those of a market alone have others
  std::string pool_file = "pool.csv";  ///< the name the puzzle file calls its pool by
  double binding = 0;                  ///< what each rule has to cost: see generate_binding()
  double buildable = 0;  ///< the least share of guided constructions that meet every rule, likewise
};

constexpr std::uint32_t least_heroes = 100;

struct Generated {
  std::string pool_csv;     ///< id,name,race,religion,nation,hometown,class,rarity,level,gear,price
  std::string puzzle_toml;  ///< names `pool_file`; its first line is the command that makes it
};

/// Returns a pool and a puzzle on it. The traits of the pool are correlated (World), and its prices have
/// heavy tails that grow with level and rarity. The same settings give the same bytes on every machine.
/// Throws UsageError for settings out of range.
///
/// In a planted puzzle every price is base + multiplier x level (+ multiplier for elves, type 3) + slack with
/// slack >= 0, and a party with slack 0 meets every rule, with the bounds of those requirements tight; by
/// linear programming duality no cheaper party exists (docs/designer.md).
Generated generate(const GenerateSettings& settings);

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
