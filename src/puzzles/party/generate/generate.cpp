#include "puzzles/party/generate/generate.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include "app/config/node.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <span>
#include <string_view>

#include <fmt/core.h>

namespace skerry::party {

namespace {

constexpr std::array trait_names = {"race", "religion", "nation", "hometown", "class"};
constexpr std::int64_t level_multiplier = 25;
constexpr std::int64_t elf_multiplier = 140;
constexpr std::int64_t base = 20 - level_multiplier * lowest_level;

/// Returns levels around `average`, with exactly that mean.
std::vector<std::int64_t> tight_levels(std::int64_t average, Random& random) {
  std::vector<std::int64_t> levels;
  while (levels.size() < team_size) {
    const std::int64_t distance = random.below(9);
    levels.push_back(average - distance);
    levels.push_back(average + distance);
  }
  random.shuffle(std::span(levels));
  return levels;
}

/// Makes a hero that misleads a search: as cheap as a hero of the team and much like one, but with a value
/// too many or too few.
void make_rival(Hero& hero, std::span<const Traits> team, const World& world, const TypeRules& rules,
                Random& random) {
  const Traits own = world.sample(random);
  hero.traits = team[random.below(team_size)];
  if (rules.religions > 0) {
    hero.traits[religion] = team[random.below(team_size)][religion];
  } else {
    hero.traits[race] = own[race];
    if (rules.elves == 0) hero.traits[religion] = own[religion];
  }
  hero.level = rules.average_level - 8 + random.below(17);
  equip(hero, random);
  hero.slack = 0;
}

/// Replaces random heroes by the team, and others by rivals and other bargains; returns the team, [node]
/// hero.
std::vector<std::uint32_t> plant(std::vector<Hero>& heroes, const World& world, const TypeRules& rules,
                                 Random& random) {
  const auto team = draw_team(world, rules, random);
  const std::vector<std::int64_t> levels = tight_levels(rules.average_level, random);
  std::vector<std::uint32_t> order(heroes.size());
  std::iota(order.begin(), order.end(), 0U);
  random.shuffle(std::span(order));
  for (std::size_t node = 0; node < team_size; ++node) {
    Hero& hero = heroes[order[node]];
    hero.traits = team[node];
    hero.level = levels[node];
    equip(hero, random);
    hero.slack = 0;
  }
  const std::size_t rivals = team_size + heroes.size() / 400;
  const std::size_t bargains = rivals + heroes.size() / 200;
  for (std::size_t i = team_size; i < rivals; ++i) make_rival(heroes[order[i]], team, world, rules, random);
  for (std::size_t i = rivals; i < bargains; ++i) heroes[order[i]].slack = 0;
  order.resize(team_size);
  return order;
}

class Writer {
 public:
  Writer(const GenerateSettings& settings, const TypeRules& rules) : settings_(settings), rules_(rules) {}

  std::string pool(const std::vector<Hero>& heroes, const World& world) const {
    std::vector<std::int64_t> prices;
    prices.reserve(heroes.size());
    for (const Hero& hero : heroes) prices.push_back(price(hero));
    return pool_csv(heroes, world, prices);
  }

  std::string puzzle(const std::vector<std::uint32_t>& team) const {
    std::string toml = fmt::format(
        "# Made by: {}\n"
        "name = \"Type {}\"\n\n"
        "[pool]\nfile = {}\nid = \"id\"\nname = \"name\"\n\n"
        "[formation]\nnames = [\"{}\",\n         \"{}\"]\nedges = [",
        made_by(), settings_.type, toml_string(settings_.pool_file),
        joined(std::span(formation_names).first(5), "\", \""),
        joined(std::span(formation_names).subspan(5), "\", \""));
    for (std::size_t i = 0; i < formation_edges.size(); ++i) {
      toml += fmt::format("{}[{}, {}]", i == 0 ? "" : ", ", formation_edges[i][0], formation_edges[i][1]);
    }
    toml += fmt::format(
        "]\n\n[objective]\nproperty = \"price\"\nunit = \"coins\"\ndirection = \"minimise\"\n\n"
        "[synergy]\nat_least = {}\n"
        "traits = [\"{}\"]\n"
        "curve = [0, 0.5, 1]  # two matching traits make a full edge\n",
        rules_.synergy_percent / 100.0, joined(counted_traits(), "\", \""));
    toml += requirement("average", "level", "", "at_least", rules_.average_level);
    if (rules_.religions > 0) toml += requirement("distinct", "religion", "", "at_least", rules_.religions);
    if (rules_.hometowns > 0) toml += requirement("distinct", "hometown", "", "at_least", rules_.hometowns);
    if (rules_.same_religion > 0)
      toml += requirement("share", "religion", "", "at_most", rules_.same_religion);
    if (rules_.elves > 0) toml += requirement("count", "race", race_names[elf], "at_least", rules_.elves);
    if (settings_.planted) toml += optimum(team);
    return toml;
  }

