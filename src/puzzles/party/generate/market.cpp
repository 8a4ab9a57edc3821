#include "puzzles/party/generate/market.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "puzzles/party/search/annealing.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr std::array religion_names = {"Sun",     "Moon", "Stars",  "Sea",     "Storm",  "Stone",   "Forge",
                                       "Harvest", "Hunt", "Hearth", "Ash",     "Winter", "Serpent", "Raven",
                                       "Wolf",    "Oak",  "Veil",   "Lantern", "Rain",   "Dawn"};
constexpr std::array nation_names = {
    "Aldmark", "Brennor",  "Calvere",   "Dunhollow", "Estmere",  "Fjalgard",  "Gorrund",  "Hesper",
    "Irrwald", "Jorvane",  "Kestria",   "Lorveth",   "Mirefell", "Norhold",   "Ossaria",  "Pellador",
    "Quarn",   "Rhosk",    "Sablemark", "Tarn",      "Ulvern",   "Vantry",    "Westrand", "Xanthe",
    "Yarrow",  "Zelmar",   "Anbar",     "Belfrost",  "Corvane",  "Drumlin",   "Everden",  "Farholt",
    "Greyfen", "Harrowin", "Ironmoor",  "Jadewater", "Kelder",   "Longreach", "Mornvale", "Nethermark"};
static_assert(nation_names.size() == most_nations && religion_names.size() == most_religions);
constexpr std::array class_names = {"knight", "berserker", "ranger", "wizard",
                                    "healer", "bard",      "rogue",  "druid"};

constexpr std::array onsets = {"b", "br", "c", "d", "dr", "f",  "g", "gr", "h", "k",
                               "l", "m",  "n", "r", "s",  "th", "t", "v",  "w", "z"};
constexpr std::array nuclei = {"a", "e", "i", "o", "u", "ae", "ei", "ia"};
constexpr std::array codas = {"", "", "l", "n", "r", "s", "th", "nd", "rn", "k"};
constexpr std::array town_ends = {"ford", "wick", "holm", "ton", "by", "gate", "moor", "dale"};
constexpr std::array epithets = {"the Bold", "the Grey", "the Lesser", "the Elder", "of the Fen"};

std::uint32_t pick(const auto& items, Random& random) {
  return random.below(static_cast<std::uint32_t>(items.size()));
}
std::string_view one_of(const auto& items, Random& random) {
  return items[pick(items, random)];
}

std::string word(Random& random, std::uint32_t syllables) {
  std::string text;
  for (std::uint32_t i = 0; i < syllables; ++i) {
    text += one_of(onsets, random);
    text += one_of(nuclei, random);
  }
  text += one_of(codas, random);
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

/// Draws two different values for each of `count` keys.
std::vector<std::array<std::uint32_t, 2>> draw_pairs(std::size_t count, std::size_t values, Random& random) {
  std::vector<std::array<std::uint32_t, 2>> pairs(count);
  for (auto& [first, second] : pairs) {
    first = random.below(static_cast<std::uint32_t>(values));
    second = (first + 1 + random.below(static_cast<std::uint32_t>(values) - 1)) %
             static_cast<std::uint32_t>(values);
  }
  return pairs;
}

/// Returns a probability that is 0 for together = 0, `usual` for 0.5 and `most` for 1, linear in between. At
/// 0.5 it is exactly `usual`.
double follows(double together, double usual, double most) {
  return together <= 0.5 ? 2 * together * usual : usual + (2 * together - 1) * (most - usual);
}

}  // namespace

World::World(double together, Random& random)
    : World({.nation_follows_race = follows(together, 0.35, 1),
             .religion_follows_race = follows(together, 0.2, 0.5),
             .religion_follows_nation = follows(together, 0.2, 0.5),
             .class_follows_race = follows(together, 0.2, 1)},
            random) {}

World::World(const WorldSettings& settings, Random& random)
    : settings_(settings),
      nations_of_race_(draw_pairs(race_names.size(), settings.nations, random)),
      religions_of_race_(draw_pairs(race_names.size(), settings.religions, random)),
      classes_of_race_(draw_pairs(race_names.size(), class_names.size(), random)),
      religions_of_nation_(draw_pairs(settings.nations, settings.religions, random)) {
  std::set<std::string> seen;
  while (hometowns_.size() < std::size_t{settings.nations} * settings.hometowns) {
    std::string town = word(random, 1);
    town += one_of(town_ends, random);
    if (seen.insert(town).second) hometowns_.push_back(std::move(town));
  }
}

