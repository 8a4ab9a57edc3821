#pragma once

#include "skerry/random.hpp"

#include "puzzles/party/generate/generate_world.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skerry::party {

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

}  // namespace skerry::party
