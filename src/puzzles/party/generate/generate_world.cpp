#include "puzzles/party/generate/generate_world.hpp"

#include <algorithm>
#include <cctype>
#include <set>

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

}  // namespace skerry::party