 private:
  std::string made_by() const {
    std::string text = fmt::format("skerry generate party --type {} --heroes {} --seed {}", settings_.type,
                                   settings_.heroes, settings_.seed);
    if (settings_.planted) text += " --planted";
    if (settings_.market) text += " --market " + settings_.market->name + settings_.market->changes;
    if (settings_.market) text += fmt::format(" --binding {}", settings_.binding);
    if (settings_.buildable > 0) text += fmt::format(" --buildable {}", settings_.buildable);
    if (settings_.traits_together != usual_together)
      text += fmt::format(" --traits-together {}", settings_.traits_together);
    if (!settings_.class_counts) text += " --without-class";
    return text;
  }

  std::int64_t price(const Hero& hero) const {
    const bool counts = rules_.elves > 0 && hero.traits[race] == elf;
    return base + level_multiplier * hero.level + (counts ? elf_multiplier : 0) + hero.slack;
  }

  std::vector<std::string_view> counted_traits() const {
    std::vector<std::string_view> names;
    if (rules_.traits.empty()) names.assign(trait_names.begin(), trait_names.begin() + rules_.synergy_traits);
    for (const Trait trait : rules_.traits) names.push_back(trait_names[trait]);
    return names;
  }

  static std::string requirement(std::string_view kind, std::string_view property, std::string_view value,
                                 std::string_view bound, std::uint32_t amount) {
    const std::string values = value.empty() ? "" : fmt::format("value = \"{}\"\n", value);
    return fmt::format("\n[[requirement]]\nkind = \"{}\"\nproperty = \"{}\"\n{}{} = {}\n", kind, property,
                       values, bound, amount);
  }

  std::string optimum(const std::vector<std::uint32_t>& team) const {
    std::vector<std::string> ids;
    ids.reserve(team.size());
    for (const std::uint32_t hero : team) ids.push_back(hero_id(hero, settings_.heroes));
    const std::int64_t fitness =
        static_cast<std::int64_t>(team_size) * (base + level_multiplier * rules_.average_level) +
        (rules_.elves > 0 ? elf_multiplier * rules_.elves : 0);
    std::string multipliers = fmt::format("{}", level_multiplier);
    if (rules_.religions > 0) multipliers += ", 0, 0, 0";
    if (rules_.elves > 0) multipliers += fmt::format(", {}", elf_multiplier);
    return fmt::format(
        "\n# The proof: no hero costs less than base + multiplier x (level, ...); this party costs just "
        "that.\n"
        "[optimum]\nfitness = {}\nbase = {}\nmultipliers = [{}]  # of the requirements, in their order\n"
        "party = [\"{}\",\n         \"{}\"]\n",
        fitness, base, multipliers, joined(std::span(ids).first(5), "\", \""),
        joined(std::span(ids).subspan(5), "\", \""));
  }

