#pragma once

#include "skerry/random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

/// The traits of a generated hero, which synergy counts, too.
enum Trait : std::size_t { race, religion, nation, hometown, hero_class, trait_count };
using Traits = std::array<std::uint32_t, trait_count>;

inline constexpr std::array race_names = {"human", "elf",    "dwarf", "orc",     "goblin", "halfling",
                                          "gnome", "troll",  "ogre",  "centaur", "faun",   "naga",
                                          "giant", "kobold", "fae",   "dryad"};
constexpr std::uint32_t elf = 1;

constexpr std::uint32_t most_nations = 40;
constexpr std::uint32_t most_religions = 20;

/// How many values the traits have, and how strongly they go together. Each race has two nations, religions
/// and classes of its own, and each nation one or two religions and all of its hometowns.
struct WorldSettings {
  std::uint32_t nations = 20;            ///< 2 to most_nations
  std::uint32_t hometowns = 12;          ///< of each nation; 1 or more
  std::uint32_t religions = 20;          ///< 2 to most_religions
  double nation_follows_race = 0;        ///< the probability that the nation is one of the race's
  double religion_follows_race = 0;      ///< and the religion; with the next two at most 1 together
  double religion_follows_nation = 0;    ///< that it is one of the nation's
  double religion_of_all = 0;            ///< that it is the first one, whatever race and nation
  double class_follows_race = 0;         ///< that the class is one of the race's
  std::uint32_t religions_a_nation = 2;  ///< 1 or 2
  bool small_hometowns = true;  ///< whether later hometowns of a nation have fewer heroes than the first ones
};

/// The correlations of traits: peoples, lands and faiths that go together. They are drawn once for each pool.
class World {
 public:
  /// `together` lies in [0, 1]. At 0 nation, religion and class are independent of each other and of the
  /// race; at 0.5 the nation follows from the race with probability 0.35, the religion from race or nation
  /// with 0.2 each, the class from the race with 0.2; at 1 the nation and the class always follow from the
  /// race, and the religion from race or nation with 0.5 each. In between, the probabilities are linear.
  World(double together, Random& random);
  World(const WorldSettings& settings, Random& random);

  /// Draws the traits of one hero.
  Traits sample(Random& random) const;
  std::string_view name(Trait trait, std::uint32_t value) const;
  static std::string hero_name(Random& random);

 private:
  using Pair = std::array<std::uint32_t, 2>;
  WorldSettings settings_;
  std::vector<Pair> nations_of_race_, religions_of_race_, classes_of_race_, religions_of_nation_;
  std::vector<std::string> hometowns_;
};

constexpr std::int64_t lowest_level = 52;
constexpr std::int64_t highest_level = 100;

/// A hero of a generated pool. The price has a part that follows from what the hero brings, which the puzzle
/// decides, and the slack above it.
struct Hero {
  std::string name;  ///< as a field of the CSV file
  Traits traits{};
  std::int64_t level = 0;  ///< in [lowest_level, highest_level]
  std::size_t rarity = 0;  ///< an index of the rarities
  std::int64_t gear = 0;   ///< in [1, 100]
  std::int64_t slack = 0;  ///< 0 or more
};

/// Draws the heroes of a pool.
std::vector<Hero> draw_heroes(std::uint32_t count, const World& world, Random& random);

/// Draws rarity, gear and slack, which depend on the level.
void equip(Hero& hero, Random& random);

/// Returns the id of a hero in a pool of that many.
std::string hero_id(std::uint32_t hero, std::size_t heroes);

/// Returns the pool as CSV, with a price for each hero.
std::string pool_csv(std::span<const Hero> heroes, const World& world, std::span<const std::int64_t> prices);

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