Traits World::sample(Random& random) const {
  Traits traits{};
  traits[race] = random.chance(0.03) ? elf : pick(race_names, random);  // elves are the commonest
  const std::uint32_t side = random.below(2);
  traits[nation] = random.chance(settings_.nation_follows_race) ? nations_of_race_[traits[race]][side]
                                                                : random.below(settings_.nations);
  const double by_race = settings_.religion_follows_race;
  const double by_nation = by_race + settings_.religion_follows_nation;
  const double faith = random.uniform();
  if (faith < by_race) {
    traits[religion] = religions_of_race_[traits[race]][side];
  } else if (faith < by_nation) {
    traits[religion] = religions_of_nation_[traits[nation]][random.below(settings_.religions_a_nation)];
  } else if (faith < by_nation + settings_.religion_of_all) {
    traits[religion] = 0;
  } else {
    traits[religion] = random.below(settings_.religions);
  }
  std::uint32_t town = random.below(settings_.hometowns);
  if (settings_.small_hometowns) town = std::min(town, random.below(settings_.hometowns));
  traits[hometown] = traits[nation] * settings_.hometowns + town;
  traits[hero_class] = random.chance(settings_.class_follows_race) ? classes_of_race_[traits[race]][side]
                                                                   : pick(class_names, random);
  return traits;
}

std::string_view World::name(Trait trait, std::uint32_t value) const {
  switch (trait) {
    case race:
      return race_names[value];
    case religion:
      return religion_names[value];
    case nation:
      return nation_names[value];
    case hometown:
      return hometowns_[value];
    default:
      return class_names[value];
  }
}

std::string World::hero_name(Random& random) {
  std::string name = word(random, 1 + random.below(2));
  if (random.below(40) == 0) return "\"" + name + ", " + std::string(one_of(epithets, random)) + "\"";
  return name + " " + word(random, 1);
}

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

namespace {

constexpr double level_of_base = 60;

/// Returns a number that is normal up to six standard deviations: a sum of twelve uniform ones.
double bell(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.uniform();
  return sum;
}

double lognormal(double deviation, Random& random) {
  return exact_exp(deviation * bell(random));
}

std::vector<double> draw_fashion(std::size_t values, double deviation, Random& random) {
  std::vector<double> fashion(values);
  for (double& of_value : fashion) of_value = lognormal(deviation, random);
  return fashion;
}

/// Returns the scarcity of each value of a trait.
std::vector<double> scarcity_of(const std::vector<Hero>& heroes, Trait trait, double strength) {
  std::vector<double> count;
  for (const Hero& hero : heroes) {
    if (hero.traits[trait] >= count.size()) count.resize(hero.traits[trait] + 1, 0);
    ++count[hero.traits[trait]];
  }
  const auto values = static_cast<double>(std::ranges::count_if(count, [](double n) { return n > 0; }));
  const double mean = static_cast<double>(heroes.size()) / values;
  for (double& n : count) n = n > 0 ? exact_exp(strength * exact_log(mean / n)) : 1;
  return count;
}

}  // namespace

MarketSettings market_named(std::string_view name) {
  MarketSettings market{.name = std::string(name)};
  market.world = {.nations = most_nations,
                  .hometowns = 3,
                  .nation_follows_race = 0.35,
                  .religion_follows_race = 0.1,
                  .religion_follows_nation = 0.2,
                  .religion_of_all = 0.5,
                  .class_follows_race = 0.2,
                  .religions_a_nation = 1,
                  .small_hometowns = false};
  market.synergy_traits = {race, nation, hometown};
  market.scarcity = 0.3;
  if (name == "fashion") return market;
  market.level_mean = 67;
  market.level_spread = 6.8;
  market.luck = 0.3;
  if (name == "steep") {
    market.world.hometowns = 12;
    market.growth = 0.2;
    return market;
  }
  market.world = {.nations = 20,
                  .hometowns = 3,
                  .nation_follows_race = 0.7,
                  .religion_of_all = 0.5,
                  .class_follows_race = 0.6,
                  .religions_a_nation = 1,
                  .small_hometowns = false};
  market.growth = 0.12;
  market.base = 500;
  market.rounding = 50;
  market.synergy_traits = {race, religion, nation, hometown, hero_class};
  return market;
}

