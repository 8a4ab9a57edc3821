#include "puzzles/party/generate/generate_plant.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace skerry::party {

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
