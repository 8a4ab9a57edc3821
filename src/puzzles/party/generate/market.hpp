#pragma once

#include "skerry/random.hpp"

#include "puzzles/party/generate/generate_heroes.hpp"
#include "puzzles/party/generate/generate_world.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

constexpr std::int64_t least_market_level = 40;
constexpr std::int64_t most_market_level = 99;

/// What heroes of a market are like, and how their prices come about:
///
///     price = base x exp(growth x (level - 60)) x fashion of the race x fashion of the nation
///             x exp(rarity x (how rare the hero is, 0 to 4)) x scarcity of the religion x scarcity of the
///             hometown x luck
///
/// Fashion and luck are lognormal. A value that is n times as rare as values of its trait on average has the
/// scarcity n^scarcity.
struct MarketSettings {
  std::string name;
  std::string changes{};  ///< of what the name stands for, as options: " --set growth=0.1"
  WorldSettings world{};
  double level_mean = 69,
         level_spread = 8.5;  ///< of normal levels, cut at least_market_level and most_market_level
  double base = 200;
  double growth = 0.09;
  double fashion = 0.3;        ///< standard deviation of the logarithm
  double elf_premium = 2.718;  ///< the fashion of elves
  double rarity = 0.25;
  double scarcity = 0;
  double luck = 0.5;                    ///< standard deviation of the logarithm
  std::uint32_t rounding = 10;          ///< prices are multiples of it
  std::vector<Trait> synergy_traits{};  ///< those that the synergy counts
};

/// Returns the settings of a market by its name: "fashion", where the price follows peoples in and out of
/// favour; "church", where half of all heroes have one religion, rare values are dear, and synergy counts
/// five traits; "steep", where the price rises much with the level.
MarketSettings market_named(std::string_view name);

/// Returns those settings with changes, each as "key=value"; the keys are the names of the members here and
/// of WorldSettings. Throws UsageError for an unknown key and for a value out of range.
MarketSettings market_with(std::string_view name, const std::vector<std::string>& changes);

/// Draws the heroes of a market, without slack.
std::vector<Hero> draw_market(std::uint32_t count, const MarketSettings& settings, const World& world,
                              Random& random);

/// Draws what each hero costs, above 0.
std::vector<std::int64_t> market_prices(const std::vector<Hero>& heroes, const MarketSettings& settings,
                                        Random& random);

}  // namespace skerry::party