MarketSettings market_with(std::string_view name, const std::vector<std::string>& changes) {
  MarketSettings market = market_named(name);
  Settings settings = Settings::parse("", "--set", Settings::Kind::configuration);
  for (const std::string& change : changes) {
    const std::size_t equals = change.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError(fmt::format("--set {} has no value; it is --set KEY=VALUE", change));
    settings.override(change.substr(0, equals), change.substr(equals + 1));
    market.changes += " --set " + change;
  }
  const auto number = [&](const char* key, double& member, double least, double most) {
    member = settings.number(key, member, {least, most});
  };
  const auto count = [&](const char* key, std::uint32_t& member, std::uint32_t least, std::uint32_t most) {
    member = static_cast<std::uint32_t>(settings.integer(key, member, {least, most}));
  };
  number("level_mean", market.level_mean, least_market_level, most_market_level);
  number("level_spread", market.level_spread, 0, most_market_level);
  number("base", market.base, 1, 1e6);
  number("growth", market.growth, 0, 0.3);
  number("fashion", market.fashion, 0, 2);
  number("elf_premium", market.elf_premium, 0.01, 100);
  number("rarity", market.rarity, 0, 2);
  number("scarcity", market.scarcity, 0, 2);
  number("luck", market.luck, 0, 2);
  count("rounding", market.rounding, 1, 1'000'000);
  WorldSettings& world = market.world;
  count("nations", world.nations, 2, most_nations);
  count("hometowns", world.hometowns, 1, 50);
  count("religions", world.religions, 2, most_religions);
  number("nation_follows_race", world.nation_follows_race, 0, 1);
  number("religion_follows_race", world.religion_follows_race, 0, 1);
  number("religion_follows_nation", world.religion_follows_nation, 0, 1);
  number("religion_of_all", world.religion_of_all, 0, 1);
  number("class_follows_race", world.class_follows_race, 0, 1);
  settings.reject_unknown_keys();
  if (world.religion_follows_race + world.religion_follows_nation + world.religion_of_all > 1) {
    throw UsageError(
        "religion_follows_race, religion_follows_nation and religion_of_all are more than 1 together");
  }
  return market;
}

std::vector<Hero> draw_market(std::uint32_t count, const MarketSettings& settings, const World& world,
                              Random& random) {
  std::vector<Hero> heroes(count);
  for (Hero& hero : heroes) {
    hero.name = World::hero_name(random);
    hero.traits = world.sample(random);
    const double level = std::floor(settings.level_mean + settings.level_spread * bell(random) + 0.5);
    hero.level = static_cast<std::int64_t>(
        std::clamp(level, static_cast<double>(least_market_level), static_cast<double>(most_market_level)));
    equip(hero, random);
    hero.slack = 0;
  }
  return heroes;
}

std::vector<std::int64_t> market_prices(const std::vector<Hero>& heroes, const MarketSettings& settings,
                                        Random& random) {
  std::vector<double> of_race = draw_fashion(race_names.size(), settings.fashion, random);
  of_race[elf] = settings.elf_premium;
  const std::vector<double> of_nation = draw_fashion(settings.world.nations, settings.fashion, random);
  const std::vector<double> of_religion = scarcity_of(heroes, religion, settings.scarcity);
  const std::vector<double> of_hometown = scarcity_of(heroes, hometown, settings.scarcity);
  std::vector<std::int64_t> prices;
  prices.reserve(heroes.size());
  for (const Hero& hero : heroes) {
    const double follows = settings.growth * (static_cast<double>(hero.level) - level_of_base) +
                           settings.rarity * static_cast<double>(hero.rarity);
    const double price = settings.base * exact_exp(follows) * of_race[hero.traits[race]] *
                         of_nation[hero.traits[nation]] * of_religion[hero.traits[religion]] *
                         of_hometown[hero.traits[hometown]] * lognormal(settings.luck, random);
    const double steps = std::max(1.0, std::floor(price / settings.rounding + 0.5));
    prices.push_back(static_cast<std::int64_t>(steps) * settings.rounding);
  }
  return prices;
}

}  // namespace skerry::party