  const GenerateSettings& settings_;
  const TypeRules& rules_;
};

}  // namespace

Generated generate(const GenerateSettings& settings) {
  if (settings.type < 1 || settings.type > 3) {
    throw UsageError(fmt::format("the type is {}; types are 1, 2 and 3", settings.type));
  }
  if (settings.heroes < least_heroes) {
    throw UsageError(
        fmt::format("{} heroes are asked for; a pool has at least {}", settings.heroes, least_heroes));
  }
  if (!(settings.traits_together >= 0 && settings.traits_together <= 1)) {
    throw UsageError(fmt::format("traits go together by {}; that lies in [0, 1]", settings.traits_together));
  }
  Random random(settings.seed, settings.draw, Purpose::generation);
  TypeRules rules = rules_of(settings.type);
  if (!settings.class_counts) rules.synergy_traits = hero_class;
  if (settings.market) {
    const World world(settings.market->world, random);
    const std::vector<Hero> heroes = draw_market(settings.heroes, *settings.market, world, random);
    rules.traits = settings.market->synergy_traits;
    const Writer writer(settings, rules);
    return {pool_csv(heroes, world, market_prices(heroes, *settings.market, random)), writer.puzzle({})};
  }
  const World world(settings.traits_together, random);
  std::vector<Hero> heroes = draw_heroes(settings.heroes, world, random);
  std::vector<std::uint32_t> team;
  if (settings.planted) team = plant(heroes, world, rules, random);
  const Writer writer(settings, rules);
  return {writer.pool(heroes, world), writer.puzzle(team)};
}

namespace {

using Team = std::array<Traits, team_size>;

/// Returns twice the weight of an edge under the curve 0, 0.5, 1.
int half_edges(const Traits& a, const Traits& b, std::size_t traits) {
  int matches = 0;
  for (std::size_t trait = 0; trait < traits; ++trait) matches += a[trait] == b[trait] ? 1 : 0;
  return std::min(matches, 2);
}

std::uint32_t distinct(const Team& team, Trait trait) {
  std::set<std::uint32_t> values;
  for (const Traits& traits : team) values.insert(traits[trait]);
  return static_cast<std::uint32_t>(values.size());
}

std::uint32_t most_shared(const Team& team, Trait trait) {
  std::ptrdiff_t most = 0;
  for (const Traits& traits : team) {
    most = std::max(most, std::ranges::count(team, traits[trait], [&](const Traits& t) { return t[trait]; }));
  }
  return static_cast<std::uint32_t>(most);
}

int excess(std::uint32_t amount, std::uint32_t bound) {
  return amount > bound ? static_cast<int>(amount - bound) : 0;
}

/// Returns how far the team is from the rules; 0 where it meets them.
int shortfall(const Team& team, const TypeRules& rules) {
  int edges = 0;
  for (const auto& [from, to] : formation_edges) {
    edges += half_edges(team[from], team[to], rules.synergy_traits);
  }
  int sum = std::max(0, rules.half_edges - edges);
  if (rules.religions > 0) sum += 2 * excess(rules.religions, distinct(team, religion));
  if (rules.hometowns > 0) sum += 2 * excess(rules.hometowns, distinct(team, hometown));
  if (rules.same_religion > 0) sum += 2 * excess(most_shared(team, religion), rules.same_religion);
  if (rules.elves > 0) {
    const auto elves = std::ranges::count(team, elf, [](const Traits& traits) { return traits[race]; });
    sum += 2 * std::abs(static_cast<int>(elves) - static_cast<int>(rules.elves));
  }
  return sum;
}

}  // namespace

TypeRules rules_of(int type) {
  if (type == 1) return {.half_edges = 24, .synergy_percent = 80, .average_level = 84};
  if (type == 2) {
    return {.half_edges = 27,
            .synergy_percent = 90,
            .average_level = 75,
            .religions = 8,
            .hometowns = 6,
            .same_religion = 2};
  }
  return {.half_edges = 24, .synergy_percent = 80, .average_level = 84, .elves = 8};
}

std::array<Traits, team_size> draw_team(const World& world, const TypeRules& rules, Random& random) {
  constexpr int steps = 100'000;
  while (true) {
    Team team;
    for (Traits& traits : team) traits = world.sample(random);
    int missing = shortfall(team, rules);
    for (int step = 0; step < steps && missing > 0; ++step) {
      Team changed = team;
      changed[random.below(team_size)] = world.sample(random);
      const int now = shortfall(changed, rules);
      if (now > missing) continue;
      team = changed;
      missing = now;
    }
    if (missing == 0) return team;
  }
}

}  // namespace skerry::party
