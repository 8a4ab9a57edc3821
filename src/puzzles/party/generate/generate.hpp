#pragma once

#include "puzzles/party/generate/market.hpp"

#include <cstdint>
#include <optional>
#include <string>

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
/// linear programming duality no cheaper party exists (docs/party.md).
Generated generate(const GenerateSettings& settings);

}  // namespace skerry::party
