#include "puzzles/party/map/trait_agreements.hpp"

#include "puzzles/party/puzzle/node_heroes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace skerry::party {

namespace {

using Heroes = std::vector<std::uint32_t>;
using Values = std::array<std::uint32_t, max_synergy_traits>;

Values values_of(const Puzzle& puzzle, std::uint32_t hero, unsigned mask) {
  Values values{};
  for (std::size_t trait = 0; trait < puzzle.synergy.columns.size(); ++trait) {
    if ((mask >> trait & 1U) != 0)
      values[trait] = puzzle.pool.categorical[puzzle.synergy.columns[trait]].value[hero];
  }
  return values;
}

/// Returns two heroes of each combination of all traits, or one where there is no other.
Heroes two_of_each(const Puzzle& puzzle, const Heroes& heroes, unsigned all) {
  std::map<Values, int> seen;
  Heroes kept;
  for (const std::uint32_t hero : heroes) {
    if (++seen[values_of(puzzle, hero, all)] <= 2) kept.push_back(hero);
  }
  return kept;
}

bool any_agree(const Puzzle& puzzle, const Heroes& from, const Heroes& to, unsigned mask) {
  std::map<Values, Heroes> with;
  for (const std::uint32_t hero : from) with[values_of(puzzle, hero, mask)].push_back(hero);
  const auto differ = [&](std::uint32_t first, std::uint32_t second) {
    for (std::size_t trait = 0; trait < puzzle.synergy.columns.size(); ++trait) {
      const auto& value = puzzle.pool.categorical[puzzle.synergy.columns[trait]].value;
      if ((mask >> trait & 1U) == 0 && value[first] == value[second]) return false;
    }
    return first != second;
  };
  return std::ranges::any_of(to, [&](std::uint32_t hero) {
    const auto alike = with.find(values_of(puzzle, hero, mask));
    return alike != with.end() &&
           std::ranges::any_of(alike->second, [&](std::uint32_t other) { return differ(hero, other); });
  });
}

}  // namespace

TraitAgreements::TraitAgreements(const Puzzle& puzzle) {
  const unsigned masks = 1U << puzzle.synergy.columns.size();
  std::map<Heroes, std::size_t> kinds;  // of nodes
  std::vector<std::size_t> kind;        // [node]
  for (const Heroes& heroes : heroes_of_nodes(puzzle))
    kind.push_back(kinds.emplace(two_of_each(puzzle, heroes, masks - 1), kinds.size()).first->second);
  std::vector<const Heroes*> heroes(kinds.size());
  for (const auto& [of_kind, index] : kinds) heroes[index] = &of_kind;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> known;
  for (const auto& [from, to] : puzzle.edges) {
    const auto ends = std::minmax(kind[from], kind[to]);
    const auto [place, is_new] = known.emplace(ends, possible_.size());
    of_edge_.push_back(place->second);
    if (!is_new) continue;
    auto& possible = possible_.emplace_back();
    for (unsigned mask = 0; mask < masks; ++mask)
      possible.push_back(any_agree(puzzle, *heroes[ends.first], *heroes[ends.second], mask));
  }
}

}  // namespace skerry::party
