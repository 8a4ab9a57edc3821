#include "puzzles/party/generate/generate_heroes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr std::array rarity_names = {"common", "uncommon", "rare", "epic", "legendary"};
constexpr std::array rarity_scale = {1.0, 1.25, 1.75, 3.0, 6.0};
constexpr std::int64_t highest_slack = 10'000'000;

std::int64_t dice(Random& random, int count, std::uint32_t faces) {
  std::int64_t sum = 0;
  for (int i = 0; i < count; ++i) sum += random.below(faces);
  return sum;
}

Hero draw_hero(const World& world, Random& random) {
  Hero hero;
  hero.name = World::hero_name(random);
  hero.traits = world.sample(random);
  hero.level = lowest_level + dice(random, 3, 17);
  if (hero.traits[race] == elf)
    hero.level = std::min(hero.level + 4, highest_level);  // elves have higher levels
  equip(hero, random);
  return hero;
}

}  // namespace

void equip(Hero& hero, Random& random) {
  const std::int64_t luck = hero.level + dice(random, 2, 16);
  hero.rarity = static_cast<std::size_t>(std::clamp<std::int64_t>((luck - 76) / 10, 0, 4));
  hero.gear = std::clamp<std::int64_t>(hero.level - 15 + dice(random, 2, 16), 1, 100);
  // This is a Lomax distribution with tail exponent 2, from operations that round in the same way everywhere.
  double scale = 25 * rarity_scale[hero.rarity];
  for (std::int64_t level = lowest_level; level < hero.level; ++level) scale *= 1.05;
  const double slack = scale * (1 / std::sqrt(1 - random.uniform()) - 1);
  hero.slack = slack < static_cast<double>(highest_slack) ? static_cast<std::int64_t>(slack) : highest_slack;
}

std::vector<Hero> draw_heroes(std::uint32_t count, const World& world, Random& random) {
  std::vector<Hero> heroes(count);
  for (Hero& hero : heroes) hero = draw_hero(world, random);
  return heroes;
}

std::string hero_id(std::uint32_t hero, std::size_t heroes) {
  const std::size_t digits = std::max<std::size_t>(4, std::to_string(heroes - 1).size());
  return fmt::format("h{:0{}}", hero, digits);
}

std::string pool_csv(std::span<const Hero> heroes, const World& world, std::span<const std::int64_t> prices) {
  std::string csv = "id,name,race,religion,nation,hometown,class,rarity,level,gear,price\n";
  for (std::uint32_t i = 0; i < heroes.size(); ++i) {
    const Hero& hero = heroes[i];
    csv += hero_id(i, heroes.size()) + "," + hero.name;
    for (const Trait trait : {race, religion, nation, hometown, hero_class}) {
      csv += ',';
      csv += world.name(trait, hero.traits[trait]);
    }
    csv += fmt::format(",{},{},{},{}\n", rarity_names[hero.rarity], hero.level, hero.gear, prices[i]);
  }
  return csv;
}

}  // namespace skerry::party
