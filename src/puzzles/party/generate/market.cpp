#include "puzzles/party/generate/market.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "puzzles/party/search/exact_math.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/core.h>

namespace skerry::party {

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
